"""D6.2: Riders: when there are any, and how they are shaken off.

Reading: D-364.
"""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import piece
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.c_ordnance.c05_firer_drm import tight
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import turreted
from opfor.state.counters import SupportWeapon
from opfor.state.events import UnitChanged, WeaponChanged, WeaponRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

SINCE = {"russian": "1942-01"}
"""The month from which on a nation's Infantry rides on AFV."""

SINCE_ALL = "1943-01"

UNHARMED = 3
"""The highest dr with which a SW survives that its Rider bails out."""

HIDING = "orchard"
"""Terrain beside woods, buildings and rubble through which nobody rides."""


@rule("D6.2", "Riders", cites=("D6.1",))
def may_ride(view: GameView, unit: Unit) -> bool:
    """Whether a unit's nation rides on AFV yet: Russians from 1942, all from 1943."""
    base = view.world.root(piece(view, unit).nation)
    return view.world.date >= SINCE.get(base, SINCE_ALL)


def riders(view: GameView, carrier: Unit) -> list[Unit]:
    """Who rides on a vehicle."""
    there = view.state.units.values()
    return [unit for unit in there if unit.aboard == carrier.id and unit.rides]


@rule("D6.24", "Bailing Out", cites=("D6.23", "A10.1", "A4.6"))
def bail_out(play: Play, id_: str, why: Fact) -> None:
    """A Rider jumps off where the AFV is: a NMC, and nothing more in this phase.

    What SW it has is lost if it breaks, and otherwise malfunctions on a dr of 4 or
    more; a SW that could not be repaired is lost then.
    """
    unit = play.state.units[id_]
    mark = "prep" if play.state.side == unit.side else "first"
    own = [weapon.id for weapon in play.state.weapons_of(id_)]
    off = replace(unit, aboard="", rides=False, moved=True)
    if not unit.broken:
        off = replace(off, fired=mark)
    play.emit(UnitChanged(off, fact("bails_out", why=why)))
    # A10.1: the NMC
    morale_check(play, id_, cause=fact("bail_out"))
    # D6.24: its SW are lost with its morale, or may malfunction
    now = play.state.units.get(id_)
    for weapon in own:
        if now is None or now.broken:
            _lose(play, weapon, fact("lost_as_its_rider_bails_out"))
        elif _breaks(play, weapon, id_):
            _malfunction(play, weapon)


def _breaks(play: Play, weapon: str, rider: str) -> bool:
    """Whether a SW is harmed as its Rider bails out."""
    purpose = fact("sw_as_its_rider_bails_out", weapon=weapon, rider=rider)
    return die_roll(play, purpose).final > UNHARMED


def _lose(play: Play, id_: str, why: Fact) -> None:
    if id_ in play.state.weapons:
        play.emit(WeaponRemoved(id_, why))


def _malfunction(play: Play, id_: str) -> None:
    weapon = play.state.weapons.get(id_)
    if weapon is None:
        return
    kind = play.world.counter(weapon.counter)
    if isinstance(kind, SupportWeapon) and kind.removal and not kind.breakdown:
        _lose(play, id_, fact("breaks_as_its_rider_bails_out"))
        return
    broken = replace(weapon, malfunctioned=True)
    play.emit(WeaponChanged(broken, fact("malfunctions")))


# -- what shakes them off ----------------------------------------------------------


@rule("D6.23", "Riders that break or are pinned", cites=("D6.24",))
def shaken_off(play: Play) -> None:
    """Every Rider that is broken or pinned bails out."""
    for unit in list(play.state.units.values()):
        if unit.rides and unit.aboard and (unit.broken or unit.pinned):
            bail_out(play, unit.id, fact("broken" if unit.broken else "pinned"))


@rule("D6.21", "What throws Riders off", exc=("across a road hexside",))
def thrown_off(
    play: Play, carrier: Unit, to: LocationName, *, by_road: bool = False
) -> None:
    """Riders bail out before their AFV goes into or out of woods and the like.

    EXC: not where it crosses a road hexside.
    """
    if by_road or not any(_hides(play, at) for at in (carrier.location, to) if at):
        return
    why = fact("goes_through_cover", carrier=carrier.id)
    for unit in riders(play, carrier):
        bail_out(play, unit.id, why)


def _hides(view: GameView, at: LocationName) -> bool:
    name = view.world.ground.terrain(view.world.locate(at)).name
    return tight(view, at) or HIDING in name


@rule("D6.21/turret", "A turret that turns throws Riders off", cites=("D6.21",))
def swept_off(play: Play, carrier: Unit, tca: int) -> None:
    """Riders bail out as the turret turns to another hexspine."""
    state = carrier.vehicle
    if state is None or state.tca == tca or not turreted(play, carrier):
        return
    why = fact("the_turret_turns", carrier=carrier.id)
    for unit in riders(play, carrier):
        bail_out(play, unit.id, why)
