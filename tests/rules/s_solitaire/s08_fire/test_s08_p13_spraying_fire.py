"""S8: Spraying Fire of the ENEMY."""

from typing import Any

import pytest

from opfor.rules.s_solitaire.s08_fire.s08_p13_spraying_fire import spraying
from opfor.state.play import Play
from tests.rules.given.firing_range import FOE, at, shoot, shot_of
from tests.rules.given.switches import set_to


class TestS8_p13Spraying:
    """S8.p13."""

    @staticmethod
    def sprayed(where: str, first: str = "J6", **more: Any) -> str:
        """The second Target of a squad with Spraying Fire at V; empty for none."""
        found: list[str] = []

        def run(play: Play) -> None:
            shot = shot_of(play, first, "e1")
            wide = spraying(play, shot, at(first))
            found.append(wide.order.second if wide else "")

        units = {"V": (FOE, first), "W": (FOE, where)}
        more.setdefault("enemies", {"e1": ("russian/6-2-8", "L6")})
        shoot(run=run, units=units, **more)
        return found[0]

    def test_two_next_to_each_other(self) -> None:
        """Two Locations side by side, each at 1/6 or more."""
        assert self.sprayed("J7") in ("", "tJ7")

    @pytest.mark.parametrize(("house", "second"), [("", "tJ7"), ("J7", "")])
    def test_of_no_effect(self, house: str, second: str) -> None:
        """If any effect is enough, one half that can have none is too little still."""
        more: Any = set_to("S8.p13 Spraying Fire", "any")
        more["board"] = f"board: t\nsize: 20x10\nstone building: {house or 'A1'}\n"
        more["enemies"] = {"e1": ("russian/6-2-8", "M6")}
        assert self.sprayed("J7", **more) == second

    def test_not_apart(self) -> None:
        """Not at two that are apart."""
        assert self.sprayed("J9") == ""
