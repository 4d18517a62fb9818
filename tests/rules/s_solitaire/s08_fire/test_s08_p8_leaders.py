"""S8: ENEMY leaders direct and man weapons."""

from opfor.rules.s_solitaire.s08_fire.s08_p8_leaders import directed
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import weapons_used
from opfor.state.play import Play
from tests.rules.given.firing_range import FOE, LEADER, SQUAD, at, shoot

E1 = {"e1": (SQUAD, "M6")}


TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


class TestS8_p8Leaders:
    """S8.p8."""

    def test_directs(self) -> None:
        """The leader directs if that is better."""

        def run(play: Play) -> None:
            shot = directed(play, ("e1",), at("J6"))
            assert shot is not None
            assert shot.order.leaders == ("l",)

        with_him = {**E1, "l": (LEADER, "M6")}
        shoot(run=run, enemies=with_him, units=TWO)

    def test_a_poor_one_does_not(self) -> None:
        """One with a positive modifier does not where cowering costs less."""

        def run(play: Play) -> None:
            shot = directed(play, ("e1",), at("J6"))
            assert shot is not None
            assert shot.order.leaders == ()

        with_him = {**E1, "l": ("russian/6+1", "M6")}
        shoot(run=run, enemies=with_him, units=TWO)

    def test_nor_where_nothing_is_lost(self) -> None:
        """Nor where the attack has no chance with him or without."""

        def run(play: Play) -> None:
            shot = directed(play, ("e1",), at("J3"))
            assert shot is not None
            assert (shot.chance, shot.order.leaders) == (0, ())

        with_him = {"e1": ("russian/2-2-6", "M4"), "l": ("russian/6+1", "M4")}
        shoot(run=run, enemies=with_him, units={"V": (FOE, "J3")})

    def test_a_smc_leaves_the_mg_to_mmc(self) -> None:
        """He fires no MG where a MMC could man it; alone only at 1/4 or more."""

        def used(play: Play, where: str) -> tuple[str, ...]:
            return weapons_used(play, ("l", "mg"), at(where))

        def run(play: Play) -> None:
            assert used(play, "J6") == ("mg",)
            assert used(play, "J3") == ()

        def with_mmc(play: Play) -> None:
            assert used(play, "J6") == ()

        mg = {"mg": ("russian/hmg", "l")}
        alone = {"l": (LEADER, "M6")}
        units = {"V": (FOE, "J6"), "W": (FOE, "J3")}
        shoot(run=run, enemies=alone, units=units, weapons=mg)
        shoot(run=with_mmc, enemies={**E1, **alone}, units=units, weapons=mg)
