"""The records of the layers of covers, which the modules of `pnp/art/covers/layers` draw."""
