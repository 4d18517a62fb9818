"""C8: the kinds of ammunition, and the depletion numbers on counters."""

import pytest

from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import depletion_numbers
from tests.rules.given.shots_fired import fire
from tests.rules.given.weapons import seen


class TestC8_9DepletionNumbers:
    """C8.9."""

    @pytest.mark.parametrize(
        ("special", "date", "numbers"),
        [
            ("s8; IR", "1941-08", {"smoke": 8}),
            ("WP7; s8", "1941-08", {"WP": 7, "smoke": 8}),
            ("WP7^5", "1944-12", {}),
            ("WP7^5", "1945-01", {"WP": 7}),
            ("s 8^N1+/; IR ^3+/", "1941-10", {}),
            ("s 8^N1+/; IR ^3+/", "1941-11", {"smoke": 8}),
            ("A5^2/4^3; H6[9]", "1942-05", {"APCR": 5, "HEAT": 6}),
            ("H 6^S2+/1; s8", "1943-01", {"HEAT": 6, "smoke": 8}),
            ("HE7^F3^/8^4+", "1943-05", {"HE": 7}),
            ("HE7^F3^/8^4+", "1944-05", {"HE": 8}),
            ("h-d; Low Ammo", "1944-05", {}),
        ],
    )
    def test_by_date(self, special: str, date: str, numbers: dict[str, int]) -> None:
        """A number counts from its year or month on, until the next."""
        assert depletion_numbers(special, date) == numbers

    def test_no_he_before_its_date(self) -> None:
        """The 57L M1 has no HE before its depletion number counts."""
        early = seen("american/57l-at-m1", "1943-08")
        late = seen("american/57l-at-m1", "1944-08")
        assert early is not None
        assert late is not None
        assert (early.no_he, late.no_he) == (True, False)


class TestC8_9Depletion:
    """C8.9 in play."""

    @pytest.mark.parametrize(
        ("dice", "fired", "gone"),
        [("4,4", "", True), ("4,3", "final", True), ("3,3", "final", False)],
    )
    def test_smoke(self, dice: str, fired: str, gone: bool) -> None:
        """Above s7: none, and it may fire something else; 7 is the last one."""
        state = fire(
            f"C3.3 DR {dice}", weapon="british/51-mtr", order={"ammo": "smoke"}
        ).state
        weapon = state.weapons["w"]
        assert (weapon.fired, bool(weapon.depleted)) == (fired, gone)
