"""Whatever comes out of a S? is fought to a result, without a fault.

A few cases are played here; OPFOR_SWEEP=all plays every one of them.
"""

import os

import pytest

from opfor.state.events import UnitAdded
from opfor.state.nations import load, load_nation, nations
from tests.properties.armor_sweep import ROWS, Case, fought, results, vehicles

EVERY = 67
"""Every so many cases one is played."""

ALL = os.environ.get("OPFOR_SWEEP") == "all"

CASES = list(enumerate((*vehicles(), *results())))


@pytest.mark.parametrize(
    ("number", "case"),
    CASES if ALL else CASES[::EVERY],
    ids=lambda what: what.name if isinstance(what, Case) else "",
)
def test_fought(number: int, case: Case) -> None:
    """The game ends, and what the tables give was there."""
    game = fought(case, number=number)
    assert game.state.over
    if case.vehicle:
        new = [e.event for e in game.events if isinstance(e.event, UnitAdded)]
        code = load_nation(case.nation).counter(case.vehicle).id
        assert code in {event.unit.counter for event in new}


def test_every_nation() -> None:
    """Every row of {A1} is there for every nation."""
    found = {(case.nation, case.a1) for case in results()}
    assert found == {(id_, final) for id_ in nations(load()) for final in ROWS}
