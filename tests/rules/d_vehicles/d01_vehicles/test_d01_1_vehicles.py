"""D1: what a vehicle is, as the other rules ask about it."""

from typing import Any

from opfor.geo.terrain_chart import MF
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    Facing,
    afv,
    allotment,
    arm,
    armament,
    armor,
    in_tca,
    in_vca,
    main_armament,
    size_drm,
    turreted,
)
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit, VehicleState
from tests.rules.given.armor import PZ4, cases
from tests.rules.given.driving import FIELD, TRACK_MP
from tests.rules.given.one_tank import with_tank
from tests.rules.given.world import game


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

    def test_small_target(self) -> None:
        """+1 at a small one."""
        found = cases(enemy_counter="russian/t-70", counter=PZ4)
        assert found["D1.7"] == 1


class TestD1_1Allotment:
    """D1.1."""

    def test_printed(self) -> None:
        """As printed."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(allotment(play, play.state.units["tank"]))

        game(board=FIELD, vehicles={"tank": (PZ4, "tK5", {})}, run=run)
        assert found == [TRACK_MP * MF]
