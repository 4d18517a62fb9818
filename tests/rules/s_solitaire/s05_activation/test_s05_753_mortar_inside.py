"""S5.753: a mortar inside."""

from tests.rules.given.generated import generated


class TestS5_753MortarInside:
    """S5.753."""

    def test_a_small_mortar_is_a_mmg(self) -> None:
        """A mortar up to 60 mm in a building becomes a MMG."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 1,2", at="tH4")
        assert [w.counter for w in play.state.weapons.values()] == ["russian/mmg"]

    def test_dm_in_advance(self) -> None:
        """D-042: the MMG that stands in for it is dm in Advance."""
        dice = ("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 2,2")
        play = generated(*dice, at="tH4", attitude="Advance", enemy="german")
        (weapon,) = play.state.weapons.values()
        assert (weapon.counter, weapon.dm) == ("german/mmg", True)

    def test_not_outside(self) -> None:
        """Outside it stays a mortar."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 1,2")
        assert [w.counter for w in play.state.weapons.values()] == ["russian/50-mtr"]
