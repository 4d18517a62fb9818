"""D1: what a vehicle is."""

from typing import Any

import pytest

from opfor.rules.d_vehicles.d01_vehicles import (
    Facing,
    afv,
    arm,
    armament,
    armor,
    in_tca,
    in_vca,
    main_armament,
    mobile,
    size_drm,
    turreted,
)
from opfor.rules.d_vehicles.d03_target_facing import facing
from opfor.rules.d_vehicles.d05_inherent_crew import crewed
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit, VehicleState
from tests.rules.given.world import game

OPEN = """
board: t
size: 20x10
"""


def with_tank(check: Any, counter: str = "german/pzkpfw-ivf2", **state: Any) -> Any:
    """What `check(play, tank)` gives for a tank in K5."""
    found: list[Any] = []

    def run(play: Play) -> None:
        found.append(check(play, play.state.units["tank"]))

    game(board=OPEN, vehicles={"tank": (counter, "K5", state)}, run=run)
    return found[0]


class TestD1_2Afv:
    """D1.2."""

    def test_tank_is_afv(self) -> None:
        """A tank is an AFV."""
        assert with_tank(afv)

    def test_infantry_is_none(self) -> None:
        """A squad is none."""
        squad = Unit(id="a", side="FRIENDLY", counter="german/4-6-7")
        assert not with_tank(lambda play, _tank: afv(play, squad))


class TestD1_31Turrets:
    """D1.31."""

    def test_turret(self) -> None:
        """A turret turns, an assault gun has none."""
        assert with_tank(turreted)
        assert not with_tank(turreted, "german/stuh-42")


class TestD5_1Crew:
    """D5.1."""

    @pytest.mark.parametrize(
        "state", [{"stunned": True}, {"shock": "UK"}, {"abandoned": True}]
    )
    def test_crew_can_do_nothing(self, state: dict[str, Any]) -> None:
        """Stunned, Shocked or gone."""
        assert not with_tank(lambda _play, tank: crewed(tank), **state)
        assert not with_tank(lambda _play, tank: mobile(tank), **state)

    def test_bogged_is_not_mobile(self) -> None:
        """A bogged vehicle has its crew and does not move."""
        assert with_tank(lambda _play, tank: crewed(tank), bogged=True)
        assert not with_tank(lambda _play, tank: mobile(tank), bogged=True)
        assert with_tank(lambda _play, tank: mobile(tank))


class TestD3_2Facing:
    """D3.2. The VCA points along the spine of corner n; 0 is the upper left one."""

    def test_front_side_rear(self) -> None:
        """Each of the three, from straight ahead, beside and behind."""

        def all_ways(play: Play, tank: Unit) -> list[Facing]:
            starts = ("H2", "N5", "N8")
            return [facing(play, tank, LocationName(at), turret=False) for at in starts]

        assert with_tank(all_ways) == ["front", "side", "rear"]

    def test_grain_is_worse_for_the_firer(self) -> None:
        """Along the grain that parts front and side it is front."""
        on_grain = with_tank(
            lambda play, tank: facing(play, tank, LocationName("K1"), turret=False)
        )
        assert on_grain == "front"

    def test_grain_behind_is_side(self) -> None:
        """Along the grain that parts side and rear it is side."""
        on_grain = with_tank(
            lambda play, tank: facing(play, tank, LocationName("K9"), turret=False)
        )
        assert on_grain == "side"

    def test_turret_by_tca(self) -> None:
        """The turret by its TCA, the hull by the VCA."""
        both = with_tank(
            lambda play, tank: (
                facing(play, tank, LocationName("N8"), turret=True),
                facing(play, tank, LocationName("N8"), turret=False),
            ),
            tca=3,
        )
        assert both == ("front", "rear")


class TestD1_6Armor:
    """D1.6: PzKpfw IVF2 has 6 in front and 3 beside, its turret's side a step more."""

    def test_hull_and_turret(self) -> None:
        """A better turret side is 4, its front as the hull's."""
        sides: list[Facing] = ["front", "side", "rear"]
        hull = with_tank(
            lambda play, tank: [armor(play, tank, s, turret=False) for s in sides]
        )
        assert hull == [6, 3, 3]

    def test_exc1_turret_rear_as_side(self) -> None:
        """The turret's rear is as its side."""
        sides: list[Facing] = ["front", "side", "rear"]
        upper = with_tank(
            lambda play, tank: [armor(play, tank, s, turret=True) for s in sides]
        )
        assert upper == [6, 4, 4]

    def test_worse(self) -> None:
        """A worse one is a step down."""
        front = with_tank(
            lambda play, tank: armor(play, tank, "front", turret=True),
            "german/pzkpfw-iiif",
        )
        assert front == 2


class TestD1_3Armament:
    """D1.3."""

    def test_arm(self) -> None:
        """A vehicle that comes into play gets each Weapon once."""

        def bare(play: Play, tank: Unit) -> list[str]:
            arm(play, Unit(**{**_fields(tank), "id": "other"}))
            return [w.id for w in play.state.weapons.values() if w.owner == "other"]

        assert with_tank(bare) == ["other.ma", "other.bmg", "other.cmg"]

    def test_main(self) -> None:
        """The Main Armament is one of them."""
        ids = with_tank(lambda play, tank: [w.mount for w in armament(play, tank)])
        assert ids == ["MA", "BMG", "CMG"]
        assert with_tank(lambda play, tank: main_armament(play, tank).mount) == "MA"

    def test_arcs(self) -> None:
        """What lies in the VCA, and in the TCA."""
        ahead, behind = LocationName("H2"), LocationName("N8")

        def arcs(play: Play, tank: Unit) -> tuple[bool, ...]:
            return (
                in_vca(play, tank, ahead),
                in_vca(play, tank, behind),
                in_tca(play, tank, ahead),
                in_tca(play, tank, behind),
            )

        assert with_tank(arcs, tca=3) == (True, False, False, True)


def _fields(unit: Unit) -> dict[str, Any]:
    return {name: getattr(unit, name) for name in unit.__struct_fields__} | {
        "vehicle": unit.vehicle or VehicleState()
    }


class TestD1_7Size:
    """D1.7."""

    def test_small_and_average(self) -> None:
        """+1 for a small one, no DRM for an average one."""
        small = with_tank(size_drm, "german/pzkpfw-iia")
        assert (small.value, small.rule) == (1, "D1.7")
        assert with_tank(size_drm) is None
