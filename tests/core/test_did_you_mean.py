"""What an error says about a name that is near to a known one."""

import pytest

from opfor.core.did_you_mean import did_you_mean, shares_a_number

RULES = ("S6.311", "S6.312", "Self")


class TestNear:
    """The hint in an error."""

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("S6.3111", "did you mean S6.311 or S6.312?"),
            ("self", "did you mean Self?"),
            ("board", ""),
            ("", ""),
            ("S" * 100_000, ""),
        ],
    )
    def test_near(self, name: str, told: str) -> None:
        """Names that resemble it are offered, and nothing where none does."""
        assert did_you_mean(name, RULES) == told


def test_shares_a_number() -> None:
    """A name that is written otherwise is found by a number in it."""
    known = ["75L AT PstK/40 (g)", "37L AT PstK/36 (s)", "81* MTR Krh/32"]
    assert shares_a_number("Pak 40", known) == "did you mean 75L AT PstK/40 (g)?"
    assert shares_a_number("Pak", known) == ""
