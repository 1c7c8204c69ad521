"""Makes mistakes in the data of the games, one at a time, and measures which of them `pnp check` finds."""
