"""S8: in which order the ENEMY fires."""

from opfor.rules.s_solitaire.s08_fire.s08_p4_order_of_firing import firing_rank
from opfor.state.play import Play
from tests.rules.given.firing_range import FOE, SQUAD, group_of, shoot

E1 = {"e1": (SQUAD, "M6")}


TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


class TestS8_p4Order:
    """S8.p4."""

    def test_ranks(self) -> None:
        """Who strips concealment, then MMG and HMG, groups, lone units."""
        ranks: list[int] = []

        def run(play: Play) -> None:
            groups = (("e1",), ("e2",), ("e3", "e4"))
            ranks.extend(firing_rank(play, group_of(play, *ids)) for ids in groups)

        shoot(
            run=run,
            enemies={
                "e1": (SQUAD, "M6"),
                "e2": (SQUAD, "M7"),
                "e3": (SQUAD, "M8"),
                "e4": (SQUAD, "M8"),
            },
            units=TWO,
            weapons={"mg": ("russian/hmg", "e2")},
        )
        assert ranks[1] < ranks[2] < ranks[0]

    def test_concealed_first(self) -> None:
        """One with concealed Targets only goes before all others."""

        def run(play: Play) -> None:
            assert firing_rank(play, group_of(play, "e1")) == 0

        hidden = {"V": {"concealed": True}, "W": {"concealed": True}}
        shoot(run=run, enemies=E1, units=TWO, changes=hidden)
