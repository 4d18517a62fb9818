"""S9.27: the stairs, where a mover can go on by them alone."""

from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import headings
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from tests.rules.given.moves import enemy, mover, scene


class TestS9_27Stairs:
    """S9.27."""

    def test_down_to_go_on(self) -> None:
        """From upstairs the way on leads down the stairs."""
        view = scene(enemy("tM5/1"))
        assert (
            leads(
                view,
                mover("tM5/1", "Advance"),
                headings(view, mover("tM5/1", "Advance"))[0],
            )
            == "tM5"
        )

    def test_not_if_the_way_is_open(self) -> None:
        """On the ground the next hex is entered."""
        view = scene(enemy("tM5"))
        ends = {leads(view, mover("tM5"), h) for h in headings(view, mover("tM5"))}
        assert "tM5/1" not in ends
        assert NOWHERE not in ends
