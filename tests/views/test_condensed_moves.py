"""The way of a stack or a vehicle in one line."""

import pytest

from opfor.core.event import Emitted, Event, Note, RollMade
from opfor.core.fact import fact
from opfor.ports.session import Setup, build_world
from opfor.state.events import Moved, SuspectRemoved, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.mission import load_mission
from opfor.state.units import LocationName, Unit, VehicleState
from opfor.views.text.condensed_moves import in_runs
from opfor.views.text.log import log_lines

WORLD = build_world(Setup(mission=load_mission("first-contact"), seed=1))
MP = 4


def told(*events: Event) -> list[tuple[int, str]]:
    """The numbers and texts of the lines of events, which are numbered from 1."""
    numbered = [Emitted(n, ("D2.14",), event) for n, event in enumerate(events, 1)]
    lines = in_runs(WORLD, log_lines(WORLD, numbered))
    return [(line.number, line.text) for line in lines]


def at(name: str) -> LocationName:
    """A Location of the board."""
    return LocationName(f"o1{name}")


def to(name: str, who: str = "e1", *, spent: int = MP, here: int = MP) -> Moved:
    """A vehicle with 10 MP enters a hex."""
    units = tuple(who.split())
    move = Move(units=units, allotment=10 * MP, spent=spent, here=here, driven=True)
    return Moved(at(name), move)


def will(name: str, *by: str, kind: str = "will_enter") -> Note:
    """It says that it will."""
    how = [fact(each) for each in by]
    return Note(fact(kind, unit="e1", to=at(name), by=how))


def turns(spine: int = 0) -> UnitChanged:
    """It turns where it is."""
    state = VehicleState(vca=spine, tca=spine)
    here = Unit(
        id="e1", side="ENEMY", counter="russian/t-34-m43", location=at("K4"),
        vehicle=state,
    )  # fmt: skip
    return UnitChanged(here, fact("turns"))


class TestEchoes:
    """What a vehicle will do and does is told once."""

    @pytest.mark.parametrize(
        ("said", "both"),
        [
            (will("K4"), "e1 to K4 (1 MP, 9 left)"),
            (will("K4", "by_bypass"), "e1 to K4 by Bypass (1 MP, 9 left)"),
            (will("K4", "by_esb"), "e1 to K4 by ESB (1 MP, 9 left)"),
            (
                will("K4", "by_bypass", "by_esb", kind="will_go_on_along"),
                "e1 to K4 by Bypass by ESB (1 MP, 9 left)",
            ),
        ],
    )
    def test_once(self, said: Note, both: str) -> None:
        """The line that says more is left, with the number of the deed."""
        assert told(said, to("K4")) == [(2, both)]

    @pytest.mark.parametrize("does", [to("K5"), to("K4", "e2"), turns()])
    def test_apart(self, does: Event) -> None:
        """Something else, or somebody else, is a line of its own."""
        assert [number for number, _ in told(will("K4", "by_esb"), does)] == [1, 2]

    def test_the_same(self) -> None:
        """A line that comes twice is told once; dice that fall alike are two rolls."""
        note = Note(fact("told", text="MG of e1 bear on: K4"))
        assert told(note, note) == [(2, "MG of e1 bear on: K4")]
        roll = RollMade(fact("told", text="fire at K4"), dice=(1, 2))
        assert [number for number, _ in told(roll, roll)] == [1, 2]


class TestRuns:
    """A run of hexes."""

    def test_one_line(self) -> None:
        """It names every hex, and what is left at its end; turns between are in it."""
        lines = told(
            turns(), to("K4"),
            turns(1), will("K5", "by_bypass"), to("K5", spent=3 * MP, here=2 * MP),
            to("K6", spent=14, here=2), turns(2),
        )  # fmt: skip
        assert lines[0] == (6, "e1 to K4, K5 by Bypass, K6 (6½ MP left)")
        assert [number for number, _ in lines] == [6, 7]

    def test_stack(self) -> None:
        """A stack goes as one; how it goes is told."""
        one, two = (
            Moved(at(name), Move(units=("e1", "e2"), allotment=24, spent=spent, here=4,
                                 double_time=True))
            for name, spent in (("K4", 4), ("K5/1", 12))
        )  # fmt: skip
        assert told(one, two) == [(2, "e1, e2 to K4, K5/1 (3 MF left, Double Time)")]

    def test_broken(self) -> None:
        """Whatever else happens ends it, and somebody else begins one of his own."""
        one, two = to("K4"), to("K5", spent=2 * MP)
        first, second = "e1 to K4 (1 MP, 9 left)", "e1 to K5 (1 MP, 8 left)"
        gone = SuspectRemoved("S3", fact("told", text="gone"))
        assert told(one, gone, two) == [(1, first), (2, "S3: gone"), (3, second)]
        other = "e2 to K5 (1 MP, 8 left)"
        assert told(one, to("K5", "e2", spent=2 * MP)) == [(1, first), (2, other)]
