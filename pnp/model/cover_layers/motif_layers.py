"""Records of motifs, and of layers that consist of them: plants, vehicles, people and buildings."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidationError, ValidationInfo, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from pnp.findings import did_you_mean
from pnp.model.cover_inks import Ink
from pnp.model.cover_layers.cover_layer import (
    LAYER_KINDS,
    PICTURED,
    Count,
    CoverLayer,
    Motif,
    Position,
    Size,
    Tones,
    layer_kinds,
)
from pnp.model.cover_layers.motif_pictures import MotifLibrary
from pnp.model.record import enter

Hat: TypeAlias = Literal["helmet", "kepi", "fur_hat", "slouch_hat"]


@enter(LAYER_KINDS, "fan_palm")
class FanPalm(Motif):
    """A palm with a straight trunk and a round crown of fans."""

    height: Size = 150
    """The height of the trunk in points, at a scale of 1."""


@enter(LAYER_KINDS, "feather_palm")
class FeatherPalm(Motif):
    """A palm with a curved trunk and a crown of feathered fronds."""

    height: Size = 300
    """The height of the trunk in points, at a scale of 1."""
    lean: float = 60
    """How far its top is to the right of its foot, in points at a scale of 1."""
    size: Size = 120
    """The usual length of a frond, in points at a scale of 1."""


@enter(LAYER_KINDS, "jungle_tree")
class JungleTree(Motif):
    """A flat-topped tree on a bare trunk."""

    height: Size = 90
    """The height of the tree in points, at a scale of 1."""


@enter(LAYER_KINDS, "bush")
class Bush(Motif):
    """A rounded bush."""

    width: Size = 120
    """The width of the bush in points, at a scale of 1."""
    height: Size = 50
    """The height of the bush in points, at a scale of 1."""


@enter(LAYER_KINDS, "bare_tree")
class BareTree(Motif):
    """A leafless tree with seven generations of branches."""

    height: Size = 300
    """About the height of the tree, in points at a scale of 1."""


@enter(LAYER_KINDS, "grass")
class Grass(Motif):
    """A stand of grass about the origin."""

    width: Size = 200
    """The width of the patch of grass in points, at a scale of 1."""
    height: Size = 26
    """The height of the longest blade, in points at a scale of 1."""
    blades: Count = 60
    """The number of blades."""


@enter(LAYER_KINDS, "leaves")
class Leaves(CoverLayer):
    """Large torn leaves that frame a corner."""

    ink: Ink
    """The ink of the leaves."""
    veins: Ink
    """The ink of their ribs and veins."""
    items: tuple[tuple[float, float, float, float, float, float], ...]
    """The x, y, length and half width (points), clockwise turn (degrees) and bend (share of the length) of each."""


@enter(LAYER_KINDS, "dust")
class Dust(Motif):
    """A trail of dust that grows to the left over its length, to its full height."""

    length: Size = 300
    """How far the trail reaches to the left, in points at a scale of 1."""
    height: Size = 60
    """The greatest height of the trail, in points at a scale of 1."""
    lobes: Count = 26
    """The number of places along the trail with puffs of dust."""


@enter(LAYER_KINDS, "column")
class Column(CoverLayer):
    """A column of marching men from the foreground into the distance."""

    start: Position
    """The x and y of the nearest file, in points."""
    end: Position
    """The x and y of the farthest file, in points."""
    scale: tuple[Size, Size]
    """The scale of the nearest and the farthest file; a man is 175 points high at 1."""
    count: Annotated[int, Field(ge=2, le=60)]
    """The number of files, one behind the other."""
    ranks: Annotated[int, Field(ge=1, le=6)] = 1
    """The number of men in each file, side by side."""
    rank_step: Position = (14, -6)
    """How far to the right and down the next man stands, in points at a scale of 1."""
    hat: Hat = "fur_hat"
    """What the men wear on their heads: `helmet`, `kepi`, `fur_hat` or `slouch_hat`."""
    far: Ink | None = None
    """The ink to which their tones change with the distance; by default they do not change."""
    tones: Tones = {}
    """Other inks for some of the tones of the men; `none` leaves a tone out."""


@enter(LAYER_KINDS, "truss_bridge")
class TrussBridge(Motif):
    """A steel lattice bridge on stone piers, with its origin at the left end of the water line."""

    spans: Annotated[int, Field(ge=1, le=12)] = 3
    """The number of spans between piers."""
    span: Size = 190
    """The length of a span in points, at a scale of 1."""
    height: Size = 44
    """The height of the lattice above the deck, in points at a scale of 1."""
    pier: float = 46
    """The height of the piers above the water, in points at a scale of 1."""


@enter(LAYER_KINDS, PICTURED)
class PicturedMotif(Motif):
    """A motif with a picture. Its layers have keys for the choices of the picture, such as `pose: running`."""

    choices: dict[str, str | bool] = {}
    """The values of the keys of the picture, such as `pose`; pnp collects them from the layer."""

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
