"""A21: Weapons in the hands of the other side."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import (
    Captured,
    captured,
    in_use,
)
from opfor.state.units import Weapon
from tests.rules.given.close_combat import asked
from tests.rules.given.phases import unit

MG = Weapon(id="m", counter="russian/mmg", owner="e1")


class TestA21_1Captured:
    """A21.1."""

    def test_other_side(self) -> None:
        """A Russian MG is captured to Germans, and no Russian's."""
        a, e = unit("a", "tG5"), unit("e1", "tH5")
        assert asked(lambda p: captured(p, MG, p.state.units["a"]), a, e)
        assert not asked(lambda p: captured(p, MG, p.state.units["e1"]), a, e)
        ours = replace(MG, side="FRIENDLY")
        assert not asked(lambda p: captured(p, ours, p.state.units["a"]), a, e)

    def test_exc1_shared_counters(self) -> None:
        """SS use German MG as their own."""
        german = replace(MG, counter="german/mmg")
        a = unit("a", "tG5", "ss/6-5-8")
        assert not asked(lambda p: captured(p, german, p.state.units["a"]), a)


class TestA21_11InUse:
    """A21.11."""

    def test_penalties(self) -> None:
        """B# falls by two and the old one is X#; ROF falls by one."""
        a, e = unit("a", "tG5"), unit("e1", "tH5")
        own = asked(lambda p: in_use(p, MG, p.state.units["e1"]), a, e)
        taken = asked(lambda p: in_use(p, MG, p.state.units["a"]), a, e)
        assert own == Captured(11, 0, 2)
        assert taken == Captured(9, 11, 1)

    def test_removal(self) -> None:
        """X# falls by two where there is no B#."""
        ft = Weapon(id="f", counter="russian/ft", owner="e1")
        a = unit("a", "tG5")
        assert asked(lambda p: in_use(p, ft, p.state.units["a"]), a).removal == 8
