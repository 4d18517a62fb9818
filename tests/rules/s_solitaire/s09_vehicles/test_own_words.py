"""S9.22 for vehicles: a clause in own words is asked, never guessed."""

import pytest

from opfor.core.table import Row, Span
from opfor.rules.s_solitaire.s09_vehicles.s09_3_command import fault, read_row
from opfor.state.events import PhaseBegan
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import Play
from tests.rules.given.world import game

ROW = Row(
    on=Span(2, 12), result=("ask: behind the barn", "all MP by RAS"), source="player"
)


def planned(*choices: str) -> VehiclePlan:
    """What a tank in K5 does by that row."""
    found: list[VehiclePlan] = []

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", "MPh"))
        reading = read_row(play, play.state.units["etank"], ROW)
        assert reading
        found.append(reading.driving)

    game(
        *(["S9.23 dr 3"] if choices == ("pass over",) else []),
        board="board: t\nsize: 20x10\nwoods: B2\n",
        vehicles={"etank": ("russian/t-34-m41", "tK5", {"vca": 0, "tca": 0})},
        choices=choices,
        run=run,
    )
    return found[0]


class TestOwnWords:
    """S9.22, D-630."""

    @pytest.mark.parametrize(
        ("how", "motion"), [("drive and Stop", False), ("drive on", True)]
    )
    def test_drives(self, how: str, motion: bool) -> None:
        """The player says where to, and whether it stays in Motion."""
        plan = planned(how, "tK3")
        assert (plan.way[-1], plan.motion) == ("tK3", motion)

    def test_stays(self) -> None:
        """Or that it stays."""
        assert planned("stay").how == "stay"

    def test_passed_over(self) -> None:
        """Or that it cannot be fulfilled."""
        assert planned("pass over").how == "RAS"

    def test_read(self) -> None:
        """With conditions that are known, and words."""
        assert fault(["on a road: ask: down it"]) == ""
        assert fault(["on a boat: ask: down it"])
        assert fault(["ask: "])
