"""A17: wounds of SMC."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Unit

MORTAL = 5
"""Final Wound Severity dr from which a SMC dies (A17.11)."""

WOUNDED_MF = 3
"""MF of a wounded SMC (A17.2)."""


@rule("A17.11", "Wound Severity", exc=("a wounded hero dies of the next wound",))
def survives(play: Play, unit: Unit) -> bool:
    """Roll for how bad a SMC's wound is; +1 if he has one already.

    EXC: a hero who is wounded again dies.
    """
    found = smc(play, unit)
    if unit.wounded and found is not None and found.kind == "hero":
        return False
    mods = [Mod("already wounded", 1, "A17.11")] if unit.wounded else []
    return die_roll(play, fact("wound_severity_of", unit=unit.id), mods).final < MORTAL


@rule("A17.1", "Wounds", cites=("A17.2",))
def wound(play: Play, unit: Unit) -> None:
    """Mark a SMC as wounded, and pin him if he has moved farther than he now could."""
    parts = play.state.move.parts if play.state.move else ()
    spent = next((part.spent for part in parts if unit.id in part.units), 0)
    # A17.2: pinned if he has spent more MF than he now has; A20.5: no prisoner is
    able = not (unit.berserk or unit.broken or unit.guard)
    far = able and spent > WOUNDED_MF * MF
    hurt = replace(unit, wounded=True, pinned=unit.pinned or far)
    play.emit(UnitChanged(hurt, fact("wounded_and_pinned" if far else "wounded")))


def fires_with(unit: Unit, found: MMC | SMC) -> MMC | SMC:
    """The counter by whose FP and range a unit fires without a SW.

    A wounded hero has a hex less of range (A17.2, A15.2): 1-3-8 for 1-4-9.
    """
    if not unit.wounded or not isinstance(found, SMC) or not found.range:
        return found
    return replace(found, range=found.range - 1)
