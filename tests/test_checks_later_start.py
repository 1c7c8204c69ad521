"""A turn track that starts later is reported in a game, but is normal in one of its scenarios."""

import shutil
from pathlib import Path

from pnp.checks import check_game
from pnp.load import load_game

SMALL = Path(__file__).parent / "games" / "small"


def test_only_a_scenario_may_start_later(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SMALL, tmp_path / "small"))
    for part in ("scenarios", "options"):
        (folder / part).mkdir(exist_ok=True)
        (folder / part / f"{part}-late.yaml").write_text('tracks: {turn: {start: "2"}}\n', "utf-8")
    assert check_game(load_game(folder, ["scenarios/scenarios-late"]), ["S021"]) == ()
    (found,) = check_game(load_game(folder, ["options/options-late"]), ["S021"])
    assert found.wrong.startswith("the marker starts on 2, but the first turn is 1")
