"""The map symbol `tab`: a small tab at the foot of a set-up hex, with the emblem of the side and a name."""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.map.looks.set_up_look import BLANK_TAB
from pnp.model.gamemap import register_look

register_look(replace(BLANK_TAB, name="tab", tab=True))
