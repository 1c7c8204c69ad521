"""The peer's own environment: pnp does not depend on it, and the bench runs without it where it cannot be installed."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

PEER, VERSION = "protograf", "0.5.2"
FOLDER = Path(".venv/peer")


def peer_python() -> Path:
    """The Python that has the peer, made now if need be; `RuntimeError` says why there is none."""
    python = FOLDER.resolve() / "bin" / "python"
    if not _has_peer(python):
        print(f"Installing {PEER} {VERSION} in {FOLDER}", file=sys.stderr)
        try:
            venv.create(FOLDER, clear=True, with_pip=True)
            _run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{PEER}=={VERSION}")
        except (OSError, subprocess.CalledProcessError) as error:
            words = getattr(error, "stderr", "") or str(error)
            raise RuntimeError(words.strip().splitlines()[-1]) from error
    return python


def _has_peer(python: Path) -> bool:
    try:
        found = _run(python, "-c", f"from importlib.metadata import version; print(version('{PEER}'))")
    except (OSError, subprocess.CalledProcessError):
        return False
    return found.strip() == VERSION


def _run(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
