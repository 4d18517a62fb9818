"""C1.6: Observers, what they see and what they Know."""

from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    leader,
)
from opfor.rules.a_infantry.a06_los import hindrance, sees
from opfor.state.artillery import Battery
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit


@rule("C1.6", "Observers", cites=("C1.23", "C1.63"))
def observer(view: GameView, battery: Battery) -> Unit | None:
    """The Good Order leader who has the battery's working radio, or its phone.

    A phone works only in the Location in which it was first used. None, too, for an
    offboard Observer, who is no unit.
    """
    weapon = view.state.weapons.get(battery.weapon)
    unit = view.state.units.get(weapon.owner) if weapon else None
    if weapon is None or unit is None or weapon.malfunctioned:
        return None
    able = unit.good_order and not unit.unarmed and bool(unit.location)
    if not able or unit.side != battery.side or leader(view, unit) is None:
        return None
    if battery.wired not in (OFFBOARD, unit.location):
        return None
    return unit


@rule("C1.63", "Offboard Observers")
def eyes(view: GameView, battery: Battery) -> LocationName:
    """Where the Observer looks from: his Location, or an offboard Observer's post."""
    if battery.device == "offboard":
        return battery.post
    unit = observer(view, battery)
    return unit.location if unit is not None else OFFBOARD


@rule("C1.61", "The Observer's LOS", cites=("A6.7",))
def spotted(view: GameView, battery: Battery, where: LocationName) -> int:
    """The Hindrance of the LOS to a hex, the best of its Locations; -1 without LOS."""
    start = eyes(view, battery)
    if OFFBOARD in (start, where):
        return -1
    found = (hindrance(view, start, at) for at in locations(view, where))
    return min((drm for drm in found if drm >= 0), default=-1)


def locations(view: GameView, where: LocationName) -> list[LocationName]:
    """The Locations of a hex from the ground up."""
    world, hex_ = view.world, view.world.locate(where).hex
    levels = sorted(level for level in world.ground.levels(hex_) if level >= 0)
    return [world.name(Location(hex_, level)) for level in levels]


@rule("C1.212/who", "What an Observer Knows of a hex", cites=("C1.212",))
def unseen_there(view: GameView, battery: Battery, where: LocationName) -> bool:
    """Whether enemies are in or next to a hex, none of them Known to the Observer."""
    near = _enemies_near(view, battery, where)
    return bool(near) and not known_there(view, battery, where)


def known_there(view: GameView, battery: Battery, where: LocationName) -> bool:
    """Whether the Observer sees a Known enemy in a hex or next to it."""
    start = eyes(view, battery)
    return start != OFFBOARD and any(
        unit is not None
        and known_to_other_side(unit)
        and sees(view, start, unit.location)
        for unit in _enemies_near(view, battery, where)
    )


def _enemies_near(
    view: GameView, battery: Battery, where: LocationName
) -> list[Unit | None]:
    """The enemies within a hex of another that are not hidden; None for a S?."""
    state, world = view.state, view.world
    found: list[Unit | None] = [
        unit
        for unit in state.units.values()
        if unit.side != battery.side and unit.location and not unit.hidden
        if not unit.guard and world.range(where, unit.location) <= 1
    ]
    if battery.side == "FRIENDLY":
        waiting = state.suspects_onboard()
        found += [None for s in waiting if world.range(where, s.location) <= 1]
    return found
