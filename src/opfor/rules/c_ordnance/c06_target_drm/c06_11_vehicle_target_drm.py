"""C6: the DRM that a vehicle brings to the To Hit DR as a target."""

from msgspec.structs import replace

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.c_ordnance.c06_target_drm.case_values import value
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import size_drm
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import mp_in_sight
from opfor.rules.d_vehicles.d09_cover.d09_1_tem import vehicle_tem
from opfor.state.events import Tidied
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

HARDLY_SEEN, BRIEFLY_SEEN = 4, 12
"""Quarters of MP in the firer's LOS of Cases J2 and J1 (C6.11, C6.12)."""


def vehicle_drm(view: GameView, unit: Unit, start: LocationName) -> tuple[Mod, ...]:
    """What a vehicle brings as the target of the Vehicle Target Type."""
    found = (
        on_the_move(view, unit, start),
        size_drm(view, unit),
        vehicle_tem(view, unit),
        unseen_vehicle(view, unit),
    )
    return tuple(mod for mod in found if mod is not None)


@rule("C6.11", "Cases J, J1 and J2: a vehicle that moves", cites=("C6.1", "D2.4"))
def on_the_move(view: GameView, unit: Unit, start: LocationName) -> Mod | None:
    """+2 against what is in Motion, began its MPh so or has entered a hex.

    +3 if it has spent no more than three MP in the firer's LOS in it, +4 for one or
    less. It is a moving target to the end of the Player Turn.
    Reading: D-302 these two only as it moves.
    """
    if not moving_target(unit):
        return None
    move = view.state.move
    case = "J"
    if move is not None and unit.id in move.units:
        seen = mp_in_sight(view, unit, start)
        case = "J2" if seen <= HARDLY_SEEN else "J1" if seen <= BRIEFLY_SEEN else "J"
    return Mod(f"Case {case}: moving vehicle", value(view, case), "C6.11")


def moving_target(unit: Unit) -> bool:
    """Whether a vehicle is a moving target: in Motion, or it was as its MPh began.

    So is one that has entered a hex in this Player Turn.
    """
    state = unit.vehicle
    return state is not None and (
        state.motion or state.entered or state.began_in_motion
    )


@rule("C6.11/began", "Who begins the MPh in Motion", cites=("C6.11", "D2.4"))
def mark_motion(play: Play) -> None:
    """The ATTACKER's vehicles in Motion are moving targets to the end of the turn.

    Reading: D-813.
    """
    begin = tuple(
        replace(unit, vehicle=replace(unit.vehicle, began_in_motion=True))
        for unit in play.state.units.values()
        if unit.side == play.state.side and unit.vehicle and unit.vehicle.motion
    )
    if begin:
        play.emit(Tidied(units=begin))


def in_motion(unit: Unit) -> bool:
    """Whether it is a vehicle in Motion (D2.4)."""
    return unit.vehicle is not None and unit.vehicle.motion


def unseen_vehicle(view: GameView, unit: Unit) -> Mod | None:
    """+2 against a concealed one (Case K)."""
    if known_to_other_side(unit):
        return None
    return Mod("Case K: concealed", value(view, "K"), "C6.2")
