"""The records of the looks of terrain, which `pnp/art/map` draws."""
