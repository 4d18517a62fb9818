"""Drags to the upper levels of a building."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.ports.session import Session, Setup, begin
from opfor.state.mission import load_mission
from opfor.state.units import LocationName
from opfor.vasl.live.drags import Drag, way
from opfor.vasl.live.levels import meant
from tests.shared import needs_shared
from tests.vasl.live.running import running
from tests.vasl.live.test_session import drag, joined, pixel, unlike
from tests.web.games import mission_at


@pytest.fixture
def upstairs(tmp_path: Path) -> Session:
    """A game in the first MPh: 467A in R4 and 467C in R7, both upstairs; 467B in R6."""
    lines = ("4-6-7 1 o1R4/1", "4-6-7 1 o1R6", "4-6-7 1 o1R7/1")
    mission = load_mission(mission_at(tmp_path, *lines))
    session = begin(Setup(mission=mission, seed=7), tmp_path / "a.opfor")
    asked = session.game.run()
    while asked and session.game.state.phase != "MPh":
        asked = session.game.answer(asked.number, {"type": "end"})
    return session


def drag_of(unit: str, start: str, to: str) -> Drag:
    """A drag of one unit."""
    return Drag("move", (unit,), LocationName(start), LocationName(to))


class TestMeant:
    """Which Location a drag is to."""

    @pytest.mark.parametrize(
        ("unit", "start", "to", "found"),
        [
            ("467B", "o1R6", "o1R7", ["o1R7"]),  # from the ground to the ground
            ("467B", "o1R6", "o1R7/1", ["o1R7/1"]),  # above a Level counter
            ("467B", "o1R6", "o1S4/1", ["o1S4"]),  # no way up there
            ("467A", "o1R4/1", "o1R4", ["o1R4"]),  # down, in its hex
            ("467A", "o1R4/1", "o1S4", ["o1S4", "o1S4/1", "o1S4/2"]),
            ("467A", "o1R4/1", "o1R5", ["o1R5"]),  # there is one level
            ("467A", "o1R4/1", "o1A1", ["o1A1"]),  # out of reach: to be refused
        ],
    )
    def test_meant(
        self, upstairs: Session, unit: str, start: str, to: str, found: list[str]
    ) -> None:
        """One Location, or those to ask about."""
        assert [*meant(upstairs, drag_of(unit, start, to))] == found

    def test_refused(self, upstairs: Session) -> None:
        """What cannot be reached is refused afterwards."""
        with pytest.raises(OpforError):
            way(upstairs, drag_of("467A", "o1R4/1", "o1A1"))


@needs_shared
class TestAsked:
    """At the player's table."""

    def test_said(self, upstairs: Session) -> None:
        """He is asked in the chat, and says it; above the Level counter he is not."""
        with running(upstairs) as host:
            client = joined(host)
            client.drag(client.piece("467A"), *pixel(host, "o1S4"))
            asked = client.settle()
            assert "say `0` or `1` or `2`" in " ".join(asked)
            assert unlike(host, client) == []
            client.say("1")
            units = upstairs.game.state.units
            assert units["467A"].location == "o1S4/1"
            assert unlike(host, client) == []
            top = client.piece("467C")  # VASL lays it upon the pile
            client.drag(client.piece("467B"), *pixel(host, "o1R7"), under=top)
            client.settle()
            assert any("stopped before R7/1" in line for line in client.said)
            assert unlike(host, client) == []
            client.close()

    def test_with_its_counter(self, upstairs: Session) -> None:
        """The Level counter that comes along says the level."""
        with running(upstairs) as host:
            client = joined(host)
            drag(host, client, ("467A",), "o1S4")  # the whole pile
            assert upstairs.game.state.units["467A"].location == "o1S4/1"
            assert unlike(host, client) == []
            client.close()

    def test_ground(self, upstairs: Session) -> None:
        """Ground level, which the table shows, can be said too."""
        with running(upstairs) as host:
            client = joined(host)
            client.drag(client.piece("467A"), *pixel(host, "o1S4"))
            client.settle()
            client.say("level 0")
            assert upstairs.game.state.units["467A"].location in ("o1R4", "o1S4")
            assert not any("on which level" in line for line in client.say("?"))
            assert unlike(host, client) == []
            client.close()

    def test_other_words(self, upstairs: Session) -> None:
        """Any other line is what it always is, and nobody has moved."""
        with running(upstairs) as host:
            client = joined(host)
            client.drag(client.piece("467A"), *pixel(host, "o1S4"))
            client.say("move 467A R5")
            assert upstairs.game.state.units["467A"].location != "o1S4/1"
            client.say("1")
            assert upstairs.game.state.units["467A"].location != "o1S4/1"
            client.close()
