"""S6.3: moves that are Automatic Actions."""

from msgspec.structs import replace

from opfor.state.events import Moved, UnitAdded, UnitChanged
from opfor.state.play import Play
from tests.rules.given.moves import enemy, entered, phase
from tests.rules.given.world import events


class TestS6_3_moveErrands:
    """S6.3/move."""

    def test_to_the_broken(self) -> None:
        """A leader goes to a broken unit three hexes away; he arrives without CX."""

        def called(play: Play) -> None:
            leader = enemy("tC2", "e3", counter="russian/8-0")
            play.emit(UnitAdded(replace(leader, action="Move", automatic="S6.317")))
            broken = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(broken, "breaks"))

        played = phase(enemies={"e1": "tC5"}, changed=called)
        assert played.state.units["e3"].location == "tC5"
        assert not played.state.units["e3"].cx

    def test_what_is_adjacent_waits(self) -> None:
        """An ADJACENT destination is entered in the APh (S6.3171)."""

        def called(play: Play) -> None:
            leader = enemy("tC4", "e3", counter="russian/8-0")
            play.emit(UnitAdded(replace(leader, action="Move", automatic="S6.317")))
            broken = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(broken, "breaks"))

        played = phase(enemies={"e1": "tC5"}, changed=called)
        assert entered(played) == []

    def test_charge(self) -> None:
        """A berserk unit charges before anybody else moves (S9.1)."""

        def berserk(play: Play) -> None:
            unit = enemy("tT3", "e9", berserk=True, action="Move", automatic="S6.301")
            play.emit(UnitAdded(unit))

        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            units={"f1": ("german/4-6-7", "tT8")},
            changed=berserk,
            command=9,
        )
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:5] == ["e9"] * 5
        assert "e1" in moved
        assert played.state.units["e9"].location == "tT8"
