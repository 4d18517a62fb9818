"""How a side weighs what it sees: what makes one player of it another."""

from typing import NamedTuple

from opfor.state.units import OFFBOARD, LocationName


class Temper(NamedTuple):
    """How a side weighs what it sees.

    Args:
        name: what it is called.
        fear: how much fire is feared; 1 as it should be.
        haste: how much a MF nearer to the aim is worth; 1 as it should be.
        prep: p(NMC+) from which on a shot is better than a move; None: as the time
            that is left says.
        aim: the one of its aims that it makes for first; empty: the nearest.
        alert: how much of the harm by S? that its arrival may wake counts where it
            stays; `steady` fears them on the way alone.
        room: what each squad beyond the stacking limit costs, in squads (A5.1).
        scouts: those without a leader move first, and no leader takes two along.
        tired: what it costs a squad to be CX, in squads; 0: no Double Time (A4.5).
    """

    name: str
    fear: float = 1.0
    haste: float = 1.0
    prep: float | None = None
    aim: LocationName = OFFBOARD
    alert: float = 0.0
    room: float = 0.0
    scouts: bool = False
    tired: float = 0.0


EVEN = Temper("even")
"""As `steady` plays."""
