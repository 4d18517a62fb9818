"""A7.1: who may attack by fire."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, dummy
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A7.1", "Fire attacks", cites=("A4.8", "A11.15", "A15.42", "A20.5", "S6.211"))
def able(view: GameView, unit: Unit) -> str:
    """Why a unit cannot fire at all now; nothing if it can.

    Broken and unarmed units, prisoners, those in Melee, TI or in Panic do not fire;
    berserk ones not in the PFPh, nor in the AFPh at what is outside their Location; a
    vehicle not without a crew that can act, nor in Motion in the PFPh (D3.3). Panic
    does not forbid FPF at what moves (S6.212).
    Reading: D-081 on TI; D-812 on berserk DEFENDERs.
    """
    window = view.state.window
    panic = unit.panic and not (window and window.side == unit.side)
    states = (
        (not unit.location, "offboard"),
        (unit.broken, "broken"),
        (unit.melee, "in Melee"),
        (not armed(unit), "unarmed or a prisoner"),
        (unit.ti and not unit.panic, "TI"),
        (panic, "in Panic"),
        (dummy(unit), "a dummy"),
        (unit.berserk and view.state.phase == "PFPh", "berserk"),
        (unit.vehicle is not None and not crewed(unit), "without a crew that can act"),
        (view.state.phase == "PFPh" and state_of(unit).motion, "in Motion"),
    )
    for true, what in states:
        if true:
            return f"{unit.id} is {what}"
    return ""
