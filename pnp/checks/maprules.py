"""Checks of the names in map rules: the terrain, units, edges and rulings exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.board import Board
from pnp.checks.checked_game import CheckedGame, check, records, unknown
from pnp.checks.map_terrain import EDGES
from pnp.findings import Fault, Severity, did_you_mean, near_match
from pnp.message import clip, join_words
from pnp.model.maprule import Having, MapRule, MapRules, Trait
from pnp.model.step import StepRecord, steps_in
from pnp.rules.expressions.game_words import symbol_hint
from pnp.rules.map.positions import counter_traits
from pnp.rules.state.unit import factor_name

BARS = ("prohibited", "enemy", "friend", "zoc")
"""Words besides terrain that may be in `blocked_by`."""
FACES = ("full", "reduced", "disrupted", "blank", "emblem")


def _map_rules(checked: CheckedGame) -> Iterator[tuple[str, MapRule]]:
    """Yield every map rule with its path in the data."""
    for path, record in records(checked.game.map_rules, "map_rules"):
        if isinstance(record, MapRule):
            yield path, record


def _fault_at_word(checked: CheckedGame, path: str, index: int, fault: Fault) -> Fault:
    """Return a fault with the source location of the word at this index of a list."""
    return fault._replace(spot=checked.game.spot(f"{path}.{index}"))


@check("M025")
def map_rule_terrain_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A map rule names a terrain that does not exist, or that does not fit the rule.

    Rules of movement and supply need paths such as roads, rules of control need hexes or places, and `fortified_by`
    needs a marker. `blocked_by` lists terrain, and in most rules also `prohibited`, `enemy`, `friend` or `zoc`. A
    marker acts as terrain only if `map_rules.markers` has a rule for it. There, `breaks` lists the paths that it
    interrupts, and `cancels` the terrain of its hex or hexside that no longer counts.

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
                yield _fault_at_word(checked, path, i, unknown(path, "terrain", word, [*fitting, *more]))
            elif word not in fitting:
                wrong = f"the terrain {word} is defined for a {terrain[word].of}, not for a {join_words(kinds, 'or')}"
                write = f"write {join_words(fitting, 'or')}" if fitting else ""
                yield _fault_at_word(checked, path, i, Fault(path, wrong, write))


def _terrain_words(rules: MapRules | None) -> Iterator[tuple[str, Iterable[str], tuple[str, ...], tuple[str, ...]]]:
    """Yield (path, terrain words, kinds that fit, other allowed words) for each list of terrain."""
    areas, everything = ("hex", "place", "hexside"), ("hex", "place", "hexside", "path")
    if rules is None:
        return
    markers = tuple(rules.markers)
    yield "map_rules.markers", markers, ("marker",), ()
    for name, marker in rules.markers.items():
        yield f"map_rules.markers.{name}.breaks", marker.breaks, ("path",), ()
        yield f"map_rules.markers.{name}.cancels", marker.cancels, areas, ()
    if rules.movement:
        yield "map_rules.movement.along", rules.movement.along, ("path",), ()
        for name, along in rules.movement.along.items():
            yield f"map_rules.movement.along.{name}.waives", along.waives, ("hexside",), ()
        yield "map_rules.movement.stops", rules.movement.stops, areas, markers
        yield "map_rules.movement.blocked_by", rules.movement.blocked_by, areas, (*BARS, *markers)
        for i, change in enumerate(rules.movement.allowance):
            yield f"map_rules.movement.allowance.{i}.on", change.on, ("hex", "place", "path"), markers
        for name, unit_class in rules.movement.classes.items():
            yield f"map_rules.movement.classes.{name}.costs", unit_class.costs, everything, markers
            yield f"map_rules.movement.classes.{name}.one_way", unit_class.one_way, ("hexside",), ()
    if rules.zoc:
        yield "map_rules.zoc.blocked_by", rules.zoc.blocked_by, areas, ("prohibited", *markers)
        yield "map_rules.zoc.fortified_by", rules.zoc.fortified_by, ("marker",), ()
    if rules.supply:
        yield "map_rules.supply.free", rules.supply.free, ("path",), ()
        yield "map_rules.supply.blocked_by", rules.supply.blocked_by, areas, (*BARS, *markers)
        for i, source in enumerate(rules.supply.sources):
            yield f"map_rules.supply.sources.{i}.terrain", source.terrain, ("hex", "place", "path"), ()
    if rules.retreat:
        yield "map_rules.retreat.blocked_by", rules.retreat.blocked_by, areas, (*BARS, *markers)
    if rules.advance:
        yield "map_rules.advance.blocked_by", rules.advance.blocked_by, areas, (*BARS, *markers)
    for i, control in enumerate(rules.control):
        yield f"map_rules.control.{i}.places", control.places, ("hex", "place"), ()


@check("M026")
def map_rule_unit_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A map rule applies to units that do not exist.

    No counter has the side, group, size or formation that it names. A symbol is only a drawing; what rules need is
    in `groups`.

    Bad:
        map_rules: {zoc: {unless: {groups: scouts}}}
    Good:
        map_rules: {zoc: {unless: {side: blue}}}
    """
    known = _known_traits(checked)
    for path, field, having in _unit_filters(checked):
        for i, wanted in enumerate(having):
            for trait, words in wanted.items():
                inner = f"{path}.{field}.{trait}" if len(having) == 1 else f"{path}.{field}.{i}.{trait}"
                if not words:
                    yield Fault(inner, f"{trait} has no words", "write a word, or delete the line")
                for n, word in enumerate(words):
                    if trait in known and word not in known[trait]:
                        text = f"group {word}" if trait == "groups" else f"{trait} {word}"
                        drawn = symbol_hint(checked.game, word) if trait == "groups" else ""
                        fault = Fault(inner, f"no unit has {text}", drawn or did_you_mean(word, known[trait]))
                        yield _fault_at_word(checked, inner, n, fault)


def _unit_filters(checked: CheckedGame) -> Iterator[tuple[str, str, Having]]:
    """Yield (path of the rule, field, filter) for each filter of units in the map rules."""
    rules = checked.game.map_rules
    if rules is not None:
        yield "map_rules", "units", rules.units
    for path, rule in _map_rules(checked):
        for field in ("having", "unless"):
            if field in type(rule).model_fields:
                yield path, field, getattr(rule, field)


def _known_traits(checked: CheckedGame) -> dict[Trait, set[str]]:
    """Return the values that the game's counters have for each trait, such as `side`.

    Markers on units can be any word.
    """
    found: dict[Trait, set[str]] = {"face": set(FACES)}
    for id_ in checked.game.counters:
        for trait, words in counter_traits(checked.game, id_).items():
            found.setdefault(trait, set()).update(words - {""})
    return found


@check("M027")
def map_rule_ruling_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A map rule depends on a ruling that does not exist, or on an option that the ruling does not have.

    A ruling answers a question that the rules leave open. It has options and a default. A map rule that depends on an
    unknown ruling or option would never apply.

    Bad:
        map_rules: {advance: {ruling: {R-01: bleu}}}
    Good:
        map_rules: {advance: {ruling: {R-01: blue}}}
    """
    rulings = checked.game.rulings
    for path, rule in _map_rules(checked):
        for id_, options in rule.ruling.items():
            if id_ not in rulings:
                yield unknown(f"{path}.ruling.{id_}", "ruling", id_, rulings)
                continue
            if not options:
                yield Fault(
                    f"{path}.ruling.{id_}",
                    f"this rule names no option of the ruling {id_}",
                    "write one, or delete the ruling",
                )
            for i, option in enumerate(options):
                if option not in rulings[id_].options:
                    inner = f"{path}.ruling.{id_}"
                    write = did_you_mean(option, rulings[id_].options)
                    fault = Fault(inner, f"the ruling {id_} has no option {option}", write)
                    yield _fault_at_word(checked, inner, i, fault)


@check("M028")
def movement_factor_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The factor that the map rules use as the movement allowance is not on the counters.

    `counter_print.factors` names the factors.

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
def supply_source_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A source of supply has no location, or its edge or hex is not on the map.

    Its location is `edges`, `hexes` or `terrain`. Edges are those of the map, and `north`, `south`, `west` and `east`.

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
                yield _fault_at_word(
                    checked, f"{path}.edges", n, unknown(f"{path}.edges", "edge", edge, {*board.edges, *EDGES})
                )
        for n, number in enumerate(source.hexes):
            if not _is_hex_number(board, number):
                wrong = f"hex {clip(number) or repr(number)} is not on this map"
                yield _fault_at_word(
                    checked, f"{path}.hexes", n, Fault(f"{path}.hexes", wrong, "write hex numbers of the map")
                )
        if not (source.edges or source.hexes or source.terrain):
            yield Fault(path, "this source of supply has no location", "write edges, hexes or terrain")


def _is_hex_number(board: Board, number: str) -> bool:
    """Return whether a text is the number of a hex on the board."""
    try:
        board.grid.parse_hexes(number)
    except ValueError:
        return False
    return True


@check("M031")
def controlling_side_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """The initial control of hexes names a side that does not exist, or a hex that is not on the map.

    `start` is the side that controls all of these places at the beginning; `starts` lists the sides of single hexes.

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
            if board is not None and not _is_hex_number(board, number):
                yield Fault(
                    f"{path}.starts.{number}",
                    f"hex {clip(number) or repr(number)} is not on this map",
                    "write a hex number",
                )


@check("M036")
def one_way_area_unknown(checked: CheckedGame) -> Iterator[Fault]:
    """A one-way rule (`one_way`) names a map edge or region that does not exist.

    Such a rule lets a class of units cross a kind of hexside in one direction only: out of that edge or region.

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


@check("M050", Severity.WARNING)
def marker_never_placed(checked: CheckedGame) -> Iterator[Fault]:
    """Map rules say how a marker changes terrain, but nothing in the data puts that marker on the map.

    No step `mark`, worked example or claim names it. The name is often misspelt there.

    Bad:
        terrain: {mine: {name: Mine, of: marker, look: position, cost: "+1"}}
        map_rules: {markers: {mine: {rule: "1.0"}}}
        procedures: {dig: {rule: "1.0", given: {where: hex}, steps: [{mark: where, with: mien}]}}
    Good:
        terrain: {mine: {name: Mine, of: marker, look: position, cost: "+1"}}
        map_rules: {markers: {mine: {rule: "1.0"}}}
        procedures: {dig: {rule: "1.0", given: {where: hex}, steps: [{mark: where, with: mine}]}}
    """
    game = checked.game
    if game.map_rules is None or not game.map_rules.markers:
        return
    steps = (step for one in game.procedures.values() for step in steps_in(one.steps, StepRecord))
    placed = {str(getattr(step, "word", "")) for step in steps if step.kind == "mark"}
    set_ups = [example.markers for example in game.examples.values()]
    set_ups += [case.markers for claim in game.claims.values() for case in (claim, *claim.lines)]
    placed |= {word for markers in set_ups for words in markers.values() for word in words}
    for id_ in game.map_rules.markers:
        if id_ in game.terrain and id_ not in placed:
            near = near_match(id_, placed)
            write = f"did you mean {near}?" if near else f"write a step mark with {id_}, or delete this rule"
            yield Fault(f"map_rules.markers.{id_}", f"nothing puts the marker {id_} on the map", write)
