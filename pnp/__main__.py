"""Runs the command line for `python -m pnp`."""

import os
import sys

if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:  # noqa: PTH109 - pathlib is not imported yet
    # Python has put the current folder first, so a file struct.py in the folder of a game would be run. Other processes
    # need the folder that contains pnp; it goes behind the standard library and before installed packages.
    del sys.path[0]
    library = os.path.dirname(os.__file__)  # noqa: PTH120 - as above
    own = (library, f"{library}/lib-dynload")
    after = 1 + max((i for i, place in enumerate(sys.path) if place in own), default=-1)
    sys.path.insert(after, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120

from pnp.cli import main

main()
