"""C3.31: when ordnance may use the Vehicle Target Type."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from tests.rules.given.armor import L, plan, seen


class TestC3_31VehicleTargetType:
    """C3.31."""

    def test_number(self) -> None:
        """10 within six hexes with an L barrel, one vehicle as the target."""
        shot = seen(plan)
        assert (shot.type, shot.at, shot.number, shot.ammo) == (
            "vehicle",
            "etank",
            10,
            "AP",
        )

    def test_only_vehicles(self) -> None:
        """A squad is no such target, nor a vehicle somewhere else."""
        with pytest.raises(Illegal, match="is no vehicle"):
            seen(
                lambda play: plan(play, at="a", target=L("E2")),
                enemies={"a": ("russian/4-4-7", "E2")},
            )
        with pytest.raises(Illegal, match="is not in"):
            seen(lambda play: plan(play, target=L("F2")))

    def test_no_area(self) -> None:
        """Not with the Area Target Type."""
        with pytest.raises(Illegal, match="no single vehicle"):
            seen(lambda play: plan(play, area=True))

    def test_offered(self) -> None:
        """`legal` offers it with the ammunition that can harm it: HE cannot."""
        labels = seen(lambda play: [o.label for o in shots(play, "FRIENDLY")])
        assert any("AP of tank at etank in E2" in label for label in labels)
        assert not any("HE of tank at etank" in label for label in labels)

    def test_apcr_is_not_fired_at_infantry(self) -> None:
        """Special AP needs a vehicle."""
        with pytest.raises(Illegal, match=r"fired at vehicles|has no APCR"):
            seen(lambda play: plan(play, at="", ammo="APCR"))
