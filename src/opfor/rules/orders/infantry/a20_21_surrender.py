"""A20.21: those who cannot get away surrender."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a20_prisoners.a20_3_no_quarter import surrender
from opfor.rules.a_infantry.a20_prisoners.a20_21_way_out import safe_way
from opfor.rules.a_infantry.a20_prisoners.a20_21_who_surrenders import (
    captors,
    may_surrender,
)
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


@rule(
    "A20.21/rtph",
    "Those who cannot get away surrender",
    cites=("A19.12", "A20.3", "A10.53"),
)
def surrenders(play: Play) -> None:
    """Units that cannot rout but by Interdiction or Low Crawl give themselves up.

    So do Disrupted and Encircled ones, all of them only next to a captor.
    """
    for unit in in_order(play):
        if play.state.units.get(unit.id) == unit:
            give_up(play, unit)


def in_order(view: GameView) -> list[Unit]:
    """The broken units on the map, the ATTACKER's first."""
    sides = (view.state.side, defender(view.state))
    return [u for side in sides for u in onboard(view, side) if u.broken]


def give_up(play: Play, unit: Unit) -> bool:
    """Let a unit surrender if it must; whether it is a prisoner now."""
    if not _surrenders(play, unit):
        return False
    found = captors(play, unit)
    return surrender(play, unit.id, found[0].id)


def _surrenders(view: GameView, unit: Unit) -> bool:
    if not may_surrender(view, unit) or not captors(view, unit):
        return False
    return unit.disrupted or unit.encircled or not safe_way(view, unit)
