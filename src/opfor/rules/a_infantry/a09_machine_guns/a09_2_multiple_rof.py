"""A9.2: weapons that keep their ROF."""

from opfor.core.dice import Rolled
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.attack import Participant
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import in_use
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon


def rof_of(view: GameView, unit: Unit, weapon: Weapon) -> int:
    """The ROF number with which a unit fires a SW; 0 if it can keep none.

    None while pinned; one less for captured SW (A21.11).
    """
    if unit.pinned or weapon.dm:
        return 0
    return in_use(view, weapon, unit).rof


@rule("A9.2", "Multiple ROF", exc=("a SW that malfunctions",))
def keeps_rof(arm: Participant, rolled: Rolled) -> bool:
    """Whether a SW may fire again: the Original coloured die is not above its ROF.

    EXC: not a SW that malfunctions.
    """
    down = arm.breakdown and rolled.original >= arm.breakdown
    return rolled.pair.coloured <= arm.rof and not down
