"""S9.24: REH, a random direction for each hex."""

from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import headings
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from tests.rules.given.moves import enemy, entered, mover, phase, scene


class TestS9_24Reh:
    """S9.24."""

    def test_a_dr_for_each_hex(self) -> None:
        """Each hex by its own dr, until no MF are left."""
        played = phase(
            "S9.24 dr 2",
            "S9.24 dr 1",
            "S9.24 dr 6",
            "S9.24 dr 3",
            enemies={"e1": "tC2"},
            command=8,
        )
        assert len(entered(played)) == 4
        assert entered(played)[0] == "tC3"

    def test_exc1_rolled_again(self) -> None:
        """EXC: a Prohibited Location, and the one just left, are rolled again."""
        played = phase(
            "S9.24 dr 2",
            "S9.24 dr 2",
            "S9.24 dr 1",
            "S9.24 dr 2",
            "S9.24 dr 2",
            enemies={"e1": "tP3"},
            command=8,
        )
        assert "tP5" not in entered(played)
        assert len(entered(played)) == 4

    def test_exc1_back(self) -> None:
        """EXC: on {A4a} a dr could lead back; it is rolled again."""
        view = scene(enemy("tC3"))
        ways = {
            leads(view, mover("tC3"), heading)
            for heading in headings(view, mover("tC3"))
        }
        assert len(ways) == 6
