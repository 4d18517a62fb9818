"""A CCPh with armed vehicles."""

from typing import Any

from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import Unit, VehicleState, Weapon
from opfor.state.vehicle_weapons import mounts
from tests.rules.given.phases import phase, unit

HERE, LATE = "tG5", "1944-06"
T34, STUG = "russian/t-34-m41", "german/stuh-42"


def tank(id_: str = "e1", counter: str = T34, **more: Any) -> Unit:
    """A vehicle."""
    fields = {k: more.pop(k) for k in list(more) if hasattr(VehicleState(), k)}
    return unit(
        id_, HERE, counter, vehicle=VehicleState(vca=0, tca=0, **fields), **more
    )


def arm(play: Play) -> None:
    """Give every vehicle its Weapons."""
    for one in list(play.state.units.values()):
        found = play.world.counter(one.counter)
        for mount, code in mounts(found) if one.vehicle else ():  # type: ignore[arg-type] # a vehicle
            id_ = f"{one.id}.{mount.lower()}"
            play.emit(
                WeaponAdded(Weapon(id=id_, counter=code, owner=one.id, mount=mount))
            )


def ccph(*orders: Any, units: Any, **more: Any) -> Any:
    """A CCPh with armed vehicles."""
    return phase("CCPh", arm, *orders, units=units, **more)


def seen(ask: Any, *units: Unit, **more: Any) -> Any:
    """What `ask` gives among some units."""
    found: list[Any] = []
    ccph(lambda play: found.append(ask(play)), units=units, **more)
    return found[0]
