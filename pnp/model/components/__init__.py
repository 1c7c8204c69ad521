"""The records of all kinds of components, which the modules of `pnp/draw/components` draw."""
