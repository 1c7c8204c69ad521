"""Records of motifs, and of layers that consist of them: plants, vehicles, people and buildings."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidationError, ValidationInfo, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from pnp.findings import did_you_mean
from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.cover_layers.scene_layer import (
    LAYER_KINDS,
    PICTURED,
    Count,
    Motif,
    Position,
    SceneLayer,
    Size,
    Tones,
    layer_kinds,
)
from pnp.model.record import enter

Hat: TypeAlias = Literal["helmet", "kepi", "fur_hat", "slouch_hat"]


@enter(LAYER_KINDS, "fan_palm")
class FanPalm(Motif):
    """A palm with a straight trunk and a round crown of fans; `height` is the height of its trunk."""

    height: Size = 150


@enter(LAYER_KINDS, "feather_palm")
class FeatherPalm(Motif):
    """A palm with a curved trunk, which leans by `lean`, and a crown of feathered fronds about `size` long."""

    height: Size = 300
    lean: float = 60
    size: Size = 120


@enter(LAYER_KINDS, "jungle_tree")
class JungleTree(Motif):
    """A flat-topped tree on a bare trunk."""

    height: Size = 90


@enter(LAYER_KINDS, "bush")
class Bush(Motif):
    """A rounded bush."""

    width: Size = 120
    height: Size = 50


@enter(LAYER_KINDS, "bare_tree")
class BareTree(Motif):
    """A leafless tree with seven generations of branches."""

    height: Size = 300


@enter(LAYER_KINDS, "grass")
class Grass(Motif):
    """A stand of `blades` of grass about the origin."""

    width: Size = 200
    height: Size = 26
    blades: Count = 60


@enter(LAYER_KINDS, "leaves")
class Leaves(SceneLayer):
    """Large torn leaves that frame a corner: x and y of the root, length, width, clockwise turn and bend of each."""

    ink: Ink
    veins: Ink
    items: tuple[tuple[float, float, float, float, float, float], ...]


@enter(LAYER_KINDS, "dust")
class Dust(Motif):
    """A trail of dust that grows to the left over its length, to its full height."""

    length: Size = 300
    height: Size = 60
    lobes: Count = 26


@enter(LAYER_KINDS, "column")
class Column(SceneLayer):
    """A column of marching men from the foreground (`start`) into the distance (`end`).

    `scale` is that of the nearest and of the farthest file. Each of `count` files has `ranks` men, who stand
    `rank_step` apart. The tones of the men change to the ink `far` with the distance.
    """

    start: Position
    end: Position
    scale: tuple[Size, Size]
    count: Annotated[int, Field(ge=2, le=60)]
    ranks: Annotated[int, Field(ge=1, le=6)] = 1
    rank_step: Position = (14, -6)
    hat: Hat = "fur_hat"
    far: Ink | None = None
    tones: Tones = {}


@enter(LAYER_KINDS, "truss_bridge")
class TrussBridge(Motif):
    """A steel lattice bridge on stone piers, with its origin at the left end of the water line."""

    spans: Annotated[int, Field(ge=1, le=12)] = 3
    span: Size = 190
    height: Size = 44
    pier: float = 46


@enter(LAYER_KINDS, PICTURED)
class PicturedMotif(Motif):
    """A motif with a picture. Its layers have keys for the choices of the picture, such as `pose: running`.

    `choices` has the values of these keys: a word, or whether a part of the motif is drawn.
    """

    choices: dict[str, str | bool] = {}

    @model_validator(mode="before")
    @classmethod
    def _read_choices(cls, value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401 - input not yet typed, or a record
        """Collect the choices of a layer. Raise an error if there is no such motif, or if it has no such choice."""
        library: MotifLibrary | None = (info.context or {}).get("motifs")
        if library is None or not isinstance(value, dict):
            return value
        kind = str(value["kind"])
        if kind not in library:
            known = (*layer_kinds(), *library)
            raise ValueError(f"there is no kind of layer named {kind}; {did_you_mean(kind, known, many=True)}")
        fields = {key: one for key, one in value.items() if key in Motif.model_fields}
        choices: dict[str, str | bool] = {}
        errors = []
        for key in value.keys() - fields.keys():
            try:
                choices[key] = library[kind].choice(key, value[key], Motif.model_fields)
            except PydanticCustomError as error:
                errors.append(InitErrorDetails(type=error, loc=(key,), input=value[key]))
        if errors:
            raise ValidationError.from_exception_data(cls.__name__, errors)
        return {**fields, "choices": choices}
