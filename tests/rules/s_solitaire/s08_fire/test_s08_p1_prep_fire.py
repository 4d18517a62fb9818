"""S8: who fires in the PFPh, and in which Fire Groups."""

from opfor.rules.s_solitaire.s06_actions.prep_fire_phase import perform
from tests.rules.given.enemies import enemy, friend, played, weapon
from tests.rules.given.firing_range import part_played, shots

NONE = "A7.3 DR 6,5"


class TestS8_p12_pfph:
    """S8.p12/pfph."""

    NEAR = (enemy("e1", "J5"), enemy("e2", "J6"), friend("V", "M5"))

    def test_called(self) -> None:
        """An ADJACENT Location makes its Action DR, has Fire, and joins: one attack."""
        run = played("S6.11 DR 2,5", "S6.11 DR 2,4", "A7.3 DR 6,5", things=self.NEAR)
        (shot,) = run.state.shots
        assert set(shot.firers) == {"e1", "e2"}

    def test_not_fire(self) -> None:
        """One that has another Action does not join, and keeps it."""
        run = played("S6.11 DR 2,5", "S6.11 DR 4,6", "A7.3 DR 6,5", things=self.NEAR)
        assert run.state.shots[0].firers == ("e1",)
        assert run.state.units["e2"].action == "Move"

    def test_panic(self) -> None:
        """Nor does one that Panics."""
        run = played("S6.11 DR 2,5", "S6.11 DR 4,4", "A7.3 DR 6,5", things=self.NEAR)
        assert run.state.shots[0].firers == ("e1",)
        assert run.state.units["e2"].panic

    def test_too_far(self) -> None:
        """One that is not ADJACENT waits for its turn."""
        things = [enemy("e1", "J4"), enemy("e2", "J8"), friend("V", "M5")]
        dice = ("S6.11 DR 2,5", "A7.3 DR 6,5", "S6.11 DR 2,4", "A7.3 DR 6,5")
        assert len(played(*dice, things=things).state.shots) == 2


class TestS8_p1Who:
    """S8.p1."""

    def test_fire_action(self) -> None:
        """In the PFPh those who have Fire as their Action, once."""
        assert shots(part_played(perform, NONE, times=2)) == [("e1",)]

    def test_after_a_mortar(self) -> None:
        """Where a mortar has fired first, the others of its Location still fire.

        So does the squad that served it, at the Target that was fired at (S8.p9).
        """
        mortar = weapon("m", "50-mtr", "e1")
        things = [enemy("e1", "J5"), enemy("e2", "J5"), mortar, friend("V", "M5")]
        dice = ("S6.11 DR 2,3", "C3.3 DR 6,5", "A7.3 DR 6,5")
        run = played(*dice, things=things)
        assert [set(s.firers) for s in run.state.shots] == [{"m"}, {"e1", "e2"}]

    def test_other_actions(self) -> None:
        """Not those who are to Move, or have none yet."""
        for action in ("Move", "", "nothing"):
            changes = {"e1": {"action": action}}
            assert shots(part_played(perform, times=0, changes=changes)) == []

    def test_not_in_good_order(self) -> None:
        """Nor those in Panic, or broken."""
        for state in ("panic", "broken"):
            changes = {"e1": {"action": "Fire", state: True}}
            assert shots(part_played(perform, times=0, changes=changes)) == []
