"""Tables, tracks and boxes on map sheets and cards."""
