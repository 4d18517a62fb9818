"""B3.4: MP along a road."""

from typing import Any

from opfor.geo.terrain_chart import MF
from opfor.rules.b_terrain.b03_roads import road_rate
from opfor.state.play import Play
from tests.rules.given.driving import FIELD, PSW
from tests.rules.given.world import game


class TestB3_4Road:
    """B3.4."""

    def rate(self, **state: Any) -> int:
        """The road rate of an armored car."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(road_rate(play, play.state.units["tank"]))

        game(board=FIELD, vehicles={"tank": (PSW, "tK5", state)}, run=run)
        return found[0]

    def test_half(self) -> None:
        """Half a MP, CE."""
        assert self.rate(ce=True) == MF // 2

    def test_exc1_bu(self) -> None:
        """One BU."""
        assert self.rate() == MF
