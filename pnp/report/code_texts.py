"""Explanations of the codes that no check function raises: reading files (L), options (B), text (R1), writing (W)."""

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
"""Codes of reading a game."""

BUILD_CODES = {
    "B001": "An option names something that there is not.\n\nThe message lists what there is.",
    "B002": "The reading of the calibration page cannot be understood.\n\n"
    "Write right and down with their units, and the turn if there is one: --back-shift 0.4mm,-0.2mm,0.1deg",
    "B003": "A component is larger than the paper leaves room for.\n\nMarks and rulers need room as well.",
    "B004": "The map cannot be cut into tiles of this paper.\n\nBetween its margins nothing is left of the paper.",
    "B005": "A question about chances cannot be asked like this.\n\n"
    "It names a procedure, a value, a unit or a place that there is not, or leaves out what the procedure is given.",
    "B006": "A procedure cannot be played to its end.\n\n"
    "Something that it needs is not there, or there are more cases than can be worked out. A choice of a player that "
    "nobody answers needs a policy at its step, or --choose.",
    "B007": "A boxed example does not fit the columns of the rules.\n\n"
    "A box is parted between its steps, and its figure made smaller; but its head or one step is too high.",
    "B008": "Two games would be built into the same folder.\n\n"
    "A kit goes to a folder of its game's name. Rename a game's folder, or build each with its own -o.",
    "R101": "The rules text asks for a value of the game that there is not.\n\n"
    'An insert such as {{ table("crt") }} names something by its id.',
    "R102": "A table of the rules text is wider than a column of the booklet.\n\n"
    "A column of the table is at least as wide as its longest word. The width is for the narrowest paper, A4.",
    "R103": "A list of the rules text is nested too deep.\n\nEach level takes room from the column.",
    "R104": "The rules text asks for a picture from a file.\n\nThe booklet shows only drawings made from the data.",
    "W001": "The libraries that set text in pages are missing.\n\n"
    "Aids and rules need Pango; maps, counters and checks work without it.",
    "W002": "A page asks for a drawing, a font, a file or a place that is not there.",
    "W003": "A style of a page was not understood.",
    "W004": "The disk is full.\n\nThe kit that was there before is untouched.",
    "W005": "A file or folder cannot be written.\n\nThe kit that was there before is untouched.",
    "W006": "A folder that a kit would replace holds files that no build has made.\n\n"
    "They would be lost, so nothing is written.",
    "W007": "A page of the aids has no room for its blocks.\n\n"
    "Each page of the data becomes one page of paper. It states the height of the blocks at the smallest type.",
    "W008": "A file of a kit would lie outside the kit's folder, or has a name that some systems refuse.\n\n"
    "I013 finds unsafe ids before a build. This check is a second guard.",
    "W009": "The folder for this kit already holds another kit.\n\n"
    "Its manifest.json says what that kit is made of: the game, overlays, paper and parts. Nothing is written.",
    "W010": "The operating system refused something that a build needs, or ended one of its processes.\n\n"
    "Often memory has run out: try fewer processes with -j. The kit that was there before is untouched.",
}
"""Codes of options (B), of typesetting the rules text (R1) and of writing files (W)."""
