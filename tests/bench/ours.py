"""A plain job as pnp does it: a game's folder is loaded, checked, drawn, imposed and written as a PDF.

With `--profile` it prints what each phase took, imports included. `pnp build` does more: it also reopens and checks what
it wrote, and makes tiles, SVG and PNG files and the list of counters.

usage: python -m tests.bench.ours counters|map FOLDER FILE.pdf [--profile]
"""

# ruff: noqa: PLC0415 - each phase pays for what it imports
from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS: dict[str, float] = {}


@contextmanager
def phase(name: str) -> Iterator[None]:
    """What happens within counts as one phase."""
    start = time.perf_counter()
    yield
    SECONDS[name] = time.perf_counter() - start


def main(kind: str, folder: Path, file: Path) -> None:
    """Make the PDF of one component."""
    with phase("load"):
        from pnp.load import load_game
        from pnp.load.target_files import load_target

        game, target = load_game(folder), load_target("home")
    with phase("check"):
        from pnp.checks import check_game
        from pnp.findings import refuse

        refuse(check_game(game))
    if kind == "counters":
        with phase("draw"):
            from pnp.draw.counter.faces import draw_counters

            faces = draw_counters(game)
        with phase("impose"):
            from pnp.impose.component_sheets import impose_counters

            pages = impose_counters(faces, game, target, "letter", "long")
    else:
        with phase("draw"):
            from pnp.draw.map.map_sheet import draw_map_sheet
            from pnp.load.board_reader import resolve_board

            board = resolve_board(game)
            assert board is not None
            scene = draw_map_sheet(game, board)
        with phase("impose"):
            from pnp.impose.tiles.tile_pages import impose_map_sheet

            pages = impose_map_sheet(scene, target)
    with phase("write"):
        from pnp.impose.page import Document
        from pnp.write.pdf import write_pdf

        write_pdf(Document(kind, game.game.title, pages, "long" if kind == "counters" else "none"), file)


if __name__ == "__main__":
    gc.set_threshold(200_000, 10, 10)  # as the command line does
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
    if "--profile" in sys.argv:
        print("  ".join(f"{name} {seconds:.2f} s" for name, seconds in SECONDS.items()))
