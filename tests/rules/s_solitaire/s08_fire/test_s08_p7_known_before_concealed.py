"""S8: a Known Target before a concealed one."""

from tests.rules.given.firing_range import FOE, chosen, fires

NONE = "A7.3 DR 6,5"


class TestS8_p7Known:
    """S8.p7."""

    def test_known_first(self) -> None:
        """All else equal a Known Target goes before a concealed one."""
        units = {"V": (FOE, "J6"), "W": (FOE, "M9")}
        hidden = {"V": {"concealed": True}}
        played = fires("S6.23/command DR 2,2", NONE, units=units, changes=hidden)
        assert chosen(played) == ["tM9"]
