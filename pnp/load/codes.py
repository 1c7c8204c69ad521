"""What the loader's codes mean, in the form of the docstrings of checks."""

LOAD_CODES = {
    "L001": """A file cannot be read.

It is not there, is a folder, a pipe or a device, may not be read, or is larger than 8 MB.

Bad:
    boxes: boxse.yaml
Good:
    boxes: {dead: {name: Dead units}}
""",
    "L002": """A file is no text in UTF-8.

Game data is text in the encoding UTF-8, without control characters. Editors offer it when saving.
""",
    "L003": """A file lies outside the game's folder.

A game's data names files in its own folder only: no `..`, no absolute path, no link that leads out.

Bad:
    boxes: /home/me/boxes.yaml
Good:
    boxes: {dead: {name: Dead units}}
""",
    "L004": """A file is not well formed.

Quotes, brackets and indentation must fit together; the place named is where reading could not go on.

Bad:
    boxes: {dead: {name: Dead units}
Good:
    boxes: {dead: {name: Dead units}}
""",
    "L005": """The data is too deep or too much.

Values lie in each other at most 40 deep, a file holds at most 500,000, and aliases count as often as they are used.
""",
    "L006": """A key or an id is written twice.

One of the two values would be lost.

Bad:
    boxes:
      dead: {name: Dead units}
      dead: {name: Lost units}
Good:
    boxes:
      dead: {name: Dead units}
      lost: {name: Lost units}
""",
    "L007": """A key has no value.

Often the value was forgotten, begins with # and so became a comment, or the blank after the colon is missing. Odds such
as `3:1` in braces are read as a key, too; they are written 3-1.

Bad:
    sides: {blue: {ground: #9DB7D5
      }}
Good:
    sides: {blue: {ground: "#9DB7D5"}}
""",
    "L008": """YAML of a kind that game data does without.

Tags such as `!!int`, several documents in one file, and keys that are no words.

Bad:
    boxes: {dead: {holds: !!int 3}}
Good:
    boxes: {dead: {holds: 3}}
""",
    "L009": """An alias refers to nothing.

A value that begins with * is an alias in YAML. Put quotes around factors such as "*-2-4".

Bad:
    counters: {B3: {front: *-1-2}}
Good:
    counters: {B3: {front: "*-1-2"}}
""",
    "L010": """There is no such key.

Bad:
    boxes: {dead: {nmae: Dead units}}
Good:
    boxes: {dead: {name: Dead units}}
""",
    "L011": """A key is missing.

Bad:
    boxes: {lost: {holds: 3}}
Good:
    boxes: {lost: {name: Lost units, holds: 3}}
""",
    "L012": """A value is of the wrong kind.

A text where a list belongs, a length without its unit, a colour that is none.

Bad:
    counter_print: {side: 12}
Good:
    counter_print: {side: 13mm}
""",
    "L013": """A word is not one of those that may stand here.

Bad:
    counters: {B1: {size: batalion}}
Good:
    counters: {B1: {size: battalion}}
""",
    "L014": """A number is missing or out of bounds.

Bad:
    boxes: {dead: {holds: many}}
Good:
    boxes: {dead: {holds: 2}}
""",
    "L015": """An overlay is not there, or takes away what is not there.

Overlays are YAML files in scenarios/, editions/, options/ and translations/. In them `~` takes a value away.

Bad:
    boxes: {lost: ~}
Good:
    boxes: {lost: {name: Lost units}}
""",
    "L016": """A table in CSV is not well formed.

The header begins with id and names a field in each column, such as front.word; cells are parted by commas.
""",
    "L017": """A heading of the rules has no case number.

Bad:
    # The game
    Two sides fight.
Good:
    # 1.0 The game
    Two sides fight.
""",
}
"""Code -> title, why it matters, and where it can be shown a bad and a good example."""
