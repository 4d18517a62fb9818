"""Calls that games make are compared with those that are kept."""

from benchmarks.calls import compared


class TestCompared:
    """A Mission that calls more by over a twentieth is named."""

    def test_within(self) -> None:
        """A twentieth more is let pass, and so is less."""
        lines, risen = compared(
            {"tutorial": 100, "first-contact": 100},
            {"tutorial": 105, "first-contact": 60},
        )
        assert not risen
        assert "commit" not in "".join(lines)

    def test_more(self) -> None:
        """More than that is not, and only that Mission is named."""
        lines, risen = compared(
            {"tutorial": 100, "first-contact": 100},
            {"tutorial": 106, "first-contact": 100},
        )
        assert risen
        assert ["commit" in line for line in lines] == [True, False]

    def test_unknown(self) -> None:
        """A Mission that nothing is kept of is told, and nothing held against it."""
        lines, risen = compared({}, {"new": 7})
        assert not risen
        assert "7 calls" in lines[0]
