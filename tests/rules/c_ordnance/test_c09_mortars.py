"""C9: where mortars fire from, and by whose eyes."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from tests.rules.given.shots import OPEN, barred, gun, plan


class TestC9_2MortarsUnderRoofs:
    """C9.2."""

    def test_building(self) -> None:
        """Not from a building Location; from woods it can."""
        assert barred("tH7", at="tD7", board=OPEN) == "C9.2"
        assert plan("tH3", at="tD3").type == "area"


class TestC9_3SpottedFire:
    """C9.3."""

    HIDDEN = """
board: t
size: 40x10
stone building: F5
"""

    def spotted(self, where: str, **given: Any) -> ToHit:
        """A mortar in D5 behind a house, a spotter S, the target in J5."""
        return plan(
            "tJ5",
            target="tJ5",
            board=self.HIDDEN,
            enemies={"S": ("russian/8-0", where)},
            order={"spotter": "S"},
            **given,
        )

    def test_who_sees(self) -> None:
        """An ADJACENT unit with LOS lets it fire, with +2."""
        assert barred("tJ5", board=self.HIDDEN) == "A6.1"
        shot = self.spotted("tD4")
        assert {mod.name: mod.value for mod in shot.mods}["spotted fire"] == 2

    def test_who_does_not(self) -> None:
        """Not one who is farther away or does not see the target."""
        for where, why in (("tC2", "ADJACENT"), ("tD5", "LOS")):
            with pytest.raises(Illegal, match=why):
                self.spotted(where)

    def test_only_mortars(self) -> None:
        """Not for other ordnance."""
        with pytest.raises(Illegal, match="only a mortar"):
            self.spotted("tD4", **gun())
