"""A4.14: enemy-occupied Locations are not entered."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.standing import Standing
from opfor.state.units import LocationName, Side


@rule(
    "A4.14",
    "Enemy-occupied Locations are not entered",
    exc=("a berserk charge or Human Wave", "Infantry OVR", "Bypass of broken units"),
)
def check_enemy_occupied(now: Standing, side: Side, to: LocationName) -> None:
    """A Location with a Known enemy unit is not entered in the MPh."""
    if now.known_against(side, to):
        enemy = "FRIENDLY" if side == "ENEMY" else "ENEMY"
        raise Illegal("A4.14", f"a Known unit of the {enemy} is in {to}")
