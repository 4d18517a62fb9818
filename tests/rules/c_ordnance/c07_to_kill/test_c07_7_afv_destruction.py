"""C7.7: what a To Kill DR does to a vehicle."""

from typing import Any

from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Attack, Fate, Kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import fate_of
from opfor.state.play import Play
from tests.rules.given.one_tank import with_tank


def fates(kill: Kill, *originals: int) -> list[Fate]:
    """What each Original DR does."""

    def read(play: Play, _tank: Any) -> list[Fate]:
        return [fate_of(play, kill, original) for original in originals]

    found: list[Fate] = with_tank(read)
    return found


def attempt(
    number: int, attack: Attack = "AP or HEAT", *, turret: bool = False
) -> Kill:
    """An attempt with a Final TK#."""
    return Kill(numbers=(Mod("TK#", number, "C7.3"),), attack=attack, turret=turret)


class TestC7_7Destruction:
    """C7.7."""

    def test_ap(self) -> None:
        """Half burns, less eliminates, equal immobilizes, one over may shock."""
        found = fates(attempt(8), 4, 5, 7, 8, 9, 10)
        assert found == [
            "burn",
            "eliminated",
            "eliminated",
            "immobilized",
            "possible shock",
            "none",
        ]

    def test_turret_is_shocked(self) -> None:
        """What immobilizes by a hull hit shocks by a turret hit."""
        assert fates(attempt(8, turret=True), 8) == ["shock"]

    def test_he_one_over(self) -> None:
        """HE one over does what an equal DR does."""
        assert fates(attempt(8, "HE"), 9) == ["immobilized"]
        assert fates(attempt(8, "HE", turret=True), 9) == ["shock"]

    def test_mg(self) -> None:
        """A MG stuns with an equal DR."""
        assert fates(attempt(4, "MG"), 2, 3, 4, 5) == [
            "burn",
            "eliminated",
            "stun",
            "none",
        ]

    def test_dud(self) -> None:
        """An Original 12 is a dud whatever the number."""
        assert fates(attempt(20), 11, 12) == ["eliminated", "none"]

    def test_drm(self) -> None:
        """DRM count for the Final DR."""
        kill = attempt(8)
        harder = Kill(numbers=kill.numbers, mods=(Mod("moving", 1, "C7.1"),))
        assert fates(harder, 7) == ["immobilized"]
