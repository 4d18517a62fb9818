"""C7.71: wrecks."""

from opfor.state.check import faults
from tests.rules.given.fates import after


class TestC7_71Wreck:
    """C7.71."""

    def test_burning(self) -> None:
        """A burning wreck; its Weapons are gone, and nobody survives."""
        played = after("burn")
        state = played.state
        assert [m.kind for m in state.markers.values()] == ["burning wreck"]
        assert not any(w.owner == "etank" for w in state.weapons.values())
        assert not any(u.side == "ENEMY" for u in state.units.values())
        assert faults(state) == []

    def test_points(self) -> None:
        """Its CVP go to the other side."""
        assert after("burn").state.toll("FRIENDLY").cvp > 0

    def test_crew_survives(self) -> None:
        """A Crew Survival DR of no more than the CS# puts a crew on the map."""
        played = after("eliminated", "D5.6 DR 2,2")
        crews = [u for u in played.state.units.values() if u.side == "ENEMY"]
        assert [crew.counter for crew in crews] == ["russian/1-2-7"]
        assert crews[0].location == "E2"

    def test_crew_is_lost(self) -> None:
        """A higher one does not."""
        played = after("eliminated", "D5.6 DR 5,5")
        assert not any(u.side == "ENEMY" for u in played.state.units.values())
