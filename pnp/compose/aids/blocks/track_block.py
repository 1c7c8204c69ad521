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
    """Tracks by id; all tracks of the game if none is named."""

    noun = missing_noun = "track"
    true_size = True

    def choices(self, game: Game) -> Mapping[str, Track]:
        """Return the tracks that the block can show, by id."""
        return game.tracks

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed tracks of the block."""
        return tuple(self._printed_track(context, id_) for id_ in self.of or context.game.tracks)

    def _printed_track(self, context: AidContext, id_: str) -> PrintedBlock:
        """Return the printed block of one track."""
        track = context.game.tracks[id_]
        name = context.pictures.track(id_, context.width)
        scene = context.pictures.scenes[name]
        view = PictureView(((name, scene.width, scene.height),))
        alone = len(self.of) == 1
        return PrintedBlock((alone and self.title) or track.name, (alone and self.hint) or track.hint, views=(view,))
