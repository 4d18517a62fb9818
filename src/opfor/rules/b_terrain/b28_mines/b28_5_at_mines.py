"""B28.5: A-T mines: what they, and A-P ones, do to a vehicle; Infantry is in no danger.

Nothing is changed here: what moves vehicles asks, and does what it is told.
"""

from typing import Literal

from opfor.core.dice import dice_roll, die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_ift import read_ift
from opfor.state.counters import Vehicle
from opfor.state.play import GameView, Play
from opfor.state.units import Fortification, LocationName

Fate = Literal["", "immobilized", "eliminated", "burns"]
"""What becomes of a vehicle; empty: nothing."""

AT_FP = 36
BURNING_KIA = 4
"""The number of a KIA from which an AFV burns."""

BURNING_DR = 6
"""The Final DR at or below which an unarmored vehicle burns."""


def at_minefield(view: GameView, location: LocationName) -> Fortification | None:
    """The A-T minefield of a Location."""
    forts = view.state.fortifications_at(location) if view.state.fortifications else ()
    return next((f for f in forts if f.kind == "minefield" and f.factors), None)


@rule("B28.5", "A-T mines", exc=("not by Infantry",), cites=("B28.52",))
def set_off(play: Play, field: Fortification) -> bool:
    """Whether a vehicle that enters or leaves sets them off: a dr of factors or less.

    EXC: Infantry never does.
    """
    what = fact("at_mines", factors=field.factors, at=field.location)
    roll = die_roll(play, what)
    return roll.final <= field.factors


@rule("B28.52", "What A-T mines do to a vehicle", cites=("A7.3",))
def at_attack(play: Play, vehicle: Vehicle) -> Fate:
    """Their attack on the 36 FP column: no TEM, only the AF as a DRM.

    An AFV burns on a 4KIA or more, is eliminated on any other KIA and immobilized by
    anything else. An unarmored vehicle is lost, and burns on a Final 6 or less.
    Reading: D-223, the AF is the lowest of its hull.
    """
    # B28.52: the lowest hull AF is the only DRM
    armor = 0 if vehicle.unarmored else min(vehicle.front, vehicle.side)
    mods = [Mod("lowest hull AF", armor, "B28.52")] if armor else []
    roll = dice_roll(play, fact("at_mines_on", vehicle=vehicle.name), mods)
    # B28.52: what is unarmored has no chance
    if vehicle.unarmored:
        return "burns" if roll.final <= BURNING_DR else "eliminated"
    # A7.3: the IFT result on the column of the mines
    result = read_ift(play, AT_FP, roll.final)
    if result.kind != "KIA":
        return "immobilized"
    return "burns" if result.number >= BURNING_KIA else "eliminated"
