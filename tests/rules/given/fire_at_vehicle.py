"""A FRIENDLY squad beside an ENEMY vehicle, and its fire."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.choices.orders import Fire
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from tests.rules.given.armor import OPEN, T34
from tests.rules.given.world import game

AT = LocationName("E2")
SQUAD = "german/4-6-7"


def scene(
    run: Any,
    *dice: str,
    enemy: dict[str, Any] | None = None,
    counter: str = T34,
    **more: Any,
) -> Game[State]:
    """A FRIENDLY squad in F2 next to an ENEMY vehicle in E2, in the PFPh."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        run(play)

    vehicles = {"etank": (counter, "E2", {"vca": 3, "tca": 3} | (enemy or {}))}
    return game(
        *dice,
        board=OPEN,
        units={"sq": (SQUAD, "F2")},
        vehicles=vehicles,
        run=once,
        **more,
    )


def shoot(play: Play) -> None:
    """The squad fires 8 FP at the vehicle's Location."""
    resolve(play, plan_attack(play, "FRIENDLY", Fire(("sq",), AT)))
