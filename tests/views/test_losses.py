"""Losses of a report: each once, with how it was lost and what it gave."""

import pytest

from opfor.core.event import Emitted
from opfor.core.fact import Fact, fact
from opfor.ports.session import Setup, build_world
from opfor.state.events import LossesChanged
from opfor.state.in_progress import SideLosses
from opfor.state.mission import load_mission
from opfor.state.units import Side
from opfor.views.report.losses import losses
from opfor.views.text.called import Names


@pytest.fixture(scope="module")
def names() -> Names:
    """Germans against Russians."""
    mission = load_mission("first-contact")
    world = build_world(Setup(mission=mission, seed=1))
    return Names(world, mission.friendly, mission.enemy)


def told(side: Side, what: Fact) -> Emitted:
    """What changed in the losses of a side."""
    return Emitted(1, ("A26.22",), LossesChanged(side, SideLosses(), what))


def cvp(points: int, how: str) -> Emitted:
    """What the ENEMY gets for the squad."""
    why = fact(how, id="467A")
    return told("ENEMY", fact("cvp_for", points=points, why=why))


GONE = told("FRIENDLY", fact("has_lost", unit="467A"))


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([cvp(2, "piece_lost"), GONE], "4-6-7 A (2 CVP)"),
        ([cvp(4, "unit_captured"), GONE], "4-6-7 A (captured, 4 CVP)"),
        ([cvp(1, "half_lost")], "4-6-7 A (Reduced, 1 CVP)"),
        ([cvp(-4, "unit_escaped")], "4-6-7 A (free again, \u22124 CVP)"),
        ([GONE], "4-6-7 A"),
    ],
)
def test_losses(names: Names, events: list[Emitted], text: str) -> None:
    """Named once, though it is told twice: what it gives, and that it is gone."""
    assert list(losses(events, "FRIENDLY", names)) == [text]
    assert not list(losses(events, "ENEMY", names))
