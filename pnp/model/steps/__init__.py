"""The records of all kinds of steps, which the engine in `pnp/rules/engine/steps` runs."""
