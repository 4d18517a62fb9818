"""C1.52: under the FFE of one's own side."""

from typing import Any

from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_mods
from opfor.rules.c_ordnance.c01_artillery.c01_52_own_fire import own_fire
from opfor.state.play import Play
from tests.rules.given.artillery import asked


class TestC1_52OwnFire:
    """C1.52."""

    def test_morale(self) -> None:
        """One less under the FFE of one's own side, not under the other's."""

        def lower(play: Play, _battery: Any) -> list[bool]:
            return [
                any(mod.rule == "C1.52" for mod in morale_mods(play, unit))
                for unit in play.state.units.values()
            ]

        mates = {"f": ("german/4-6-7", "tJ3")}
        foe = {"e": ("russian/4-4-7", "tJ3")}
        found = asked(lower, mark=("FFE:2", "J3"), units=mates, enemies=foe)
        assert found == [False, True, False]

    def test_smoke(self) -> None:
        """SMOKE makes nobody's Morale Level less."""
        mates = {"f": ("german/4-6-7", "tJ3")}
        found = asked(
            lambda p, _: own_fire(p, p.state.units["f"]),
            mark=("FFE:2", "J3"),
            units=mates,
            battery={"kind": "smoke"},
        )
        assert not found
