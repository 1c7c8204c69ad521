"""The records of the layers of covers, which the modules of `pnp/draw/cover_art/layers` draw."""
