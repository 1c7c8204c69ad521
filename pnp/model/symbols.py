"""The names that counters may use for what is drawn on them: unit symbols, pictures, emblems, and what each shows.

Drawing code has a shape for every name here and no others; checks and legends read the same names.
"""

SYMBOL_PARTS = {
    "infantry": "infantry: two crossed straps",
    "armour": "armour: a tank's track",
    "reconnaissance": "reconnaissance: one strap",
    "cavalry": "cavalry: one strap, the half under it dark",
    "artillery": "artillery: a cannonball",
    "rocket-artillery": "rocket artillery: a ball under two points",
    "mortar": "mortar: a bomb flying up from its plate",
    "infantry-gun": "infantry guns: a ball between two wheels",
    "machine-gun": "machine guns: an arrow on a foot",
    "heavy-weapons": "heavy weapons: an arrow on a foot with a crossbar",
    "antitank": "anti-tank: a point turned to the enemy",
    "antiaircraft": "anti-aircraft: a dome",
    "engineer": "engineers: a bridge, or an E lying down",
    "bridging": "bridging: a span between two banks",
    "flamethrower": "flamethrowers: a flame",
    "technical": "technical troops: a cogwheel",
    "headquarters": "headquarters: a pennant",
    "supply": "supply: a line along the foot",
    "transport": "transport: a wheel",
    "signals": "signals: a flash",
    "medical": "medical: a cross",
    "maintenance": "workshops: a spanner",
    "railway": "railway troops: rails and sleepers",
    "police": "military police and security: a shield",
    "replacement": "replacements: an open ring",
    "marine": "marines: an anchor",
    "commando": "commandos: a dagger",
    "patrol-boat": "patrol boats: a hull with its mast",
    "parachute": "parachute: a canopy",
    "glider": "glider: wings and a keel",
    "airlanding": "airlanding: a wing pointing down",
    "mountain": "mountain: a peak",
    "ski": "ski: a pair of tips",
    "bicycle": "bicycle: two wheels on a bar",
    "motorized": "motorized: an upright line",
    "wheeled": "wheeled: three wheels",
}
"""Part of a unit symbol -> what it means and how to recognize it. A symbol is parts with `+`: `infantry+parachute`."""

SYMBOL_ALIASES = {
    "mechanized": "infantry+armour",
    "self-propelled-artillery": "armour+artillery",
    "self-propelled-antitank": "armour+antitank",
    "armoured-reconnaissance": "armour+reconnaissance",
}
"""Customary name of a symbol -> its parts."""

PICTURES = {
    "aircraft": "a fighter from above, with the side's emblem on its wings",
    "bomber": "a twin-engined aircraft from above, with the side's emblem on its wings",
    "warship": "a ship from the side",
    "calendar": "a calendar leaf with the sides' emblems; `number` is its heading",
    "truck": "a lorry",
    "tank": "a tank",
    "laurel": "a wreath; `number` stands in it",
    "numeral": "only the `number`, large",
    "symbol": "the counter's unit symbol, large",
    "emblem": "the face's, the formation's or the side's emblem, large",
    "die": "a die",
    "flag": "a flag with the owner's emblem",
    "arrow": "an arrow to the right",
    "arrow-burst": "an arrow, then a burst",
    "burst-arrow": "a burst, then an arrow",
    "burst": "a burst",
    "crate": "a crate",
    "crate-barred": "a crate struck out",
    "crate-parachute": "a crate under a parachute",
    "parachute": "a parachute",
    "gun-firing": "a gun that fires",
    "sandbags": "a wall of sandbags",
    "wire": "barbed wire",
    "barrier": "a barrier across a road",
    "bridge": "a bridge",
    "bridge-down": "a broken bridge",
    "fire": "a flame",
    "pin": "a pin that marks a place",
    "plain-star": "a star in the side's accent",
    "swords": "crossed swords",
    "rifleman": "a soldier on the march: peaked cap, pack, rifle on the shoulder",
    "guardsman": "a soldier at ease: fur cap, long coat, rifle at his side",
    "helmet": "a steel helmet",
    "shield": "a shield",
    "stop": "a stop sign",
    "hourglass": "an hourglass",
    "sun": "the sun",
    "moon": "the moon",
    "rain": "a cloud that rains",
    "snow": "a snowflake",
    "train": "a locomotive",
    "question": "a question mark",
    "eye": "an open eye",
    "crosshair": "a ring with cross hairs",
    "gun-barred": "a gun struck out",
    "wheels-barred": "a tank's running gear struck out",
    "turn-right": "a tank, and an arrow off to the right",
    "turn-left": "a tank, and an arrow off to the left",
    "ahead": "a tank, and an arrow straight ahead",
    "reverse": "a tank, and an arrow backwards",
    "stunned": "a helmet under stars",
    "crew-lost": "a helmet on a rifle that stands in the ground",
    "wreck": "a tank that burns",
}
"""Picture on a marker -> what it shows. The name of an emblem is a picture too."""

PICTURES_OF_A_COUNTER = ("numeral", "symbol", "emblem")
"""Pictures that show something of the counter that they stand on."""

PICTURES_WITH_NUMBER = ("numeral", "laurel", "calendar")
"""Pictures in which the face's `number` stands; under any other it is printed as a strength at the foot."""

EMBLEMS = {
    "roundel": "three rings, blue, white and red",
    "roundel-green": "three rings, green, white and red",
    "roundel-blue": "a pale blue disc ringed dark blue",
    "sun-disc": "a red disc edged white",
    "star": "a white star on blue",
    "red-star": "a red star",
    "cross": "a black cross edged white",
    "triangle": "an orange triangle edged black",
    "many-pointed-star": "a white star of twelve points on blue",
    "disc": "a plain disc in the side's accent",
    "diamond": "a plain diamond in the side's accent",
    "square": "a plain square in the side's accent",
    "black-cat": "a black cat's head",
    "chrysanthemum": "a chrysanthemum of sixteen petals",
    "wolf": "a wolf's head",
    "ball-of-fire": "a ball with flames",
    "dagger": "a dagger",
    "crossed-swords": "two crossed swords",
    "tower": "a castle's tower",
    "clover": "a clover leaf",
    "palm": "a palm tree",
    "sun-rays": "a sun with sixteen rays",
    "anchor": "an anchor",
}
"""Emblem of a side or a formation -> what it shows."""


def symbol_parts(symbol: str) -> tuple[str, ...]:
    """The parts of a unit symbol as written, aliases resolved; names are not checked.

    >>> symbol_parts("mechanized+parachute")
    ('infantry', 'armour', 'parachute')
    """
    words = (SYMBOL_ALIASES.get(word.strip(), word.strip()) for word in symbol.split("+"))
    return tuple(dict.fromkeys(part for word in words for part in word.split("+")))
