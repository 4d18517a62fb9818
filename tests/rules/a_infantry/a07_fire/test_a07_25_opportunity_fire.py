"""A7.25: Opportunity Fire."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import (
    check_opportunity,
    offer_opportunity,
)
from opfor.rules.a_infantry.a07_fire.a07_25_opportunity_fire import do_opportunity
from opfor.rules.choices.orders import Opportunity
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from tests.rules.given.fire import scene, sw, unit
from tests.rules.given.world import game

A = unit("a", "german/4-6-7", "tC5")


E = unit("e", "russian/4-4-7", "tE5")


LMG, HMG = sw("w", "german/lmg", "a"), sw("h", "german/hmg", "c")


class TestA7_25OpportunityFire:
    """A7.25."""

    def test_offers(self) -> None:
        """Each unit that could fire."""
        found = [offer.order for offer in offer_opportunity(scene(A, E), "FRIENDLY")]
        assert found == [Opportunity(("a",))]

    @pytest.mark.parametrize("states", [{"fired": "prep"}, {"broken": True}])
    def test_not(self, states: dict[str, Any]) -> None:
        """Not who has fired, or cannot."""
        view = scene(unit("a", "german/4-6-7", "tC5", **states))
        assert not list(offer_opportunity(view, "FRIENDLY"))
        for ids in (("a",), ("x",), ()):
            with pytest.raises(Illegal, match=r"A7\.25"):
                check_opportunity(view, "FRIENDLY", Opportunity(ids))

    def test_mark(self) -> None:
        """The unit and its SW wait for the AFPh."""

        def run(play: Play) -> None:
            play.emit(WeaponAdded(LMG))
            do_opportunity(play, "FRIENDLY", Opportunity(("a",)))

        made = game(units={"a": ("german/4-6-7", "tC5")}, run=run).state
        assert made.units["a"].fired == made.weapons["w"].fired == "opportunity"
