"""CG.p10: SW lost, made good and captured."""

from opfor.campaign.aftermath.p10_weapons import weapons
from opfor.campaign.company import Options
from opfor.campaign.result import Order
from tests.campaign.companies import company, now, squad, told

TWO = company(squad(), weapons=("HMG", "LMG", "LMG"))
SENT = Order((1,), ("LMG", "LMG"))


class TestWeapons:
    """What comes back."""

    def test_lost(self) -> None:
        """One that is not in hand is lost on a dr of 4, made good on a 3."""
        for dr, left in ((4, ("HMG", "LMG")), (3, ("HMG", "LMG", "LMG"))):
            found = weapons(TWO, SENT, now(dr, weapons=("LMG",)))
            assert tuple(sorted(found.weapons)) == left

    def test_captured(self) -> None:
        """ENEMY SW in hand are kept, three at the most; a lost one is gone."""
        then = now(weapons=("LMG", "LMG"), captured=("russian/lmg",) * 5)
        found = weapons(TWO, SENT, then)
        assert found.weapons.count("russian/lmg") == 3
        gone = weapons(found, Order((1,), ("russian/lmg",)), now())
        assert gone.weapons.count("russian/lmg") == 2
        assert told(then) == ["co_weapon_captured"] * 3

    def test_off(self) -> None:
        """Switched off, nothing is kept."""
        then = now(
            weapons=("LMG", "LMG"),
            captured=("russian/lmg",),
            options=Options(without=("captured",)),
        )
        assert weapons(TWO, SENT, then) == TWO
