"""S6.3: moves that are Automatic Actions."""

import pytest
from msgspec.structs import replace

from opfor.state.events import FortificationAdded, Moved, UnitAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, Fortification
from tests.rules.given.moves import at, enemy, entered, friend, phase
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

    def test_by_road(self) -> None:
        """A4.11: seven MF by road, and the APh, to where he directs fire (S6.3174)."""

        def led(play: Play) -> None:
            idle = {"action": "Move", "automatic": "S6.3174"}
            play.emit(UnitAdded(enemy("tJ11", "L", counter="russian/8-1", **idle)))
            play.emit(UnitAdded(enemy("tJ3", action="Fire")))
            play.emit(UnitAdded(friend("tM2")))

        board = "board: t\nsize: 20x12\nroad: J1 > J12\nstone building: J0\n"
        played = phase(changed=led, board=board)
        assert entered(played)[-1] == "tJ4"
        assert not played.state.units["L"].cx


class TestS6_3_moveGuards:
    """S6.303, S6.222: how a Guard goes to the EBE, and off it, by the only way."""

    def goes(self, start: str, *laid: Fortification) -> list[Moved]:
        """His steps; with his prisoner he is in a fortification that is where he is."""

        def put(play: Play) -> None:
            for one in laid:
                play.emit(FortificationAdded(one))
            inside = next((one.id for one in laid if one.location == start), "")
            errand = {"action": "Move", "automatic": "S6.303", "inside": inside}
            guard = enemy(start, counter="russian/2-3-7", **errand)
            captive = friend(start, "P", guard="e1", inside=inside)
            play.emit(UnitAdded(guard))
            play.emit(UnitAdded(captive))

        lane = "board: t\nsize: 7x10\npond: C1-C10 E1-E10\n"
        return events(phase(changed=put, board=lane), Moved)

    @pytest.mark.parametrize(
        ("start", "hole", "double"),
        [
            ("tD3", False, False),
            ("tD4", False, True),
            ("tD2", True, False),
            ("tD3", True, True),
        ],
    )
    def test_off_the_map(self, start: str, hole: bool, double: bool) -> None:
        """Four MF to be off need none; B27.4: one of them out of a foxhole."""
        foxhole = Fortification(id="f", kind="foxhole", location=at(start), capacity=1)
        steps = self.goes(start, *[foxhole] * hole)
        assert steps[-1].to == OFFBOARD
        assert steps[-1].move.double_time is double

    @pytest.mark.parametrize(("wire", "double"), [("tD7", False), ("tD4", True)])
    def test_wire(self, wire: str, double: bool) -> None:
        """B26.4: above it he stops; Double Time is of use if it takes him there."""
        steps = self.goes("tD9", Fortification(id="w", kind="wire", location=at(wire)))
        assert steps[-1].to == wire
        assert steps[-1].move.double_time is double

    @pytest.mark.parametrize(("start", "double"), [("tD5", False), ("tD6", True)])
    def test_what_he_does_not_enter(self, start: str, double: bool) -> None:
        """S9.26: where the end of his way is a Known Minefield it is not counted."""
        mines = Fortification(id="m", kind="minefield", location=at("tD0"), fp=6)
        steps = self.goes(start, mines)
        assert steps[-1].to == "tD1"
        assert steps[-1].move.double_time is double
