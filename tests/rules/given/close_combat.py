"""Orders of CC, carried out in a CCPh, and who is left."""

from typing import Any

from opfor.rules.choices.orders import CloseCombat, Withdraw
from opfor.state.events import UnitRemoved
from opfor.state.units import LocationName, Unit
from tests.rules.given.phases import phase, unit
from tests.rules.given.world import events


def asked(ask: Any, *units: Any, **more: Any) -> Any:
    """What a query gives in the CCPh."""
    found: list[Any] = []
    phase("CCPh", lambda play: found.append(ask(play)), units=units, **more)
    return found[0]


OPEN, WOODS = "tG5", "tE5"


def cc(ours: str, theirs: str, **more: bool) -> tuple[Any, CloseCombat]:
    """An attack in CC; the ENEMY's if the first unit is his."""
    side = "ENEMY" if ours.startswith("e") else "FRIENDLY"
    return side, CloseCombat(tuple(ours.split()), tuple(theirs.split()), **more)


def go(ids: str, to: str) -> tuple[Any, Withdraw]:
    """A withdrawal."""
    side = "ENEMY" if ids.startswith("e") else "FRIENDLY"
    return side, Withdraw(tuple(ids.split()), LocationName(to))


def ccph(*orders: Any, units: Any, **more: Any) -> Any:
    """A CCPh."""
    return phase("CCPh", *orders, units=units, **more)


def gone(game: Any) -> list[str]:
    """Who was eliminated."""
    return [event.id for event in events(game, UnitRemoved)]


def pair(at: str = OPEN, **states: Any) -> list[Unit]:
    """One squad of each side in a Location."""
    return [unit("a", at, **states), unit("e1", at, **states)]


def held(id_: str, counter: str = "", guard: str = "e1", at: str = "tG5") -> Unit:
    """A prisoner."""
    return unit(id_, at, counter, unarmed=True, guard=guard)
