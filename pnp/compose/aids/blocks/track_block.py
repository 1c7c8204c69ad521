"""Block `track`: tracks at the size of their counters, for use in play."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.compose.aids.composed_block import AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import PictureView
from pnp.model.game import Game
from pnp.model.reference import AID_BLOCKS, ListingAidBlock
from pnp.model.table import Track


@AID_BLOCKS.enter("track")
class TrackBlock(ComposedBlock, ListingAidBlock):
    """Tracks by id; all tracks of the game if none is named. The drawing of a track has its own heading."""

    noun = missing_noun = "track"
    true_size = True

    def choices(self, game: Game) -> Mapping[str, Track]:
        """Return the tracks that the block can show, by id."""
        return game.tracks

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed tracks of the block."""
        return tuple(self._printed_track(context, id_) for id_ in self.of or context.game.tracks)

    def _printed_track(self, context: AidContext, track: str) -> PrintedBlock:
        """Return the printed block of one track, without a heading because the drawing contains it."""
        name = context.pictures.track(track, context.width)
        scene = context.pictures.scenes[name]
        view = PictureView(((name, scene.width, scene.height),))
        return PrintedBlock(self.title, self.hint.strip() if self.title else "", views=(view,))
