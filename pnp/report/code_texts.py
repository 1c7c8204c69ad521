"""Explanations of finding codes without a check function: L (reading data), B (options), R1 (text), W (writing)."""

LOAD_CODES = {
    "L001": """A file cannot be read.

It does not exist, is not an ordinary file, cannot be opened (permissions), or is larger than 8 MB. Paths are relative
to the file that names them. The example is a file in the folder `options` of the game.

Bad:
    counters: ../unist.csv
Good:
    counters: ../units.csv
""",
    "L002": """A file is not text in UTF-8.

Game data is text in the encoding UTF-8, without control characters. Most editors can save files in this encoding.
""",
    "L003": """A file is outside the game's folder.

A game may name only files in its own folder: no absolute path, and no link or `..` that leads out of the folder. The
examples are files in the folder `options` of the game, so `..` is the folder of the game.

Bad:
    counters: /home/me/units.csv
Good:
    counters: ../units.csv
""",
    "L004": """A file is not well formed.

Quotes, brackets and indentation must match. The location is the point at which the file can no longer be parsed; the
mistake may be earlier.

Bad:
    boxes: {dead: {name: Dead units}
Good:
    boxes: {dead: {name: Dead units}}
""",
    "L005": """The data is too deeply nested or too large.

Values are nested at most 40 deep. A file has at most 500,000 values, and aliases count each time they are used.
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

Often the value was forgotten, or the space after the colon is missing, or the value begins with # and became a comment.
Odds such as `3:1` in braces are read as a key too; write 3-1. To remove a value in an overlay, write `~`.

Bad:
    sides: {blue: {ground: #9DB7D5
      }}
Good:
    sides: {blue: {ground: "#9DB7D5"}}
""",
    "L008": """A file uses a feature of YAML that is not allowed in game data.

These features are tags such as `!!int`, several documents in one file, and keys that are not words.

Bad:
    boxes: {dead: {holds: !!int 3}}
Good:
    boxes: {dead: {holds: 3}}
""",
    "L009": """A value begins with `*` but is not in quotation marks.

Such a value is an alias in YAML, which refers to another value of the file. Put factors such as "*-2-4" in quotation
marks.

Bad:
    counters: {B3: {front: *-1-2}}
Good:
    counters: {B3: {front: "*-1-2"}}
""",
    "L010": """A record has an unknown key.

Bad:
    boxes: {dead: {nmae: Dead units}}
Good:
    boxes: {dead: {name: Dead units}}
""",
    "L011": """A required key is missing.

In the example, the box `lost` needs a name.

Bad:
    boxes: {lost: {holds: 3}}
Good:
    boxes: {lost: {name: Lost units, holds: 3}}
""",
    "L012": """A value has the wrong form.

For example, a text instead of a list, a length without its unit, or a colour that is not written `#RRGGBB`.

Bad:
    counter_print: {side: 12}
Good:
    counter_print: {side: 13mm}
""",
    "L013": """A value is not one of the allowed values.

Bad:
    counters: {B1: {size: batalion}}
Good:
    counters: {B1: {size: battalion}}
""",
    "L014": """A value is not a number, or is outside the allowed range.

L012 reports other values of the wrong form.

Bad:
    boxes: {dead: {holds: many}}
Good:
    boxes: {dead: {holds: 2}}
""",
    "L015": """An overlay does not exist, or removes a value that does not exist.

Overlays are YAML files in scenarios/, editions/, options/ and translations/. In them `~` removes a value. The edition
as-published exists if a value of the game has a misprint.

Bad:
    boxes: {lost: ~}
Good:
    boxes: {lost: {name: Lost units}}
""",
    "L016": """A table in CSV is not well formed.

The first line names the columns: first `id`, then fields such as `front.word`. Cells are separated by commas.
""",
    "L017": """A heading of the rules has no case number.

Bad:
    # The game
    Two sides fight.
Good:
    # 1.0 The game
    Two sides fight.
""",
    "L018": """An overlay has the reserved name as-published, or the name of another one.

pnp makes the edition as-published from the misprints of the data, so no overlay may have this name. The ending of a
file, .yaml or .yml, is not part of the name.
""",
    "L019": """An insert of a value in a text names something that does not exist.

An insert such as `{{ count("set-up") }}` takes a value from the data. Its arguments are in quotation marks.
Inserts of tables and pictures work only in the rules, where R101 checks them.

Bad:
    boxes: {dead: {name: Dead units, says: 'Room for {{ value("boxes.daed.holds") }}'}}
Good:
    boxes: {dead: {name: Dead units, says: 'Room for {{ value("boxes.dead.holds") }}'}}
""",
    "L021": """A later version of pnp is needed to read the data.

`format` in game.yaml is the format of the data; without it, the format is 1. A version of pnp reads its own format and
all older ones; `pnp upgrade` changes data of an older format into the newest one. `pnp: ">=0.4"` in game.yaml states
the oldest version of the program that can read the game.
""",
    "L022": """An upgrade of the data cannot be written into a file.

`pnp upgrade` renames keys, columns and words, and drops keys, wherever they are written in an ordinary way. Make the
remaining change by hand, then run it again.
""",
    "L023": """The data asks for something that pnp cannot do.

A game has one map, of hexes, and square counters. Pictures, emblems and symbols are outlines in YAML files, not picture
files, and typefaces and style sheets of your own cannot be used. Cards are written one by one in YAML.

Bad:
    sides: {blue: {emblem: art/lion.png}}
Good:
    sides: {blue: {emblem: star}}
""",
    "L024": """A heading or a row of a sheet is not understood.

The headings of a spreadsheet are keys of the records, or the author's own with `columns` that says what they mean. A
column whose heading begins with `#`, and a row whose first cell begins with `#`, are not read.
""",
    "L025": """A cell of a workbook is a date, or a formula without its result.

Spreadsheet programs make dates of factors such as 1-2-3 when they are typed. Format the column as text before you type
them, or give each factor a column of its own.
""",
    "L020": """A step relies on a printed modifier that does not exist or has no fixed amount.

A printed modifier is a line of a list under `modifiers`. If a line of a step has no amount, such as `left: 1`, it uses
the amount of the printed modifier that its `line` names. The modifier must exist, and its effect must be a fixed
amount, such as `left 1` or `+2`. K023 reports unknown names elsewhere.

Bad:
    modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left, says: at night}]}}
    procedures:
      attack:
        rule: "2.1"
        steps:
        - {column: crt, odds: [2, 1]}
        - {shift: crt, lines: [{line: shifts.night, when: turn == 2}]}
Good:
    modifiers: {shifts: {name: Shifts, lines: [{id: night, effect: left 1, says: at night}]}}
    procedures:
      attack:
        rule: "2.1"
        steps:
        - {column: crt, odds: [2, 1]}
        - {shift: crt, lines: [{line: shifts.night, when: turn == 2}]}
""",
}
"""Codes of reading a game (L), each with its title, its reason, and a bad and a good example where possible."""

RETIRED_CODES = {
    code: f"""Retired: {title}.

No finding has this code any more, because most of its findings in published rulebooks were wrong. It is not used again
for another defect.
"""
    for code, title in {
        "Q062": "the text names a phase that is not in the sequence of play",
        "Q063": "the text names a table that the document does not show",
        "Q070": "an abbreviation is used five times or more, but it is neither listed nor explained",
    }.items()
}
"""Codes of removed checks. They keep their texts, so that old reports can be read and no code is used again."""

BUILD_CODES = {
    "Q001": """A rulebook cannot be proofread.

The file does not exist, has another format than text, Markdown or PDF, is damaged or too large, or is a scan
without text.
""",
    "B001": "An option has an unknown value.\n\nThe message lists the allowed values.",
    "B002": "The reading of the calibration page cannot be parsed.\n\n"
    "Write the readings of the scales A and D, then those of B and C, with units: --back-shift "
    "0.2mm/0.6mm,-0.2mm/0.1mm. They give the shift, the rotation and the scale of the backs. A shift to the right and "
    "down without the page is --back-shift 0.4mm,-0.2mm, with a clockwise angle 0.4mm,-0.2mm,0.1deg. A "
    "printer profile, ~/.config/pnp/printers/NAME.yaml, contains such a reading under back_shift; then write "
    "--back-shift NAME.",
    "B003": "A component is larger than the printable part of the paper.\n\n"
    "Marks and rulers need room too. Choose a larger paper.",
    "B004": "The map cannot be cut into tiles of this paper.\n\nThe margins leave no room on the paper.",
    "B005": "The query of `pnp odds` is invalid.\n\n"
    "It names an unknown procedure, parameter, unit or place, or leaves out an argument.",
    "B006": "A procedure cannot run to its end.\n\n"
    "Something that it needs is missing, or there are too many possibilities to compute. If a player must decide, "
    "write `policy` (how the player decides) in that step, or give the decision with --choose.",
    "B007": "A boxed example is too high for a column of the rules booklet.\n\n"
    "pnp splits the box between two steps and reduces its figure. It still does not fit, because its heading or one "
    "step is higher than a column.",
    "B008": "Two games would be built into the same folder.\n\n"
    "The folder of a kit has the name of its game's folder. Rename a game's folder, or build each with its own -o.",
    "B009": "The rules of a series (a game with several scenarios) cannot be played without a scenario.\n\n"
    "Only a scenario has the map and units that are needed. Add --scenario NAME.",
    "B010": "Probabilities cannot be drawn on the map.\n\n"
    "--map needs results that are, or begin with, hex numbers. Choose such a result with --show.",
    "B011": "The chosen parts of a game have nothing to print.\n\n"
    "The game lacks these parts, or its pieces cannot be printed in this way: counters without backs are not folded. "
    "Name other parts with --only, or choose another --duplex.\n\nSeverity: warning.",
    "B012": "A seam between two tiles of a map cuts a hex number, a name or a word.\n\n"
    "Seams avoid all texts if this is possible with the same number of tiles. Where it is not, the warning names the "
    "page, the tiles and the texts. Move the text, for example a label or a panel, or print the map on another paper.",
    "B013": "A study edition of a game of somebody else would be published.\n\n"
    "Print targets of shops (`public: true`) and the errata page are for publishing. Ask the owner of the game for "
    "permission and write `basis: permission`, or build with --allow-study if you may publish the edition.",
    "B014": "A kit cannot be dated.\n\n"
    "With --dated, a game without a date prints that of SOURCE_DATE_EPOCH (seconds since 1970), or else of the last "
    "commit that changed its folder, in UTC. The folder must then be as it was committed. No clock is read.",
    "B015": "A part of a kit cannot be made because the data has errors, or only without some records.\n\n"
    "A draft (--draft) has a page in its place, and its first page lists the errors. Correct them first.",
    "E001": "A version to compare does not exist.\n\n"
    "Write the folder of a game or its name (GAME), a folder at a git revision (v1.0:FOLDER), or any of these with an "
    "overlay (GAME@OVERLAY). After --from, the overlay or the revision alone is enough. Revisions and tags are read "
    "with git, which must be installed.",
    "E002": "Two different games were compared.\n\n"
    "Only versions of one game can be compared. Two versions belong to one game if they have the same title, or if at "
    "least half of their values are the same. If the title and most values have changed, copy the old version into "
    "another folder, write the new title in its game.yaml, and compare the copy.",
    "E003": "The folder of a game is not in a git repository.\n\n"
    "An errata page lists the editions that have a tag in the repository of the game. To create a repository, run git "
    "init in the folder, commit the game (git add, git commit), and tag the commit (git tag v1.0).",
    "E004": "No tag of the repository contains the game.\n\n"
    "Each edition on an errata page is a tag. The repository has no tags, none matches --tags, or none of those that "
    "match contains the game.yaml of the game. A clone without its whole history often lacks the tags: git fetch "
    "--tags --unshallow fetches both.",
    "E005": "An edition has no errata kit, because its data has errors.\n\n"
    "The page of `pnp errata-page` lists the edition with its errors. The previous edition is then compared with the "
    "next edition that has no errors.\n\nSeverity: warning.",
    "E006": "The folder of --from-kit is not a kit of the old edition.\n\n"
    "Name the folder of the kit that was printed, with its manifest.json, and build the errata kit with the same "
    "paper, print target and inks. Without these options, those of the printed kit are used.",
    "E007": "A part of the game changed, but the kit of --from-kit does not contain it.\n\n"
    "The errata kit has no patches and pages for this part, and the errata sheet says so. If the owner has printed the "
    "part, name a kit that contains it.\n\nSeverity: warning.",
    "R101": "An insert or a reference in the rules text names something that does not exist.\n\n"
    'An insert such as `{{ table("crt") }}` names a table, a picture or another item by its id. L019 checks inserts of '
    "values in all texts. R002 checks references to cases.",
    "R102": "A table of the rules text is wider than a column of the booklet.\n\n"
    "Each column of the table needs the width of its longest word. The column of the booklet is measured on the "
    "narrowest paper, A4.",
    "R103": "A list of the rules text has more than 5 levels.\n\nEach level takes room from the column.",
    "R104": "The rules text refers to a picture in a file.\n\nThe booklet shows only drawings made from the data.",
    "W001": "The libraries that typeset pages are missing.\n\n"
    "Aids and rules need Pango; maps, counters and checks work without it. `make kit` installs Pango, or says how; "
    "with --only map,counters pnp needs no Pango.",
    "W002": "A page refers to a drawing, font, file or anchor that does not exist.\n\n"
    "The pages and style sheets are in `templates`. If you have not changed them, report this as a fault of pnp.",
    "W003": "The page layout engine did not understand a style sheet.\n\n"
    "The style sheets are in `templates`. If you have not changed them, report this as a fault of pnp.\n\n"
    "Severity: warning.",
    "W004": "The disk is full.\n\nThe previous kit is unchanged.",
    "W005": "A file or folder cannot be written.\n\nThe previous kit is unchanged.",
    "W006": "A folder that a kit would replace contains files that no build has written.\n\n"
    "They would be lost, so nothing is written. Move these files, or build into another folder with -o.",
    "W007": "The blocks (sections) of a player aid do not fit on its page.\n\n"
    "Each page of the data becomes one page of paper. The message states their height at the smallest type size.",
    "W008": "A file of a kit would be outside the kit's folder, or has a name that some systems refuse.\n\n"
    "I013 finds unsafe ids before a build. This check is a second safeguard.",
    "W009": "The folder for this kit already contains another kit.\n\n"
    "Its manifest.json lists the game, overlays, paper and parts of that kit. Nothing is written. Build into another "
    "folder with -o, or delete the old kit.",
    "W010": "The operating system refused a resource, such as memory, or ended a process of the build.\n\n"
    "Often memory has run out; use fewer processes with -j. The previous kit is unchanged.",
}
"""Codes of options (B), of typesetting the rules text (R1) and of writing files (W)."""
