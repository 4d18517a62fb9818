"""A7.4: whom an attack on the IFT reaches, and what its DR means for each."""

from collections.abc import Sequence
from typing import Literal

from opfor.rules.a_infantry.a06_los import BLOCKED
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import INDIRECT, unhurt
from opfor.rules.a_infantry.a07_fire.a07_ift import IftResult, read_ift
from opfor.rules.a_infantry.a07_fire.attack import Attack, against
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import shot_as
from opfor.rules.b_terrain.b30_pillboxes import arc_allows
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    at_corner,
    corner_hindrance,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Suspect, Unit

NMC = IftResult("MC")

BEST = 2
"""The Original DR with the worst results, one of doubles."""


def attacked_units(view: GameView, made: Attack) -> list[Unit]:
    """Who is attacked: those named, else all in the Location.

    Friends only where there is a Melee, and not by fire from within the Location;
    always by OBA and bombs, which tell nobody apart (C1.5). What a pillbox keeps out
    does not reach those inside (B30.2). Prisoners are hit with their Guard (A20.5).
    """
    units = [u for u in view.state.units_at(made.target) if _reached(view, made, u)]
    if made.targets:
        return [unit for unit in units if unit.id in made.targets]
    if made.source == "OBA":
        return units
    if made.target in made.froms or not _mixed(units, made.side):
        return [
            unit
            for unit in units
            if (shot_as(view, unit) if unit.guard else unit.side) != made.side
        ]
    return units


def attacked_suspects(view: GameView, made: Attack) -> list[Suspect]:
    """The S? that an attack reaches: none if it names its targets."""
    return [] if made.targets else reached_suspects(view, made.target)


def reached_suspects(view: GameView, where: LocationName) -> list[Suspect]:
    """The S? of a Location that fire at it reaches: if some move they alone (A8.1)."""
    there, moving = view.state.suspects_at(where), view.state.moving_suspects()
    return [suspect for suspect in there if suspect in moving] if moving else there


def _reached(view: GameView, made: Attack, unit: Unit) -> bool:
    heavy = made.source not in ("fire", "residual", "fire lane")
    if unit.id in made.spared or _immune(view, made, unit) or _aside(view, made, unit):
        return False
    return (
        not unit.inside
        or not made.froms
        or any(arc_allows(view, unit, at, heavy=heavy) for at in made.froms)
    )


def _aside(view: GameView, made: Attack, unit: Unit) -> bool:
    """Whether it is at a corner, or aboard what is, that none of the firers sees."""
    if made.source != "fire" or not made.froms or not (unit.vehicle or unit.aboard):
        return False
    carrier = view.state.units.get(unit.aboard, unit)
    if not at_corner(carrier):
        return False
    return all(corner_hindrance(view, at, carrier) == BLOCKED for at in made.froms)


def _immune(view: GameView, made: Attack, unit: Unit) -> bool:
    """Whether its armor keeps the attack out (A7.307)."""
    felt = made.source in INDIRECT or flame_of(made) or made.brought
    if unit.vehicle is not None and felt:
        return False
    return unhurt(view, unit)


def flame_of(made: Attack) -> Literal["FT", "MOL"] | None:
    """What burns an AFV in an attack: a FT, or MOL; None for any other."""
    if made.source == "FT":
        return "FT"
    return "MOL" if any(share.name == "MOL" for share in made.shares) else None


def _mixed(units: Sequence[Unit], side: Side) -> bool:
    """Whether a Melee holds both sides in the Location (A7.4)."""
    return any(unit.melee for unit in units if unit.side == side)


def result_for(
    view: GameView, made: Attack, unit: Unit, original: int, shifted: int = 0
) -> IftResult:
    """What an Original DR of an attack means for one unit."""
    aim = against(view, made, unit)
    there = column_of(view, aim.fp, shifted=shifted)
    return read_ift(view, there, original + aim.drm)


def could_check(view: GameView, made: Attack, unit: Unit) -> bool:
    """Whether some Original DR makes a unit take a MC, as the attack cowers (A7.9)."""
    return any(
        result_for(view, made, unit, original, shifted).severity >= NMC.severity
        for original, shifted in ((BEST, made.cowers), (BEST + 1, 0))
    )
