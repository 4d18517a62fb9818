"""S9.1: who moves in the ENEMY's MPh, in which order, and how each move begins."""

from opfor.rules.s_solitaire.s09_movement.s09_1_sequence import movers_due
from opfor.state.events import MoveChanged, Moved, SuspectPlaced
from opfor.state.units import OFFBOARD, Suspect
from tests.rules.given.moves import at, enemy, phase, scene
from tests.rules.given.world import events


class TestS9_1Order:
    """S9.1."""

    def test_north_to_south_then_nearest_the_fbe(self) -> None:
        """The hexrow farther north first; in a hexrow the one nearer the FBE."""
        played = phase(
            *["S9.23 dr 2"] * 3,
            enemies={"e1": "tR2", "e2": "tR6", "e3": "tC2"},
            command=12,
            attitude="Hold",
        )
        order = [event.move.units[0] for event in events(played, Moved)]
        assert list(dict.fromkeys(order)) == ["e3", "e2", "e1"]

    def test_what_waits_offboard_comes_after(self) -> None:
        """A S? that is to enter a hexrow has its turn after the units in it (D-020)."""
        waiting = Suspect("S1", OFFBOARD, "Advance", enters=at("tC1"))
        played = phase(
            *["S9.23 dr 2"],
            enemies={"e1": "tC3"},
            command=9,
            changed=lambda play: play.emit(SuspectPlaced(waiting)),
        )
        assert played.state.units["e1"].moved
        told = [e.event for e in played.events if isinstance(e.event, MoveChanged)]
        assert told
        assert told[0].move.units == ("S1",)
        assert events(played, Moved)[0].move.units == ("e1",)

    def test_random_dr_within_a_location(self) -> None:
        """Units of one Location that move apart draw lots."""
        played = phase(
            "S9.1 dr 2",
            *["S9.23 dr 2"] * 2,
            enemies={"e1": "tC3", "e2": "tC3"},
            command=9,
            units={"f1": ("german/4-6-7", "tC7")},
            changed=None,
        )
        assert events(played, Moved)[0].move.units in (("e1",), ("e2",))

    def test_who_is_due(self) -> None:
        """Good Order units with the Action Move, and Advance S? that have not moved."""
        view = scene(
            enemy("tC3", action="Move"),
            enemy("tD3", "e2", action="Fire"),
            enemy("tE3", "e3", action="Move", broken=True),
            suspects={
                "S1": Suspect("S1", at("tF3"), "Advance"),
                "S2": Suspect("S2", at("tG3"), "Hold"),
                "S3": Suspect("S3", at("tG3"), "Advance", moved=True),
            },
        )
        assert [found.ids for found in movers_due(view)] == [("e1",), ("S1",)]

    def test_who_cannot_move(self) -> None:
        """Pinned and TI units do not move."""
        view = scene(
            enemy("tC3", action="Move", pinned=True),
            enemy("tD3", "e2", action="Move", ti=True),
        )
        assert movers_due(view) == []
