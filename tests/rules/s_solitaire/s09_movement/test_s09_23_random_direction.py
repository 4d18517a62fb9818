"""S9.23, S9.24, S9.27: random directions of a move, and the stairs on the way."""

from tests.rules.given.moves import entered, phase


class TestS9_23Ras:
    """S9.23."""

    def test_along_the_grain(self) -> None:
        """A dr of 2 on {A4b} leads straight toward the FBE until MF are spent."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC2"}, command=9)
        assert entered(played) == ["tC3", "tC4", "tC5", "tC6"]
        assert played.state.units["e1"].moved

    def test_stops_at_a_prohibited_location(self) -> None:
        """Water in the way stops it (D-024)."""
        played = phase("S9.23 dr 2", enemies={"e1": "tP2"}, command=9)
        assert entered(played) == ["tP3", "tP4"]

    def test_stops_at_a_friendly_unit(self) -> None:
        """So does a FRIENDLY unit, concealed or not."""
        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            units={"f1": ("german/4-6-7", "tC4")},
            attitude="Hold",
            command=12,
        )
        assert entered(played) == ["tC3"]

    def test_stops_as_the_command_says(self) -> None:
        """A4a 12 ends in the first building."""
        played = phase("S9.23 dr 2", enemies={"e1": "tM3"}, attitude="Hold", command=12)
        assert entered(played) == ["tM4", "tM5"]
