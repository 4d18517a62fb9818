"""The shot of a piece of ordnance as planned, or the rule that forbids it."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.units import GunState
from tests.rules.given.ordnance import CREW, GUN, MTR, L, looked


def plan(
    to: str = "tH5", *, order: dict[str, Any] | None = None, **given: Any
) -> ToHit:
    """The shot of R's Weapon at a Location."""
    given.setdefault("weapon", MTR)

    def run(play: Play) -> ToHit:
        fields = {"firers": ("w",), "target": L(to)} | (order or {})
        return plan_shot(play, "ENEMY", Fire(**fields))

    shot: ToHit = looked(run, **given)
    return shot


def gun(ca: int = 2, **state: Any) -> dict[str, Any]:
    """A Gun that points to the right along row 5, with its crew."""
    set_up = {"gun": GunState(ca=ca)} | state
    return {"weapon": GUN, "unit": CREW, "weapon_state": set_up}


def barred(to: str = "tH5", **given: Any) -> str:
    """The rule that forbids the shot."""
    with pytest.raises(Illegal) as refused:
        plan(to, **given)
    return refused.value.rule


OPEN = """
board: t
size: 40x10
stone building: D7
"""
