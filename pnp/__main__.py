"""Runs the command line for `python -m pnp`."""

from pnp.cli import main

main()
