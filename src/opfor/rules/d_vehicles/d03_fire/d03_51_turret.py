"""D3.51: turrets that turn to fire."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.c_ordnance.c05_firer_drm import TURRETS
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    changed,
    main_armament,
    mobile,
    turreted,
    vehicle,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_8_mg_arcs import mg_turn
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import own_move
from opfor.rules.d_vehicles.d06_passengers.d06_2_riders import swept_off
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit
from opfor.state.vehicle_weapons import TURNING


def turns_alone(view: GameView, manned: Manned) -> bool:
    """Whether a vehicle's Weapon turns with its turret, not with the vehicle."""
    mount = manned.weapon.mount if manned.weapon else ""
    return mount in TURNING and turreted(view, manned.unit)


@rule("D3.51", "A vehicle turns to fire", cites=("C3.22", "D3.12"))
def check_vehicle_turn(view: GameView, manned: Manned) -> None:
    """Raise Illegal if a vehicle would have to turn itself and cannot.

    One without a turret changes its VCA only if it can move, and not in the MPh,
    where it spends MP for that.
    """
    unit, piece, _ = manned
    if turns_alone(view, manned):
        return
    if view.state.phase == "MPh" and view.state.side == unit.side:
        raise Illegal("D3.51", f"{unit.id} spends MP to turn its {piece.name}")
    if not mobile(unit):
        raise Illegal("D3.51", f"{unit.id} cannot turn")


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
