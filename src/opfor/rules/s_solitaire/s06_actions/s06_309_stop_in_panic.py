"""S6.309: vehicles that stop in Panic."""

from opfor.core.rule import rule
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.vehicle_orders import StopOrder
from opfor.state.play import Play


@rule(
    "S6.309/stop",
    "A Panicked Motion vehicle stops",
    cites=("S6.309", "S6.211"),
)
def stops_in_panic(play: Play) -> bool:
    """A vehicle in Motion that Panicked in its PFPh spends a MP to stop (D-003).

    As any MP, it may be fired at; it is all that the vehicle does in its MPh.
    """
    for unit in list(play.state.units.values()):
        if unit.side == "ENEMY" and unit.panic and unit.vehicle:
            command = StopOrder(unit.id)
            if allowed(play, "ENEMY", command):
                order(play, "ENEMY", command)
                return True
    return False
