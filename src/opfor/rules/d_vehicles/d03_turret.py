"""D3.51: turrets that turn to fire."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c03_to_hit.firer import Manned
from opfor.rules.d_vehicles.d01_vehicles import mobile, turreted
from opfor.state.play import GameView
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
