"""A7: which attacks are offered, and Opportunity Fire."""

import pytest

from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import (
    attacks,
    mark_users,
)
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire.a07_3_attacks import offer_fire
from opfor.state.events import PhaseBegan, UnitChanged, WeaponAdded
from opfor.state.play import FrozenView, Play
from opfor.state.units import LocationName, Suspect
from tests.rules.given.fire import scene, sw, unit
from tests.rules.given.world import game

A = unit("a", "german/4-6-7", "tC5")
B = unit("b", "german/4-6-7", "tC6")
HALF = unit("c", "german/2-4-7", "tC5")
LEADER = unit("l", "german/8-1", "tC5")
E = unit("e", "russian/4-4-7", "tE5")
LMG, HMG = sw("w", "german/lmg", "a"), sw("h", "german/hmg", "c")


def offered(view: FrozenView, *, at: str = "tE5") -> list[tuple[str, ...]]:
    """Who fires, and by whom directed, in each attack offered on a Location."""
    found = []
    for offer in attacks(view, "FRIENDLY", [LocationName(at)]):
        assert isinstance(offer.order, Fire)
        plan_attack(view, "FRIENDLY", offer.order)
        found.append(offer.order.firers + offer.order.leaders)
    return found


class TestOffers:
    """Attacks that make sense."""

    def test_whole_location_and_each_unit(self) -> None:
        """All of a Location, directed; then each unit alone with its SW."""
        view = scene(A, HALF, LEADER, LMG, HMG, E)
        assert offered(view) == [("a", "w", "h", "l"), ("a", "w"), ("h",)]

    def test_locations_together(self) -> None:
        """ADJACENT Locations also fire as one group, not directed by one leader."""
        assert offered(scene(A, B, LEADER, E)) == [("a", "l"), ("b",), ("a", "b")]

    def test_led_locations(self) -> None:
        """Of three Locations two have leaders: those two fire directed, too."""
        third = unit("d", "german/4-6-7", "tC7")
        second = unit("m", "german/8-0", "tC6")
        found = offered(scene(A, B, third, LEADER, second, E))
        assert found[-2:] == [("a", "b", "d"), ("a", "b", "l", "m")]

    def test_spraying(self) -> None:
        """A MG and a MMC with underlined range spray two targets side by side."""
        near = unit("e2", "russian/4-4-7", "tE6")
        view = scene(A, HALF, LEADER, HMG, E, near)
        targets = [LocationName("tE5"), LocationName("tE6")]
        found = [
            offer.order
            for offer in attacks(view, "FRIENDLY", targets)
            if isinstance(offer.order, Fire) and offer.order.second
        ]
        assert found == [Fire(("a", "h"), targets[0], ("l",), second=targets[1])]
        assert plan_attack(view, "FRIENDLY", found[0]).also

    def test_no_spraying(self) -> None:
        """Not at Locations that are apart, nor by an ATR or a HS without the line."""
        far = unit("e2", "russian/4-4-7", "tE7")
        targets = [LocationName("tE5"), LocationName("tE7")]
        for view in (scene(A, E, far), scene(unit("a", "russian/4-4-7", "tC5"), E)):
            offers = attacks(view, "FRIENDLY", targets)
            assert not any(getattr(o.order, "second", "") for o in offers)

    def test_rof(self) -> None:
        """A SW that kept its ROF is offered again, alone."""
        gun = sw("h", "german/hmg", "c", fired="prep", rof=True)
        used = unit("a", "german/4-6-7", "tC5", fired="prep")
        assert offered(scene(used, HALF, gun, E)) == [("h",)]

    @pytest.mark.parametrize("at", ["tC5", "tH9"])
    def test_nothing(self, at: str) -> None:
        """Nothing out of LOS, and nothing by who has fired."""
        used = unit("a", "german/4-6-7", "tH1", fired="prep")
        assert offered(scene(used), at=at) == []

    def test_suspects_are_targets(self) -> None:
        """The FRIENDLY side may fire at S?; hidden units are not offered."""
        hidden = unit("e", "russian/4-4-7", "tE5", hidden=True)
        suspect = Suspect("S1", LocationName("tG5"))
        view = scene(A, hidden, suspects={"S1": suspect})
        found = [offer.order for offer in offer_fire(view, "FRIENDLY")]
        assert found == [Fire(("a",), LocationName("tG5"))]
        assert list(offer_fire(scene(A, E, phase="DFPh"), "ENEMY"))


class TestA7_1_prepUsers:
    """A7.1 on the users of SW."""

    def test_marked_at_the_end(self) -> None:
        """As the PFPh ends, who fired only its SW is marked like the others."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
            play.emit(UnitChanged(A, "here"))
            play.emit(WeaponAdded(sw("w", "german/lmg", "a", fired="prep")))
            mark_users(play)

        made = game(units={"a": ("german/4-6-7", "tC5")}, run=run).state
        assert made.units["a"].fired == "prep"
