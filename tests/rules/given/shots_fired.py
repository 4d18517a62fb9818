"""A piece of ordnance that fires, with scripted dice."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.ordnance import MTR, L, table


def fire(*dice: str, order: dict[str, Any] | None = None, **given: Any) -> Game[State]:
    """R fires w at V's Location with these dice."""
    given.setdefault("weapon", MTR)
    target = given.get("target", "tH5")

    def run(play: Play) -> None:
        fields = {"firers": ("w",), "target": L(target)} | (order or {})
        shoot(play, plan_shot(play, "ENEMY", Fire(**fields)))

    return table(run, *dice, **given)


BARE = """
board: t
size: 40x10
brush: Z5
"""
