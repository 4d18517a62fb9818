"""A23.3: the order to place a DC."""

import pytest

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import PlaceCharge
from opfor.rules.orders.infantry.a23_3_place_charge import (
    do_place_charge,
    offer_place_charge,
)
from opfor.state.units import LocationName
from tests.rules.given.charges_at_vehicle import scene, seen
from tests.rules.given.spending_mf import done

AT = LocationName("tE2")


PLACE = PlaceCharge("w", AT)


class TestA23_3PlaceCharge:
    """A23.3."""

    def test_the_mf_to_enter(self) -> None:
        """It costs what entering would; the DC lies there, and is still the unit's."""
        order = PlaceCharge("w", LocationName("tH5"))
        state = done(order, weapon="german/dc").state
        assert state.move
        assert state.move.spent == 2 * MF
        marker = next(iter(state.markers.values()))
        assert (marker.kind, marker.location, marker.of) == ("DC", "tH5", "w")

    def test_enemies_do_not_bar_it(self) -> None:
        """It is meant for a Location with enemies."""
        enemies = {"e": ("russian/4-4-7", "tH5")}
        order = PlaceCharge("w", LocationName("tH5"))
        assert done(order, weapon="german/dc", enemies=enemies).state.markers

    def test_refused(self) -> None:
        """Nothing but a DC, and only into an ADJACENT Location."""
        with pytest.raises(Illegal, match="no DC"):
            done(PlaceCharge("w", LocationName("tH5")), weapon="german/lmg")
        with pytest.raises(Illegal, match="not ADJACENT"):
            done(PlaceCharge("w", LocationName("tK5")), weapon="german/dc")


class TestA23_3BesideAnAfv:
    """A23.3, where an AFV is."""

    def test_offer(self) -> None:
        """The offer tells the chances of the AFV."""
        found = seen(
            lambda play: [o.label for o in offer_place_charge(play, "FRIENDLY")]
        )
        assert any("in tE2 (etank " in label for label in found)

    def test_paatc(self) -> None:
        """A MMC that passes its PAATC places it."""
        played = scene(lambda p: do_place_charge(p, "FRIENDLY", PLACE), "A10.1 DR 1,2")
        assert [m.location for m in played.state.markers.values()] == [AT]

    def test_fails(self) -> None:
        """Who fails it is pinned and keeps the DC."""
        played = scene(lambda p: do_place_charge(p, "FRIENDLY", PLACE), "A10.1 DR 6,5")
        assert played.state.units["sq"].pinned
        assert not played.state.markers
        assert played.state.weapons["w"].owner == "sq"
