"""C2: ordnance as the To Hit process sees it, and what it can fire."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import (
    ordnance,
    reaches,
    working,
)
from opfor.rules.c_ordnance.c08_ammunition.c08_3_ammunition import carried, load
from opfor.state.play import Play
from opfor.state.units import GunState, Weapon
from tests.rules.given.ordnance import GUN, MTR, L, looked
from tests.rules.given.weapons import piece, seen


class TestC2_2Ordnance:
    """C2.2."""

    def test_a_gun(self) -> None:
        """Calibre, barrel, ROF, B# and turret as printed."""
        gun = seen(GUN)
        assert gun is not None
        assert (gun.kind, gun.calibre, gun.barrel, gun.rof) == ("AT", 45, "L", 3)
        assert (gun.breakdown, gun.turret, gun.gun) == (12, "NT", True)

    def test_a_light_mortar(self) -> None:
        """Its barrel is short by its name; it has a least and a greatest range."""
        mortar = seen(MTR)
        assert mortar is not None
        assert (mortar.kind, mortar.calibre, mortar.barrel) == ("MTR", 50, "*")
        assert (mortar.min_range, mortar.max_range, mortar.gun) == (3, 20, False)

    def test_a_latw(self) -> None:
        """It has To Hit numbers and FP of its own."""
        psk = seen("german/psk", "1944-08")
        assert psk is not None
        assert (psk.th, psk.fp, psk.removal) == ((11, 9, 8, 7, 4), 12, 10)

    @pytest.mark.parametrize("weapon", ["russian/hmg", "russian/atr", "russian/ft"])
    def test_what_fires_on_the_ift(self, weapon: str) -> None:
        """A MG, an ATR and a FT need no To Hit DR against Infantry."""
        assert seen(weapon) is None

    @pytest.mark.parametrize(
        ("state", "works"),
        [
            ({}, True),
            ({"dm": True}, False),
            ({"malfunctioned": True}, False),
            ({"gun": GunState(limbered=True)}, False),
            ({"gun": GunState(emplaced=True)}, True),
        ],
    )
    def test_what_does_not_work(self, state: dict[str, Any], works: bool) -> None:
        """A dm or malfunctioned Weapon and a limbered Gun do not fire."""
        assert working(Weapon(id="w", counter=GUN, **state)) is works

    @pytest.mark.parametrize(
        ("target", "within"),
        [("tF5", False), ("tG5", True), ("tX5", True), ("tY5", False)],
    )
    def test_range(self, target: str, within: bool) -> None:
        """A 50mm mortar reaches 3 to 20 hexes."""

        def query(play: Play) -> bool:
            piece = ordnance(play, play.state.weapons["w"])
            assert piece is not None
            return reaches(play, piece, play.state.units["R"], L(target))

        assert looked(query, weapon=MTR) is within


class TestLoad:
    """What is fired if the order leaves it open, or asks for it."""

    def test_usual(self) -> None:
        """HE, AP without HE, HEAT of LATW, and MOL-P as they are."""
        assert load(piece(calibre=75), None, "") == "HE"
        assert load(piece(calibre=37, no_he=True, no_ap=False), None, "") == "AP"
        assert load(piece(kind="LATW", name="PSK"), None, "") == "HEAT"
        assert load(piece(kind="LATW", name="PF"), None, "PF") == "HEAT"
        assert load(piece(kind="LATW", name="MOL-P"), None, "") == "HE"

    def test_asked_for(self) -> None:
        """SMOKE if there is some, and none once it is depleted."""
        mortar = piece(kind="MTR", ammo={"smoke": 7})
        assert load(mortar, None, "smoke") == "smoke"
        assert carried(mortar) == ("HE", "smoke")
        empty = Weapon(id="w", counter=MTR, depleted=("smoke",))
        with pytest.raises(Illegal, match=r"C8\.9"):
            load(mortar, empty, "smoke")
        with pytest.raises(Illegal, match=r"C8\.9"):
            load(mortar, None, "WP")
