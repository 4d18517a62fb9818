"""A20.22 and A20.552: prisoners taken in CC, and those who escape."""

from tests.rules.given.close_combat import cc, ccph, gone, pair
from tests.rules.given.phases import unit

OPEN, WOODS = "tG5", "tE5"


class TestA20_22Capture:
    """A20.22."""

    def test_all(self) -> None:
        """Below the Kill Number the defenders are prisoners of the attackers."""
        dice = ["A11.31 DR 1,2"]
        game = ccph(cc("a", "e1", capture=True), "ends", units=pair(), dice=dice)
        taken = game.state.units["e1"]
        assert (taken.guard, taken.unarmed, taken.melee) == ("a", True, False)

    def test_half(self) -> None:
        """On the Kill Number one HS of a squad is."""
        dice = ["A11.31 DR 1,3"]
        game = ccph(cc("a", "e1", capture=True), "ends", units=pair(), dice=dice)
        enemies = [u for u in game.state.units.values() if u.side == "ENEMY"]
        assert [u.counter for u in enemies] == ["russian/2-3-7"] * 2
        assert sorted(u.guard for u in enemies) == ["", "a"]

    def test_exc1_nobody_to_guard(self) -> None:
        """Whom nobody can guard is eliminated."""
        units = [unit("a", OPEN), unit("e1", OPEN, broken=True)]
        held = [unit(f"e{n}", OPEN, guard="a", unarmed=True) for n in range(2, 7)]
        orders = cc("a", "e1", capture=True), "ends"
        game = ccph(*orders, units=[*units, *held], dice=["A11.31 DR 2,1"])
        assert gone(game) == ["e1"]
