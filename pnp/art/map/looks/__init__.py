"""The looks of terrain: each module defines one and registers it in `LOOKS` of `pnp/model/gamemap.py`."""
