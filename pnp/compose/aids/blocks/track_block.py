"""Block `track`: tracks at the size of their counters, for use in play."""

from __future__ import annotations

from pnp.compose.aids.composed_block import COMPOSED_BLOCKS, AidContext, ComposedBlock, PrintedBlock
from pnp.compose.aids.views import PictureView
from pnp.model.aid_blocks import TrackBlock


@COMPOSED_BLOCKS.enter("track")
class ComposedTrack(ComposedBlock[TrackBlock]):
    """Composes a block `track`."""

    def compose(self, context: AidContext) -> tuple[PrintedBlock, ...]:
        """Return the printed tracks of the block."""
        return tuple(self._printed_track(context, id_) for id_ in self.block.of or context.game.tracks)

    def _printed_track(self, context: AidContext, id_: str) -> PrintedBlock:
        """Return the printed block of one track."""
        track = context.game.tracks[id_]
        name = context.pictures.track(id_, context.width)
        scene = context.pictures.scenes[name]
        view = PictureView(((name, scene.width, scene.height),))
        title, hint = (self.block.title, self.block.hint) if len(self.block.of) == 1 else ("", "")
        return PrintedBlock(title or track.name, hint or track.hint, views=(view,))
