"""A tank that fires its MG at a squad."""

from typing import Any

from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged, PhaseBegan
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase
from tests.rules.given.armor import OPEN, PZ4
from tests.rules.given.world import game

AT = LocationName("H3")
RUSSIAN, GERMAN = "russian/4-4-7", "german/4-6-7"


def scene(
    run: Any,
    *dice: str,
    phase: Phase = "PFPh",
    tank: dict[str, Any] | None = None,
    counter: str = PZ4,
    at: str = "H3",
) -> Any:
    """A tank in K5 toward an ENEMY squad in H3, three hexes ahead; what `run` gives."""
    found: list[Any] = []

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", phase))
        if phase == "MPh":
            play.emit(MoveChanged(Move(units=("tank",), allotment=56, spent=4, here=4)))
        found.append(run(play))

    played = game(
        *dice,
        board=OPEN,
        units={"sq": (GERMAN, "K5")},
        enemies={"er": (RUSSIAN, at)},
        vehicles={"tank": (counter, "K5", {"vca": 0, "tca": 0} | (tank or {}))},
        run=once,
    )
    return found[0] if found else played


def plan(play: Play, *firers: str, **order: Any) -> Attack:
    """The attack of some MG at the squad."""
    return plan_attack(play, "FRIENDLY", Fire(firers, AT, **order))
