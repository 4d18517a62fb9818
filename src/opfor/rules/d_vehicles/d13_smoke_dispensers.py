"""D13: smoke dispensers of AFV, and the smoke grenades of vehicle crews.

Reading: D-363.
"""

import re
from typing import Literal, NamedTuple, cast

from opfor.core.dice import dice_roll, die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a06_los import hindrance, no_los, sees
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import target_of_window
from opfor.rules.a_infantry.a24_smoke.a24_1_smoke_grenades import HINDRANCE
from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import place_smoke, put
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import GunTurn, least_turn
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import number_on
from opfor.rules.choices.vehicle_orders import Discharge
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    afv,
    armament,
    changed,
    in_vca,
    main_armament,
    state_of,
    turreted,
    vehicle,
)
from opfor.rules.d_vehicles.d03_fire.d03_51_turret import case_a
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import swept_off
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

Kind = Literal["sD", "sM", "sP", "sN"]
"""Smoke discharger, mortar, pots, and the Nahverteidigungswaffe."""

DISPENSER = re.compile(r"(?:^|; )(s[DMPN]) ?(\d[^;\[]*)")

REACH = 3
"""Hexes that a smoke mortar reaches."""

BU, MOVING = 1, 2
"""DRM of a crew that is BU, and of a smoke mortar whose vehicle moves."""

GRENADES_CE, GRENADES = 2, 1
"""The highest dr by which a crew places SMOKE grenades, CE and otherwise."""


class Dispenser(NamedTuple):
    """What a vehicle dispenses smoke with, and its Usage Number."""

    kind: Kind
    number: int


@rule("D13.1", "Smoke dispensers", cites=("D13.34", "C8.9"))
def dispenser(view: GameView, unit: Unit) -> Dispenser | None:
    """The dispenser of an AFV on this date; None if its counter names none.

    A raised digit is the year from which on a Usage Number counts.
    """
    found = vehicle(view, unit)
    if found is None or not afv(view, unit):
        return None
    for kind, terms in DISPENSER.findall(found.special):
        number = number_on(terms, view.world.date)
        if number is not None:
            return Dispenser(cast("Kind", kind), number)
    return None


# -- when --------------------------------------------------------------------------


@rule(
    "D13.2",
    "When a smoke dispenser is tried",
    cites=("D5.34", "D5.4", "A4.8", "A8.1", "S6.211"),
)
def check_moment(view: GameView, unit: Unit) -> None:
    """Once a Player Turn in a MPh, by a crew that can act and has fired nothing.

    In the other side's MPh after MF or MP spent in its LOS.

    Errors:
        Illegal: not now.
    """
    state = state_of(unit)
    if unit.vehicle is None or not unit.location or not crewed(unit):
        raise Illegal("D13.2", f"{unit.id} is no vehicle with a crew that can act")
    # S6.211: the penalties of TI; it does only what S6.212 makes it do
    if unit.panic or unit.ti:
        raise Illegal("A4.8", f"{unit.id} is TI or in Panic")
    if state.discharged:
        raise Illegal("D13.2", f"{unit.id} has tried that in this Player Turn")
    fired = [weapon.id for weapon in armament(view, unit) if weapon.fired]
    fired += [
        u.id for u in view.state.units.values() if u.aboard == unit.id and u.fired
    ]
    if fired:
        raise Illegal("D13.2", f"{fired[0]} has fired")
    if unit.side == defender(view.state):
        where = target_of_window(view)
        if not where or not sees(view, unit.location, where):
            raise Illegal("D13.2", f"nothing has moved in the LOS of {unit.id}")


@rule(
    "D13.3",
    "Which dispenser can be tried",
    cites=("D13.31", "D13.33", "D13.34", "D13.35"),
)
def may_discharge(view: GameView, unit: Unit, order: Discharge) -> None:
    """A dispenser, or grenades; pots need a CE crew, a sN one that is BU.

    Errors:
        Illegal: it has none, or cannot use it so.
    """
    check_moment(view, unit)
    if order.grenades:
        grenade_number(view, unit)
        return
    found, ce = dispenser(view, unit), state_of(unit).ce
    if found is None:
        raise Illegal("D13.1", f"{unit.id} has no smoke dispenser")
    if (found.kind == "sP" and not ce) or (found.kind == "sN" and ce):
        status = "BU" if ce else "CE"
        raise Illegal("D13.3", f"the crew of {unit.id} must not be {status}")
    if found.kind == "sM":
        mortar_turn(view, unit, order.to)
    elif order.to not in ("", unit.location):
        raise Illegal("D13.31", f"{found.kind} smokes its own hex alone")


@rule("D13.32", "Where a smoke mortar reaches", cites=("D3.12", "A6.1"))
def mortar_turn(view: GameView, unit: Unit, to: LocationName) -> GunTurn:
    """By how much the turret turns toward a hex one to three hexes off, in LOS.

    Without a turret the hex must be in the VCA. Not out of a building.

    Errors:
        Illegal: it does not reach there.
    """
    here = unit.location
    if not to or not 1 <= view.world.range(here, to) <= REACH:
        raise Illegal("D13.32", f"a smoke mortar reaches 1 to {REACH} hexes")
    if view.world.in_building(here) or view.world.locate(to).level != 0:
        raise Illegal("D13.32", "not out of a building, and to ground level alone")
    if not sees(view, here, to):
        raise no_los(view, here, to)
    if turreted(view, unit):
        return least_turn(view, state_of(unit).tca, here, to)
    if not in_vca(view, unit, to):
        raise Illegal("D13.32", f"{to} is not in the VCA of {unit.id}")
    return GunTurn(state_of(unit).vca, 0)


# -- the DR ------------------------------------------------------------------------


@rule("D13.3/drm", "DRM of a Usage DR", cites=("D13.32", "D3.51", "A6.7"))
def usage_drm(view: GameView, unit: Unit, order: Discharge) -> list[Mod]:
    """+1 if BU; of a smoke mortar Case A, Hindrance on its way, and +2 if it moves."""
    state, found = state_of(unit), dispenser(view, unit)
    mods = [Mod("BU", BU * int(not state.ce), "D13.3")]
    if found is not None and found.kind == "sM":
        turn = mortar_turn(view, unit, order.to)
        moving = state.motion or state.entered
        mods += [case_a(view, unit, turn.spines)] if turn.spines else []
        mods.append(Mod("Hindrance", hindrance(view, unit.location, order.to), "A6.7"))
        mods.append(Mod("moving vehicle", MOVING * int(moving), "D13.32"))
    return [mod for mod in mods if mod.value]


@rule("D13.31", "A Usage DR", cites=("D13.3", "D13.32", "D13.33", "D13.34", "A24.5"))
def discharge(play: Play, unit: Unit, order: Discharge) -> bool:
    """Dispersed smoke on a Final DR of the Usage Number or less; whether it is placed.

    In its own hex, that of a smoke mortar where it was aimed, to which its turret has
    turned by then.
    """
    found = dispenser(play, unit)
    if found is None:
        raise Illegal("D13.1", f"{unit.id} has no smoke dispenser")
    # D13.31: the Usage DR
    mods = usage_drm(play, unit, order)
    purpose = fact(
        "smoke_dispenser", kind=found.kind, unit=unit.id, number=found.number
    )
    rolled = dice_roll(play, purpose, mods, side=unit.side)
    fires = rolled.final <= found.number
    # D13.32: a smoke mortar fires where its turret has turned to
    mortar = fires and found.kind == "sM"
    tca = state_of(unit).tca
    if mortar and turreted(play, unit):
        tca = mortar_turn(play, unit, order.to).ca
        swept_off(play, unit, tca)
    what = fact("smokes" if fires else "dispenses_no_smoke")
    changed(play, unit, what, discharged=True, tca=tca)
    # A24.5: dispersed smoke
    if fires:
        place_smoke(play, unit.side, order.to if mortar else unit.location)
    return fires


@rule("D13.35", "SMOKE grenades of a vehicle's crew", cites=("A24.11", "D5.3"))
def grenade_number(view: GameView, unit: Unit) -> int:
    """The highest dr that places SMOKE: 2 by a CE crew, 1 by any other that may.

    The crew of a closed-topped AFV must be CE; no vehicle without a Main Armament.

    Errors:
        Illegal: it has none.
    """
    found = vehicle(view, unit)
    if found is None or main_armament(view, unit) is None:
        raise Illegal("D13.35", f"{unit.id} has no Main Armament, and no grenades")
    if afv(view, unit) and state_of(unit).ce:
        return GRENADES_CE
    if afv(view, unit) and not found.open_topped:
        raise Illegal("D13.35", f"the crew of {unit.id} must be CE")
    return GRENADES


@rule("D13.35/dr", "The dr for a crew's grenades", cites=("D13.35", "A24.11"))
def throw(play: Play, unit: Unit) -> bool:
    """SMOKE in its own Location to the end of the MPh; whether it is placed."""
    number = grenade_number(play, unit)
    purpose = fact("smoke_grenades", unit=unit.id, number=number)
    fires = die_roll(play, purpose, side=unit.side).final <= number
    where = unit.location
    what = fact("has_smoke_in", at=where) if fires else fact("places_no_smoke")
    changed(play, unit, what, discharged=True)
    if fires:
        put(play, unit.side, where, HINDRANCE, grenade=True)
    return fires
