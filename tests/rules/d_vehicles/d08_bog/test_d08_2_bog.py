"""D8.2 and D8.3: Bog."""

from typing import Any

import pytest

from opfor.rules.choices.vehicle_orders import DriveOrder, Unbog
from opfor.rules.sequence.legal_orders import carry_out, legal
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import PZ4
from tests.rules.given.driving import FIELD, START, after, left, move
from tests.rules.given.world import game

L = LocationName


class TestD8_2Bog:
    """D8.2, D8.21."""

    def fast(self, dr: str) -> Any:
        """The tank goes into woods at half of its MP: +1 and +3."""
        into = DriveOrder("tank", L("tK3"))
        return after(START, into, at="tK4", dice=(f"D8.2 DR {dr}",))

    def test_bogged(self) -> None:
        """A Final 12 bogs it, and ends its move."""
        found = self.fast("4,4")
        assert (found.bogged, found.motion) == (True, False)

    def test_not(self) -> None:
        """A Final 11 does not."""
        assert not self.fast("3,4").bogged


class TestD8_21Drm:
    """D8.21."""

    @pytest.mark.parametrize(
        ("counter", "dr", "bogged"),
        [("german/pzkpfw-iia", "4,4", False), (PZ4, "4,4", True)],
    )
    def test_ground_pressure(self, counter: str, dr: str, *, bogged: bool) -> None:
        """+1 normal, none for low ground pressure."""
        into = DriveOrder("tank", L("tK3"))
        found = after(START, into, at="tK4", counter=counter, dice=(f"D8.2 DR {dr}",))
        assert found.bogged is bogged


class TestD8_3Unbog:
    """D8.3."""

    @pytest.mark.parametrize(
        ("dr", "state"),
        [
            ("4,1", (False, False, False)),
            ("5,1", (True, True, False)),
            ("6,1", (False, False, True)),
        ],
    )
    def test_result(self, dr: str, state: tuple[bool, ...]) -> None:
        """By the coloured die: free, mired, immobilized."""
        found = after(Unbog("tank"), state={"bogged": True}, dice=(f"D8.3 DR {dr}",))
        assert (found.bogged, found.mired, found.immobile) == state

    def test_once(self) -> None:
        """Who has tried is not offered it again."""
        found: list[Unbog] = []

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", Unbog("tank"))
            assert play.state.move is not None
            offers = legal(play, "FRIENDLY", Unbog)
            found.extend(o.order for o in offers if isinstance(o.order, Unbog))

        bogged = {"tank": ("german/kfz-1", "tK5", {"vca": 1, "tca": 1, "bogged": True})}
        game("D8.3 DR 5,1", board=FIELD, run=run, vehicles=bogged)
        assert found == []

    def test_cost(self) -> None:
        """Coloured times white die in MP."""
        played = move(Unbog("tank"), state={"bogged": True}, dice=("D8.3 DR 2,3",))
        assert left(played) == 6

    def test_mired(self) -> None:
        """+1 if mired."""
        found = after(
            Unbog("tank"),
            state={"bogged": True, "mired": True},
            dice=("D8.3 DR 4,1",),
        )
        assert found.mired
