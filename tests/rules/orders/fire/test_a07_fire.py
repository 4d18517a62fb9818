"""Fire orders go to the module that plans and resolves them."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.play import Play
from opfor.state.units import Side
from tests.rules.given.ordnance import MTR, L, looked, table

ENEMY: Side = "ENEMY"


class TestFireOrders:
    """Small arms, ordnance, FT, DC."""

    def test_each_way(self) -> None:
        """A mortar, a FT, a DC and a squad each have their own plan."""
        for weapon, firer, target in (
            (MTR, "w", "tH5"),
            ("russian/ft", "w", "tE5"),
            ("russian/dc", "w", "tE5"),
            (MTR, "R", "tE5"),
        ):
            order = Fire((firer,), L(target))
            table(
                lambda play, order=order: a07_fire.check_fire(play, ENEMY, order),
                weapon=weapon,
                target=target,
            )

    def test_refused(self) -> None:
        """A mortar under its least range is refused by C9.1."""
        order = Fire(("w",), L("tE5"))
        with pytest.raises(Illegal, match=r"C9\.1"):
            table(
                lambda play: a07_fire.check_fire(play, ENEMY, order),
                weapon=MTR,
                target="tE5",
            )

    def test_offers(self) -> None:
        """All of them are offered in a fire phase."""

        def run(play: Play) -> set[str]:
            return {o.order.firers[0] for o in a07_fire.offer_fire(play, ENEMY)}  # type: ignore[union-attr] # only Fire is offered

        assert looked(run, weapon=MTR) == {"R", "w"}
