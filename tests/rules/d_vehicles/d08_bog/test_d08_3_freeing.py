"""D8.3: bogged vehicles that are freed."""

import pytest

from opfor.rules.choices.vehicle_orders import Unbog
from opfor.rules.sequence.legal_orders import carry_out, legal
from opfor.state.play import Play
from tests.rules.given.driving import FIELD, after, left, move
from tests.rules.given.world import game


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
