"""B28.5: A-T mines: what they, and A-P ones, do to a vehicle; Infantry is in no danger.

Nothing is changed here: what moves vehicles asks, and does what it is told.
"""

from typing import Literal

from opfor.core.dice import dice_roll, die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_308_star_vehicle_line import (
    vehicle_kill_number,
)
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


@rule("B28.42", "A-P mines and vehicles", cites=("B28.4",))
def ap_attack(play: Play, field: Fortification, vehicle: Vehicle) -> Fate:
    """A KIA immobilizes an AFV, nothing else harms it.

    An unarmored vehicle is eliminated by less than the number of the Vehicle line,
    immobilized by just that number, and burns on half of it.
    """
    roll = dice_roll(play, fact("ap_mines_on", vehicle=vehicle.name))
    # B28.42: of an AFV only a KIA stops the tracks
    if not vehicle.unarmored:
        hit = read_ift(play, field.fp, roll.final).kind == "KIA"
        return "immobilized" if hit else ""
    # A7.308: the Vehicle line against what is unarmored
    kill = vehicle_kill_number(play, field.fp)
    if roll.final > kill:
        return ""
    if roll.final <= kill // 2:
        return "burns"
    return "eliminated" if roll.final < kill else "immobilized"
