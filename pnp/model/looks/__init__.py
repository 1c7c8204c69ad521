"""The records of the looks of terrain, which `pnp/draw/map` draws."""
