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
        halted: how much of the harm that is to be feared counts where a move ends,
            until the advance.
        staying: the same where a unit stays until its next move.
        firing: how much of the harm that it could do from where it stays counts.
        taking: what it is worth to be in a Location that is to be taken or held.
        crowd: what each squad beyond two in a Location costs, in squads.
        spare: turns to spare with which there is no hurry; a fight on the way takes
            some.
        odds: squads that a CC must be expected to gain for an advance into it.
        last: what a goal is worth with the last chance to take it by CC: more is
            risked for it.
        shares: where several goals are needed each has its share of the squads make
            for it; else all make for the nearest.
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
    halted: float = 0.5
    staying: float = 1.0
    firing: float = 0.6
    taking: float = 0.25
    crowd: float = 0.15
    spare: float = 4.0
    odds: float = 0.15
    last: float = 0.5
    shares: bool = False


EVEN = Temper("even")
"""As `steady` plays."""

SEASONED = Temper(
    "seasoned",
    halted=0.35,
    staying=0.5,
    firing=1.0,
    taking=0.5,
    crowd=0.3,
    spare=6.0,
    odds=0.08,
    last=1.0,
    shares=True,
)
"""What won more of some thousands of games: less care for where a unit stays, more for
what it takes, nobody in a crowd (reading: D-817), and to each goal its share of the
troops (reading: D-818)."""
