"""D3.3: vehicular MG on the IFT: their FP, and bounding fire."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import HALF, FireStatus, standing
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import as_marked
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    armament,
    state_of,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_8_mg_arcs import mg_turn
from opfor.rules.d_vehicles.d02_movement.d02_1_allotment import move_of
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Fired, LocationName, Unit, Weapon

Way = Literal["", "Snap Shot", "Fire Lane"]
"""How only Infantry and its SW can fire."""

BOUNDING = FireStatus(((HALF, "bounding First Fire"),), "prep")


def own_move(view: GameView, unit: Unit) -> bool:
    """Whether it is the MPh of this vehicle's own side."""
    mine = view.state.side == unit.side and view.state.phase == "MPh"
    return mine and unit.vehicle is not None


@rule("D3.3", "Bounding First Fire", cites=("C5.3", "A9.2", "A8.1"))
def check_bounding(view: GameView, unit: Unit, weapon: Weapon) -> None:
    """Raise Illegal unless a vehicle may fire that Weapon in its own MPh.

    Once it has spent MP, and while nobody else moves; again only if the Weapon kept
    its ROF. What was silent where another of its Weapons fired is so for good once it
    has gone on. Of the AFPh see D3.32.
    Reading: D-312.
    """
    ended = view.state.move is None and bool(state_of(unit).trail)
    if move_of(view, unit) is None and not ended:
        raise Illegal("D3.3", f"{unit.id} fires in its MPh only as it spends MP")
    if weapon.fired and not weapon.rof:
        raise Illegal("D3.3", f"{weapon.id} has fired in this Player Turn")
    if not weapon.rof and _fired_elsewhere(view, unit):
        raise Illegal("D3.3", f"{unit.id} has gone on since it fired")


def _fired_elsewhere(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle's Weapons have fired in this MPh, and none where it is now."""
    own = {weapon.id for weapon in armament(view, unit)}
    shots = (shot for shot in view.state.shots if own.intersection(shot.firers))
    places = {at for shot in shots for at in shot.froms}
    return bool(places) and unit.location not in places


@rule(
    "D3.32",
    "What a vehicle that has fired still fires in the AFPh",
    exc=("the one Weapon that fired, if it kept its ROF",),
    cites=("D3.3", "A7.1/prep"),
)
def end_bounding(play: Play) -> None:
    """As the MPh ends: a vehicle that fired in it, or before it, fires no more.

    EXC: the Weapon that alone has fired in the MPh and kept its ROF, once more.
    """
    for unit in play.state.units.values():
        if unit.vehicle is None or unit.side != play.state.side:
            continue
        weapons = armament(play, unit)
        used = [weapon for weapon in weapons if weapon.fired == "prep" or weapon.rof]
        again = used[0] if len(used) == 1 and used[0].rof else None
        for weapon in weapons if used else ():
            mark: Fired = "" if weapon is again else "prep"
            if weapon.fired != mark:
                what = fact("fires_no_more" if mark else "fires_once_more_in_the_afph")
                play.emit(WeaponChanged(replace(weapon, fired=mark), what))


@rule("D3.3/fp", "FP of vehicular MG", cites=("D3.3", "D2.4", "A7.24"))
def standing_of(view: GameView, firer: Firer) -> FireStatus:
    """How a unit or Weapon may fire now; a vehicle's MG by its phase and Motion.

    Bounding First Fire and the AFPh halve its FP, and Motion halves them once more.

    Errors:
        Illegal: it may not fire (again).
    """
    unit, weapon = firer.unit, firer.weapon
    # S6.212: in Panic it is under Final Fire
    thing = as_marked(firer.thing, unit)
    if unit.vehicle is None or weapon is None:
        return standing(view, thing)
    if own_move(view, unit):
        check_bounding(view, unit, weapon)
        found = BOUNDING
    else:
        found = standing(view, thing)
    if unit.vehicle.motion:
        return found._replace(factors=(*found.factors, (HALF, "in Motion")))
    return found


# -- arcs --------------------------------------------------------------------------


def check_mounts(view: GameView, firers: Sequence[Firer], target: LocationName) -> None:
    """Raise Illegal if a vehicle's MG cannot be brought to bear."""
    for firer in firers:
        if firer.unit.vehicle is not None and firer.weapon is not None:
            mg_turn(view, firer.unit, firer.weapon, target)
