"""C3: where ordnance can fire from and to, and how it turns."""

from tests.rules.given.shots import OPEN, barred, gun, plan


class TestC3_22TurningToFire:
    """C3.22."""

    def test_it_turns(self) -> None:
        """A Gun whose CA does not take in the target turns, with Case A."""
        shot = plan(**gun(ca=5))
        assert shot.ca in (1, 2)
        assert "C5.1" in [mod.rule for mod in shot.mods]

    def test_within_its_ca(self) -> None:
        """No turn, no Case A."""
        shot = plan(**gun(ca=2))
        assert shot.ca == -1
        assert "C5.1" not in [mod.rule for mod in shot.mods]

    def test_not_again_in_a_building(self) -> None:
        """One that has kept its ROF keeps its CA in a building."""
        again = gun(ca=5, rof=True)
        assert barred("tH7", at="tD7", target="tH7", board=OPEN, **again) == "C3.22"
        assert plan(**again).ca in (1, 2)
