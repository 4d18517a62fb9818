"""A14.1: the DR that wakes an enemy Sniper."""

from opfor.core.dice import Rolled
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.state.events import SniperAlerted
from opfor.state.play import Play
from opfor.state.units import Phase, Side

PHASES: tuple[Phase, ...] = ("PFPh", "MPh", "DFPh", "AFPh")
"""The phases in which a Sniper may attack (A14.1)."""


@rule("A14.1", "Sniper Activation Number")
def alert_sniper(play: Play, side: Side, rolled: Rolled) -> None:
    """Alert the other side's Sniper if the Original DR of a side equals its SAN.

    For each TH, MC, TC, IFT and entrenching DR that is made in a fire phase or in the
    MPh. The Sniper acts when the order in hand is done.
    """
    state, enemy = play.state, other(side)
    if state.phase in PHASES and rolled.original == state.toll(enemy).san:
        play.emit(SniperAlerted(enemy))
