"""C6.2: Case K: a concealed target."""

from typing import Any

import pytest

from opfor.state.play import Play
from tests.rules.c_ordnance.c06_target_drm.test_c06_1_target_drm import against
from tests.rules.given.armor import drm, plan, seen, set_unit


class TestC6_2CaseK:
    """C6.2."""

    def test_concealed(self) -> None:
        """+2 against concealed and hidden units."""
        wanted = {"Case K: concealed": 2}
        assert against(theirs={"concealed": True}) == wanted
        assert against(theirs={"hidden": True}) == wanted
        assert against() == {}

    @pytest.mark.parametrize(("target", "drm"), [("tT4", 0), ("tU4", 2)])
    def test_beyond_sixteen_hexes(self, target: str, drm: int) -> None:
        """All count as concealed at 17 hexes."""
        found = against("tD3" if drm else "tD4", target=target)
        assert found.get("Case K: concealed", 0) == drm

    @pytest.mark.parametrize("state", [{"broken": True}, {"berserk": True}])
    def test_exc1_broken_and_berserk(self, state: dict[str, Any]) -> None:
        """They are seen at any distance."""
        assert against("tD3", target="tU4", theirs=state) == {}


class TestC6_2Concealed:
    """C6.2 of a vehicle."""

    def test_plus_two(self) -> None:
        """+2 against a concealed one."""

        def hidden(play: Play) -> dict[str, int]:
            set_unit(play, "etank", concealed=True)
            return drm(plan(play))

        assert seen(hidden)["C6.2"] == 2
