"""C3: where ordnance can fire from and to, and how it turns."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import BLOCKED, no_los, sees
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import target_of_window
from opfor.rules.b_terrain.b30_pillboxes import arc_allows
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import reaches
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import GunTurn, turn_to
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.c_ordnance.c05_firer_drm import tight
from opfor.rules.c_ordnance.c09_mortars import check_spotter
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d01_vehicles.d01_8_mg_arcs import check_ahead, mg_turn
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    at_corner,
    shot_hindrance,
)
from opfor.rules.d_vehicles.d03_fire.d03_51_turret import (
    check_vehicle_turn,
    turns_alone,
)
from opfor.state.play import GameView
from opfor.state.units import (
    NO_CA,
    LocationName,
    Side,
    Unit,
)


def turn_for(view: GameView, manned: Manned, target: LocationName) -> GunTurn:
    """How it turns to fire, if it may."""
    unit, piece, weapon = manned
    if piece.kind == "MG" and weapon is not None and weapon.mount:
        return mg_turn(view, unit, weapon, target)
    if weapon is not None and weapon.mount:
        check_ahead(view, unit, weapon, target)
    turn = turn_to(view, piece, ca_of(view, manned), unit.location, target)
    check_turn(view, manned, turn)
    return turn


def ca_of(view: GameView, manned: Manned) -> int:
    """The CA of a Gun, or the TCA or VCA of a vehicle; NO_CA for other ordnance."""
    unit, piece, weapon = manned
    if piece.mounted:
        state = state_of(unit)
        return state.tca if turns_alone(view, manned) else state.vca
    return weapon.gun.ca if weapon and weapon.gun else NO_CA


def check_sight(view: GameView, manned: Manned, order: Fire) -> None:
    """Raise Illegal unless the target is in range and LOS, or seen by a spotter.

    Errors:
        Illegal: too near or far (C9.1), no LOS (A6.1), outside a pillbox's CA (B30.2).
    """
    unit, piece, _ = manned
    if not order.target:
        raise Illegal("C3.3", "no target is named")
    if not reaches(view, piece, unit, order.target):
        number = "C9.1" if piece.kind == "MTR" else "C2.2"
        reach = f"{piece.min_range} to {piece.max_range or 'any'} hexes"
        raise Illegal(number, f"{piece.name} reaches {reach}")
    if order.spotter:
        check_spotter(view, manned, order)
    elif unit.location != order.target and not _seen(view, unit, order):
        raise no_los(view, unit.location, order.target)
    elif not arc_allows(view, unit, order.target):
        raise Illegal("B30.2", f"{order.target} is outside the CA of the pillbox")


def _seen(view: GameView, unit: Unit, order: Fire) -> bool:
    """Whether there is LOS to the Location, or to and from corners in Bypass."""
    aimed = view.state.units.get(order.at)
    if at_corner(unit) or (aimed is not None and at_corner(aimed)):
        return shot_hindrance(view, unit, order.target, aimed) != BLOCKED
    return sees(view, unit.location, order.target)


@rule("C3.22", "A Gun turns its CA to fire", cites=("C5.1", "A9.21"))
def check_turn(view: GameView, manned: Manned, turn: GunTurn) -> None:
    """Raise Illegal if a Gun would have to turn and may not.

    One in a pillbox never turns; one that does not turn freely not as it fires again
    by its ROF out of woods, a building or rubble.
    """
    unit, piece, weapon = manned
    if not turn.spines or weapon is None:
        return
    if piece.mounted:
        check_vehicle_turn(view, manned)
        return
    fort = view.state.fortifications.get(unit.inside)
    if fort is not None and fort.kind in ("pillbox", "cave"):
        raise Illegal("C3.22", f"{piece.name} does not turn in a {fort.kind}")
    again = weapon.rof or weapon.fired
    if again and piece.turret == "NT" and tight(view, unit.location):
        raise Illegal("C3.22", f"{piece.name} has fired and keeps its CA here")


def check_target(view: GameView, side: Side, target: LocationName) -> None:
    """Raise Illegal if First Fire is not at what moves (A8.1)."""
    if view.state.phase != "MPh" or view.state.side == side:
        return
    if target != target_of_window(view):
        raise Illegal("A8.1", f"nothing spends MF in {target} now")
