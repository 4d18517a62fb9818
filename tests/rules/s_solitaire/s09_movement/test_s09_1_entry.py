"""S9.1/entry: ENEMY Infantry of an OB comes onto the map."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.s06_1_actions import groups_due
from opfor.rules.s_solitaire.s09_movement.s09_1_entry import entering, entry_place
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, Unit
from tests.rules.given.moves import (
    at,
    enemy,
    entered,
    friend,
    phase,
    scene,
)

COMING = replace(enemy("tC3"), location=OFFBOARD)


class TestS9_1_entryEntering:
    """S9.1/entry."""

    def test_nearest_to_the_vpo(self) -> None:
        """By the EBE hex nearest to the VPO; else to a FRIENDLY unit; else the FBE."""
        assert entry_place(scene(COMING, vpo=("tR8",)), COMING) in ("tQ1", "tR1")
        assert entry_place(scene(COMING, friend("tC7")), COMING) == at("tC1")
        assert entry_place(scene(COMING), COMING)[2:] == "1"

    def test_not_where_the_enemy_is(self) -> None:
        """Not where a FRIENDLY unit stands, nor where it would be Overstacked."""
        assert entry_place(scene(COMING, friend("tC1")), COMING) != at("tC1")
        full = [enemy("tC1", f"e{n}") for n in range(2, 5)]
        view = scene(COMING, *full, friend("tC7"))
        assert entry_place(view, COMING) != at("tC1")

    def test_no_action(self) -> None:
        """It has no Action DR on its turn of entry; prisoners do not enter."""
        view = scene(COMING, friend("tC7"))
        assert groups_due(view) == []
        assert [mover.enters for mover in entering(view)] == [at("tC1")]
        assert entering(scene(replace(COMING, guard="f1"))) == []
        assert entering(scene(replace(COMING, moved=True))) == []

    def test_comes_on(self) -> None:
        """In the MPh it enters and goes on with the MF it has left."""

        def begin(play: Play) -> None:
            play.emit(UnitAdded(COMING))

        played = phase(changed=begin, vpo=(at("tC8"),), held_by="FRIENDLY")
        assert entered(played)[0] == "tC1"
        assert len(entered(played)) == 4
        assert played.state.units["e1"].moved

    def test_no_way_in(self) -> None:
        """Where no Location is open it waits."""
        board = "board: t\nsize: 5x10\npond: A1 B0 B1 C1 D0 D1 E1\n"

        def begin(play: Play) -> None:
            play.emit(UnitAdded(COMING))

        played = phase(changed=begin, board=board)
        unit: Unit = played.state.units["e1"]
        assert unit.location == OFFBOARD
