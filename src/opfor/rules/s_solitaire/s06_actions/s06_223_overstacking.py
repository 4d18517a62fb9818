"""S6.223: no Overstacking at the end of a move."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import HALF, SQUAD, mmc
from opfor.rules.a_infantry.a05_stacking import LIMIT, excess
from opfor.rules.s_solitaire.s09_movement.movers import Mover, units_of
from opfor.state.play import GameView
from opfor.state.units import LocationName

ALWAYS_FIT = 3
"""Units for which any empty Location has room (A5.1)."""


@rule(
    "S6.223",
    "The ENEMY does not Overstack",
    exc=("a Human Wave", "the only rout path"),
    cites=("A5.1", "S9.26"),
)
def overstacks(view: GameView, mover: Mover, to: LocationName) -> str:
    """Why the mover would be one too many in a Location; empty if there is room.

    A S? counts as its squads. EXC: a Human Wave; a rout that has no other way (S10).
    """
    units = units_of(view, mover)
    if any(unit.wave for unit in units):
        return ""
    there = [u for u in view.state.units_at(to, "ENEMY") if u.id not in mover.ids]
    squads = sum(suspect.squads for suspect in view.state.suspects_at(to))
    if not there and not squads and len(units) <= ALWAYS_FIT:
        return ""
    over = excess(view, [*there, *units])
    return "it would be Overstacked" if over or _full(view, mover, to, squads) else ""


def _full(view: GameView, mover: Mover, to: LocationName, squads: int) -> bool:
    """Whether the S? of a Location, with the MMC there, leave no room."""
    if not squads:
        return False
    units = [*view.state.units_at(to, "ENEMY"), *units_of(view, mover)]
    sizes = [kind.size for unit in units if (kind := mmc(view, unit))]
    halves = sum(SQUAD if size == "squad" else HALF for size in sizes)
    return squads * SQUAD + halves > LIMIT
