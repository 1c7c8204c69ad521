"""Drawing: a game becomes scenes (drawings in millimetres) of counters, maps, tables and components."""
