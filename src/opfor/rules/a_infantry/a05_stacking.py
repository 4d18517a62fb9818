"""A5: how much of a side fits into a Location."""

from collections.abc import Iterable

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    HALF,
    SQUAD,
    mmc,
    onboard,
    smc,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

LIMIT = 3 * SQUAD
"""Half-squads of a side that a Location holds (A5.1)."""

SMC_LIMIT = 4
"""SMC of a side that it holds beside them; each one more counts as a HS (D-101)."""


@rule("A5.1", "Stacking limits and Overstacking")
def overstacked(view: GameView, side: Side, where: LocationName) -> int:
    """How many squads of a side a Location holds beyond its limit, parts of one too."""
    return excess(view, view.state.units_at(where, side))


def excess(view: GameView, units: Iterable[Unit]) -> int:
    """The squads by which units of one side exceed the limit, rounded up (D-101).

    Prisoners are counted with nobody.
    """
    counted = [unit for unit in units if not unit.guard]
    if len(counted) * SQUAD <= LIMIT:  # there is room for so many, whatever they are
        return 0
    half_squads = leaders = 0
    for unit in counted:
        found = mmc(view, unit)
        if found:
            half_squads += SQUAD if found.size == "squad" else HALF
        elif smc(view, unit):
            leaders += 1
    half_squads += HALF * max(0, leaders - SMC_LIMIT)
    return -(-max(0, half_squads - LIMIT) // SQUAD)


@rule("A5.131", "Overstacked targets")
def crowd_drm(view: GameView, side: Side, where: LocationName) -> list[Mod]:
    """-1 for each squad by which a side Overstacks the Location that is attacked."""
    over = overstacked(view, side, where)
    return [Mod("overstacked target", -over, "A5.131")] if over else []


def overstacked_locations(view: GameView, side: Side) -> dict[LocationName, int]:
    """Every Location that a side Overstacks, with the squads that are too many."""
    where = dict.fromkeys(unit.location for unit in onboard(view, side))
    found = {place: overstacked(view, side, place) for place in where}
    return {place: squads for place, squads in found.items() if squads}
