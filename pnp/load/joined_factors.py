"""Joins the factors of a face that are written one by one: `front: {attack: 3, defence: 4}` is `3-4`."""

from __future__ import annotations

from pnp.load.tree import Node
from pnp.model.counter import Face

_FACES = ("front", "back")


def factor_names(root: Node) -> tuple[str, ...]:
    """Return the names of the factors of units, in print order, out of the data tree of a game."""
    about = root.mapping.get("counter_print")
    factors = about.mapping.get("factors") if about else None
    if factors is None:
        return ()
    items = factors.value if isinstance(factors.value, list) else [factors]
    return tuple(word for item in items for word in str(item.value).replace(",", " ").split())


def with_joined_factors(root: Node) -> Node:
    """Return a data tree in which the factors of a face that are written one by one are one text, such as `3-4-3`."""
    names, counters = factor_names(root), root.mapping.get("counters")
    if not names or counters is None:
        return root
    joined = {id_: _with_joined_factors(counter, names) for id_, counter in counters.mapping.items()}
    if all(joined[id_] is counter for id_, counter in counters.mapping.items()):
        return root
    changed = Node(joined, counters.source, counters.start, counters.end, counters.key, counters.was)
    return Node(root.mapping | {"counters": changed}, root.source, root.start, root.end, root.key, root.was)


def _with_joined_factors(counter: Node, names: tuple[str, ...]) -> Node:
    """Return a counter whose faces have their factors in one text."""
    changed = {}
    for key in _FACES:
        face = counter.mapping.get(key)
        single = [name for name in names if face and name in face.mapping and name not in Face.model_fields]
        if face is None or not single or "factors" in face.mapping:
            continue
        text = "-".join(str(face.mapping[name].value) if name in single else "" for name in names)
        first, last = face.mapping[single[0]], face.mapping[single[-1]]
        factors = Node(text, first.source, first.start, max(last.end, first.end), first.key)
        rest = {name: node for name, node in face.mapping.items() if name not in single}
        changed[key] = Node(rest | {"factors": factors}, face.source, face.start, face.end, face.key, face.was)
    if not changed:
        return counter
    fields = counter.mapping | changed
    return Node(fields, counter.source, counter.start, counter.end, counter.key, counter.was)
