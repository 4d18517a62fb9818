"""B28.42: what A-P mines do to a vehicle."""

import pytest

from opfor.rules.b_terrain.b28_mines.b28_42_ap_mines_and_vehicles import ap_attack
from opfor.state.counters import Vehicle
from tests.rules.b_terrain.b28_mines.test_b28_5_at_mines import fate
from tests.rules.given.mines import field

TANK = Vehicle(
    name="t", nation="t", kind="MT", mp=12, movement="tracked", front=6,
    side=3, turret="T", ma="50", cs=5,
)  # fmt: skip


class TestB28_42APMines:
    """B28.42."""

    @pytest.mark.parametrize(("dice", "what"), [("1,1", "immobilized"), ("6,5", "")])
    def test_afv(self, dice: str, what: str) -> None:
        """A KIA immobilizes an AFV."""
        ask = lambda play: ap_attack(play, field(fp=12), TANK)  # noqa: E731 - short
        assert fate(ask, f"B28.42 DR {dice}") == what

    def test_unarmored(self) -> None:
        """Just the number immobilizes, less eliminates, half burns."""
        truck = Vehicle(
            name="t", nation="t", kind="tr", mp=30, movement="truck",
            unarmored=True, turret="NT", ma="", cs=0,
        )  # fmt: skip
        ask = lambda play: ap_attack(play, field(fp=12), truck)  # noqa: E731 - short
        rolls = ["1,1", "1,2", "2,2", "2,3", "3,3", "3,4", "4,4", "4,5", "5,5"]
        found = [fate(ask, f"B28.42 DR {dice}") for dice in rolls]
        assert found == sorted(
            found, key=["burns", "eliminated", "immobilized", ""].index
        )
        assert set(found) == {"burns", "eliminated", "immobilized", ""}
