"""C11: what protects the crew of a Gun, and how easily a Gun is hit."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_2_emplacement import emplaced
from opfor.state.play import Play
from tests.rules.given.ordnance import L, gunned, value


class TestC11_2Emplacement:
    """C11.2."""

    @pytest.mark.parametrize(("dug", "drm"), [(True, 2), (False, 0)])
    def test_crew(self, dug: bool, drm: int) -> None:
        """+2 for the crew of an emplaced Gun."""

        def run(play: Play) -> Any:
            return value(emplaced(play, play.state.units["V"]))

        assert gunned(run, emplaced=dug) == drm

    def test_on_the_ift(self) -> None:
        """Against fire on the IFT as well, from wherever."""

        def run(play: Play) -> int:
            made = fp_attack(
                play, "ENEMY", L("tH5"), 4, source="fire", froms=(L("tH9"),)
            )
            return against(play, made, play.state.units["V"]).drm

        assert gunned(run, emplaced=True) == 2
        assert gunned(run) == 0
