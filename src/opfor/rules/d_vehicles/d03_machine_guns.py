"""D1.8 and D3.3: vehicular MG on the IFT: their arcs, their FP, and bounding fire."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.firepower import HALF, Firer, FireStatus, standing
from opfor.rules.c_ordnance.c05_firer_drm import TURRETS
from opfor.rules.d_vehicles.d01_mg_arcs import mg_turn
from opfor.rules.d_vehicles.d01_vehicles import (
    armament,
    changed,
    main_armament,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d02_movement.allotment import move_of
from opfor.rules.d_vehicles.d06_riders import swept_off
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
    if unit.vehicle is None or weapon is None:
        return standing(view, firer.thing)
    if own_move(view, unit):
        check_bounding(view, unit, weapon)
        found = BOUNDING
    else:
        found = standing(view, weapon)
    if unit.vehicle.motion:
        return found._replace(factors=(*found.factors, (HALF, "in Motion")))
    return found


# -- arcs --------------------------------------------------------------------------


def check_mounts(view: GameView, firers: Sequence[Firer], target: LocationName) -> None:
    """Raise Illegal if a vehicle's MG cannot be brought to bear."""
    for firer in firers:
        if firer.unit.vehicle is not None and firer.weapon is not None:
            mg_turn(view, firer.unit, firer.weapon, target)


@rule("D3.51/ift", "Turning the turret for a MG")
def turning_drm(
    view: GameView, firers: Sequence[Firer], target: LocationName
) -> list[Mod]:
    """Case A on the IFT, for a turret that turns to fire its MG.

    Not by bounding First Fire, where it turns with the MP.
    Reading: D-311.
    """
    for firer in firers:
        unit, weapon = firer.unit, firer.weapon
        if unit.vehicle is None or weapon is None or own_move(view, unit):
            continue
        spines = mg_turn(view, unit, weapon, target).spines
        if spines:
            return [case_a(view, unit, spines)]
    return []


def case_a(view: GameView, unit: Unit, spines: int) -> Mod:
    """Case A of a turret that turns by some hexspines."""
    found = vehicle(view, unit)
    kind = found.turret if found else "T"
    table = view.world.enemy.table("C5")
    first = int(table.look_up(case=f"A {TURRETS.get(kind, kind)}").result)
    more = int(table.look_up(case="A more").result)
    value = first + (spines - 1) * more
    return Mod(f"Case A: TCA changed by {spines}", value, "D3.51")


def turn_turrets(play: Play, weapons: Sequence[str], target: LocationName) -> None:
    """Leave the turrets as they were turned to fire; Main Armament loses its target.

    What it had acquired elsewhere is lost as its CMG fires at something else (C6.5).
    """
    # A RMG that fires with the CMG bears on the target before the turret turns.
    for id_ in sorted(weapons, key=lambda id_: id_.endswith("rmg"), reverse=True):
        weapon = play.state.weapons.get(id_)
        unit = play.state.units.get(weapon.owner) if weapon else None
        if weapon is None or unit is None or not weapon.mount:
            continue
        try:
            turn = mg_turn(play, unit, weapon, target)
        except Illegal:  # the attack has changed who mans it
            continue
        if turn.spines:
            swept_off(play, unit, turn.ca)
            changed(play, unit, fact("turns_its_turret"), tca=turn.ca)
        main = main_armament(play, unit)
        aim = main.acquired if main else None
        if main and aim and weapon.mount == "CMG" and aim.at != target:
            lost = replace(main, acquired=None)
            play.emit(WeaponChanged(lost, fact("loses_its_acquired_target")))


# -- together ----------------------------------------------------------------------


@rule("D3.5", "Fire of a vehicle's MG together", cites=("A7.5", "A7.53"))
def check_crew(
    firers: Sequence[Firer], leaders: Sequence[str], *, way: Way = ""
) -> None:
    """Raise Illegal if a vehicle's MG fire with others, or as only Infantry can.

    A vehicle's MG fire singly or together, with nobody else's FP and without a leader
    to direct them; they make no Snap Shots and lay no Fire Lanes.
    Reading: D-311.
    """
    if not any(firer.unit.vehicle for firer in firers):
        return
    if len({firer.unit.id for firer in firers}) > 1:
        raise Illegal("D3.5", "a vehicle's MG fire with nobody else's FP")
    if leaders:
        raise Illegal("D3.5", "no leader directs the fire of a vehicle")
    if way:
        raise Illegal("D3.5", f"a vehicle's MG fires no {way}")
