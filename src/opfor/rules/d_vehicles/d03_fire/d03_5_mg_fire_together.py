"""D3.5: a vehicle's MG fire together."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import Way


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
