"""A squad with a DC beside an ENEMY vehicle."""

from typing import Any

from opfor.core.game import Game
from opfor.state.events import PhaseBegan, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Phase, Weapon
from tests.rules.given.armor import OPEN, T34, set_unit
from tests.rules.given.world import game


def scene(
    run: Any,
    *dice: str,
    at: str = "tF2",
    counter: str = T34,
    phase: Phase = "MPh",
    vehicle: dict[str, Any] | None = None,
    **state: Any,
) -> Game[State]:
    """An elite FRIENDLY squad with a DC in F2, an ENEMY vehicle in E2."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", phase))
        play.emit(WeaponAdded(Weapon(id="w", counter="german/dc", owner="sq")))
        if state:
            set_unit(play, "sq", **state)
        run(play)

    facing = {"vca": 3, "tca": 3} | (vehicle or {})
    return game(
        *dice,
        board=OPEN,
        units={"sq": ("german/8-3-8", at)},
        vehicles={"etank": (counter, "tE2", facing)},
        run=once,
    )


def seen(run: Any, **given: Any) -> Any:
    """What `run` gives there."""
    found: list[Any] = []
    scene(lambda play: found.append(run(play)), **given)
    return found[0]
