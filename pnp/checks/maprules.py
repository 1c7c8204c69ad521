"""Rules of the map: they speak of terrain, units, edges and rulings that there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.checks.checked_game import CheckedGame, check, records, unknown
from pnp.checks.map_terrain import EDGES
from pnp.findings import Fault, did_you_mean
from pnp.load.board import Board
from pnp.model.maprule import Having, MapRule, MapRules, Trait
from pnp.rules.map.positions import counter_traits
from pnp.rules.state.unit import factor_name

BARS = ("prohibited", "enemy", "friend", "zoc")
"""What may bar a unit besides terrain."""
FACES = ("full", "reduced", "disrupted", "blank", "emblem")


def _rules(checked: CheckedGame) -> Iterator[tuple[str, MapRule]]:
    """Every rule of the map with its path."""
    for path, record in records(checked.game.map_rules, "map_rules"):
        if isinstance(record, MapRule):
            yield path, record


def _word(checked: CheckedGame, path: str, i: int, fault: Fault) -> Fault:
    """The fault at one word of several."""
    return fault._replace(spot=checked.game.spot(f"{path}.{i}"))


@check("M025")
def map_rule_of_no_terrain(checked: CheckedGame) -> Iterator[Fault]:
    """A rule of the map speaks of terrain that the game does not have, or of a kind that cannot be meant there.

    Roads are along which one moves and traces supply, places are what a side controls, markers are what fortifies. In
    `blocked_by` stand terrain, `prohibited`, `enemy`, `friend` and `zoc`.

    Bad:
        map_rules: {supply: {free: raod, limits: [{steps: 5}], sources: [{edges: north}]}}
    Good:
        map_rules: {supply: {free: road, limits: [{steps: 5}], sources: [{edges: north}]}}
    """
    terrain = checked.game.terrain
    for path, words, kinds, more in _terrain_words(checked.game.map_rules):
        for i, word in enumerate(words):
            if word in more:
                continue
            fitting = [id_ for id_, kind in terrain.items() if kind.of in kinds]
            if word not in terrain:
                yield _word(checked, path, i, unknown(path, "terrain", word, [*fitting, *more]))
            elif word not in fitting:
                wrong = f"{word} is terrain of a {terrain[word].of}, not of a {' or '.join(kinds)}"
                write = f"write one of {', '.join(fitting)}" if fitting else ""
                yield _word(checked, path, i, Fault(path, wrong, write))


def _terrain_words(rules: MapRules | None) -> Iterator[tuple[str, Iterable[str], tuple[str, ...], tuple[str, ...]]]:
    """Words for terrain: their path, themselves, the kinds that fit, and other words that may stand there."""
    ground, everything = ("hex", "place", "hexside"), ("hex", "place", "hexside", "path")
    if rules is None:
        return
    if rules.movement:
        yield "map_rules.movement.along", rules.movement.along, ("path",), ()
        for way, along in rules.movement.along.items():
            yield f"map_rules.movement.along.{way}.waives", along.waives, ("hexside",), ()
        yield "map_rules.movement.stops", rules.movement.stops, ground, ()
        yield "map_rules.movement.blocked_by", rules.movement.blocked_by, ground, BARS
        for i, change in enumerate(rules.movement.allowance):
            yield f"map_rules.movement.allowance.{i}.on", change.on, ("hex", "place", "path"), ()
        for name, unit_class in rules.movement.classes.items():
            yield f"map_rules.movement.classes.{name}.costs", unit_class.costs, everything, ()
            yield f"map_rules.movement.classes.{name}.one_way", unit_class.one_way, ("hexside",), ()
    if rules.zoc:
        yield "map_rules.zoc.blocked_by", rules.zoc.blocked_by, ground, ("prohibited",)
        yield "map_rules.zoc.fortified_by", rules.zoc.fortified_by, ("marker",), ()
    if rules.supply:
        yield "map_rules.supply.free", rules.supply.free, ("path",), ()
        yield "map_rules.supply.blocked_by", rules.supply.blocked_by, ground, BARS
        for i, source in enumerate(rules.supply.sources):
            yield f"map_rules.supply.sources.{i}.terrain", source.terrain, ("hex", "place", "path"), ()
    if rules.retreat:
        yield "map_rules.retreat.blocked_by", rules.retreat.blocked_by, ground, BARS
    if rules.advance:
        yield "map_rules.advance.blocked_by", rules.advance.blocked_by, ground, BARS
    for i, control in enumerate(rules.control):
        yield f"map_rules.control.{i}.places", control.places, ("hex", "place"), ()


@check("M026")
def map_rule_of_no_unit(checked: CheckedGame) -> Iterator[Fault]:
    """A rule of the map is for units that there are not: no counter has the side, group, formation or symbol named.

    Bad:
        map_rules: {zoc: {unless: {groups: scouts}}}
    Good:
        map_rules: {zoc: {unless: {symbol: artillery}}}
    """
    known = _traits(checked)
    for path, field, having in _havings(checked):
        for i, wanted in enumerate(having):
            for trait, words in wanted.items():
                inner = f"{path}.{field}.{trait}" if len(having) == 1 else f"{path}.{field}.{i}.{trait}"
                if not words:
                    yield Fault(inner, f"{trait} names nothing", "write a word, or delete the line")
                for n, word in enumerate(words):
                    if trait in known and word not in known[trait]:
                        said = f"{word} among its {trait}" if trait == "groups" else f"{trait} {word}"
                        fault = Fault(inner, f"no unit has {said}", did_you_mean(word, known[trait]))
                        yield _word(checked, inner, n, fault)


def _havings(checked: CheckedGame) -> Iterator[tuple[str, str, Having]]:
    rules = checked.game.map_rules
    if rules is not None:
        yield "map_rules", "units", rules.units
    for path, rule in _rules(checked):
        for field in ("having", "unless"):
            if field in type(rule).model_fields:
                yield path, field, getattr(rule, field)


def _traits(checked: CheckedGame) -> dict[Trait, set[str]]:
    """Every word that a counter has, trait by trait; markers on units can be any word."""
    found: dict[Trait, set[str]] = {"face": set(FACES)}
    for id_ in checked.game.counters:
        for trait, words in counter_traits(checked.game, id_).items():
            found.setdefault(trait, set()).update(words - {""})
    return found


@check("M027")
def map_rule_under_no_ruling(checked: CheckedGame) -> Iterator[Fault]:
    """A rule of the map holds under a ruling or an option that the game does not have, so it would never hold.

    Bad:
        map_rules: {advance: {ruling: {R-01: bleu}}}
    Good:
        map_rules: {advance: {ruling: {R-01: blue}}}
    """
    rulings = checked.game.rulings
    for path, rule in _rules(checked):
        for id_, options in rule.ruling.items():
            if id_ not in rulings:
                yield unknown(f"{path}.ruling.{id_}", "ruling", id_, rulings)
                continue
            if not options:
                yield Fault(f"{path}.ruling.{id_}", f"no option of {id_} is named", "write one, or delete the ruling")
            for i, option in enumerate(options):
                if option not in rulings[id_].options:
                    inner = f"{path}.ruling.{id_}"
                    fault = unknown(inner, f"option of {id_} called", option, rulings[id_].options)
                    yield _word(checked, inner, i, fault)


@check("M028")
def movement_factor_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The factor that gives units their movement allowance is not printed on the counters.

    Bad:
        map_rules: {movement: {factor: speed}}
    Good:
        map_rules: {movement: {factor: movement}}
    """
    game = checked.game
    if game.map_rules is None or game.map_rules.movement is None:
        return
    printed = game.counter_print.factors if game.counter_print else ()
    factor = game.map_rules.movement.factor
    if factor and factor_name(factor) not in map(factor_name, printed):
        yield unknown("map_rules.movement.factor", "factor", factor, printed)


@check("M030")
def supply_source_nowhere(checked: CheckedGame) -> Iterator[Fault]:
    """A source of supply lies nowhere: at an edge or in a hex that the map does not have, or no place is given.

    Edges are those of the map, and `north`, `south`, `west` and `east`.

    Bad:
        map_rules: {supply: {limits: [{steps: 5}], sources: [{edges: nort}]}}
    Good:
        map_rules: {supply: {limits: [{steps: 5}], sources: [{edges: north}]}}
    """
    supply = checked.game.map_rules.supply if checked.game.map_rules else None
    board = checked.board
    if supply is None or board is None:
        return
    for i, source in enumerate(supply.sources):
        path = f"map_rules.supply.sources.{i}"
        for n, edge in enumerate(source.edges):
            if edge not in (*board.edges, *EDGES):
                yield _word(checked, f"{path}.edges", n, unknown(f"{path}.edges", "edge", edge, {*board.edges, *EDGES}))
        for n, number in enumerate(source.hexes):
            if not _readable(board, number):
                wrong = f"{number!r} is no hex of this map"
                yield _word(checked, f"{path}.hexes", n, Fault(f"{path}.hexes", wrong, "write hex numbers of the map"))
        if not (source.edges or source.hexes or source.terrain):
            yield Fault(path, "this source of supply lies nowhere", "write edges, hexes or terrain")


def _readable(board: Board, number: str) -> bool:
    try:
        board.grid.parse_hexes(number)
    except ValueError:
        return False
    return True


@check("M031")
def control_of_nobody(checked: CheckedGame) -> Iterator[Fault]:
    """A place belongs at the start to a side that the game does not have, or the place is not on the map.

    Bad:
        map_rules: {control: [{places: town, start: bleu}]}
    Good:
        map_rules: {control: [{places: town, start: blue}]}
    """
    game, board = checked.game, checked.board
    for i, control in enumerate(game.map_rules.control if game.map_rules else ()):
        path = f"map_rules.control.{i}"
        if control.start and control.start not in game.sides:
            yield unknown(f"{path}.start", "side", control.start, game.sides)
        for number, side in control.starts.items():
            if side not in game.sides:
                yield unknown(f"{path}.starts.{number}", "side", side, game.sides)
            if board is not None and not _readable(board, number):
                yield Fault(f"{path}.starts.{number}", f"{number!r} is no hex of this map", "write a hex number")


@check("M036")
def one_way_out_of_nowhere(checked: CheckedGame) -> Iterator[Fault]:
    """Units cross hexsides only out of an edge or a region that the map does not have, so they would never cross them.

    Bad:
        map_rules: {movement: {factor: movement, classes: {rafts: {having: {side: red}, one_way: {stream: nort}}}}}
    Good:
        map_rules: {movement: {factor: movement, classes: {rafts: {having: {side: red}, one_way: {stream: north}}}}}
    """
    game, board = checked.game, checked.board
    movement = game.map_rules.movement if game.map_rules else None
    for name, unit_class in movement.classes.items() if movement and board else ():
        for kind, area in unit_class.one_way.items():
            known = {*(board.edges if board else ()), *(board.regions if board else ()), *EDGES}
            if area not in known:
                yield unknown(f"map_rules.movement.classes.{name}.one_way.{kind}", "edge or region", area, known)
