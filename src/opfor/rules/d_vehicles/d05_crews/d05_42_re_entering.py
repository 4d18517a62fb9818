"""D5.42: re-entering an Abandoned vehicle."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.choices.vehicle_orders import Man
from opfor.rules.d_vehicles.d05_crews.d05_4_crew_leaves import has_crew
from opfor.state.play import GameView
from opfor.state.units import Side, Unit


@rule("D5.42", "Re-entering an Abandoned vehicle", cites=("D5.43", "A21.22"))
def check_man(view: GameView, side: Side, order: Man) -> tuple[Unit, Unit]:
    """The unit and the Abandoned vehicle, beneath which it begins its MPh.

    A crew or HS in Good Order; not in the Player Turn in which the last crew left it,
    nor into a vehicle that was Recalled and could not go.

    Errors:
        Illegal: it cannot.
    """
    unit, hulk = view.state.units.get(order.unit), view.state.units.get(order.vehicle)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("D5.42", f"you have no unit {order.unit} on the map")
    if hulk is None or hulk.vehicle is None or not hulk.vehicle.abandoned:
        raise Illegal("D5.42", f"{order.vehicle} is no Abandoned vehicle")
    if hulk.location != unit.location or not has_crew(view, hulk):
        raise Illegal("D5.42", f"{unit.id} cannot get into {hulk.id}")
    found, move = mmc(view, unit), view.state.move
    if found is None or found.size == "squad" or unit.unarmed:
        raise Illegal("D5.42", f"a crew or HS mans a vehicle, not {unit.id}")
    begun = move is not None and any(unit.id in part.units for part in move.parts)
    if not movable(view, unit) or not unit.good_order or begun:
        raise Illegal("D5.42", f"{unit.id} has no MPh left to get in")
    if hulk.moved:
        raise Illegal("D5.42", f"{hulk.id} was left in this Player Turn")
    if hulk.side == side and hulk.vehicle.recalled:
        raise Illegal("D5.341", f"{hulk.id} was Recalled, and nobody mans it again")
    return unit, hulk
