"""Entrenchments and pillboxes: how many find room inside."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import HALF, SQUAD, mmc, smc
from opfor.state.play import GameView
from opfor.state.units import Fortification, Unit

SMC_ROOM = 4
"""SMC that fit beside the squads of a fortification."""


@rule("B27.p1", "Capacity of entrenchments and pillboxes", cites=("B27.5",))
def room(view: GameView, fort: Fortification) -> tuple[int, int]:
    """The half-squads and the SMC for which there is room left inside."""
    inside = [u for u in view.state.units_at(fort.location) if u.inside == fort.id]
    taken = sum(_size(view, unit) for unit in inside)
    men = sum(smc(view, unit) is not None for unit in inside)
    return fort.capacity * SQUAD - taken, SMC_ROOM - men


def _size(view: GameView, unit: Unit) -> int:
    found = mmc(view, unit)
    return 0 if found is None else SQUAD if found.size == "squad" else HALF


def fits(view: GameView, fort: Fortification, units: list[Unit]) -> bool:
    """Whether some units all fit into a fortification together."""
    halves, men = room(view, fort)
    wanted = sum(_size(view, unit) for unit in units)
    return wanted <= halves and sum(smc(view, u) is not None for u in units) <= men
