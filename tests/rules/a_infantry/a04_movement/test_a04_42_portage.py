"""A4.42: what units can carry, and what things weigh."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a04_movement.a04_42_portage import ipc
from opfor.state.play import Play
from tests.rules.given.allotments import LEADER, SQUAD, mf
from tests.rules.given.world import game


class TestA4_42Portage:
    """A4.42."""

    def test_over_the_ipc(self) -> None:
        """Each PP over the IPC of 3 costs one MF; a leader's IPC helps one MMC."""
        hmg = {"hmgA": ("german/hmg", "V")}
        assert mf(SQUAD, hmg) == 3
        assert mf(SQUAD | LEADER, hmg) == 6

    def test_cx_lowers_it(self) -> None:
        """A CX unit carries one PP less, and so does one that Double Times."""
        lmgs = dict.fromkeys(("lmgA", "lmgB", "lmgC"), ("german/lmg", "V"))
        assert mf(SQUAD, lmgs) == 4
        assert mf(SQUAD, lmgs, cx=True) == 3
        assert mf(SQUAD, lmgs, double=True) == 5

    def test_wounded_leaders_carry_nothing(self) -> None:
        """A wounded SMC has no IPC to lend."""

        def run(play: Play) -> None:
            assert ipc(play, replace(play.state.units["L"], wounded=True)) == 0
            assert ipc(play, play.state.units["L"]) == 1

        game(units=LEADER, run=run)
