"""The layers and motifs of covers: each module registers its kinds in `LAYER_KINDS` of `pnp/model/kit_cover.py`."""
