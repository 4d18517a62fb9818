"""C3.31, C5 and C6: To Hit between vehicles, case by case."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.c_ordnance.c06_vehicle_target_drm import moving_target
from opfor.state.play import Play
from tests.rules.given.armor import PZ4, STUG, L, drm, plan, seen, set_unit


def cases(**scene: Any) -> dict[str, int]:
    """The DRM of the tank's shot, by rule."""
    found: dict[str, int] = seen(lambda play: drm(plan(play)), **scene)
    return found


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


class TestC5_9ButtonedUp:
    """C5.9."""

    def test_bu(self) -> None:
        """+1 BU, none CE."""
        assert cases()["C5.9"] == 1
        assert "C5.9" not in cases(tank={"ce": True})


class TestC5_1CaseA:
    """C5.1, D3.51."""

    def test_turret(self) -> None:
        """A turret turned by one hexspine: +1; a free arc: none."""
        assert "C5.1" not in cases()
        assert cases(tank={"tca": 1})["C5.1"] == 1

    def test_slow_turret(self) -> None:
        """A slow one +2, as is a one-man turret (D-301)."""
        slow = cases(counter="german/pzkpfw-35t", tank={"tca": 1})
        one_man = cases(counter="russian/t-70", tank={"tca": 1})
        assert slow["C5.1"] == one_man["C5.1"] == 2


class TestD3_51TurningItself:
    """D3.51."""

    def test_no_turret(self) -> None:
        """+3 for one that turns itself."""
        assert cases(counter=STUG, tank={"vca": 1})["C5.1"] == 3

    def test_immobile_gun_cannot_turn(self) -> None:
        """One without a turret that is immobile keeps its VCA."""
        with pytest.raises(Illegal, match="cannot turn"):
            cases(counter=STUG, tank={"vca": 1, "immobile": True})


class TestC5_3Bounding:
    """C5.3."""

    def test_not_in_prep_fire(self) -> None:
        """A Stopped tank that has not moved has none of it."""
        assert "C5.3" not in cases()

    def test_bounding_fire_in_afph(self) -> None:
        """After entering a hex: Case B +2, Case C +2, C2 for no MP in LOS."""
        found = cases(phase="AFPh", tank={"entered": True})
        assert (found["C5.2"], found["C5.3"], found["C5.31"]) == (2, 2, 2)

    @pytest.mark.parametrize(("bypass", "value"), [((), 3), ((1,), 2)])
    def test_out_of_woods(self, bypass: tuple[int, ...], value: int) -> None:
        """Case B is +3 out of woods, not along them in Bypass (C5.2)."""
        found = cases(phase="AFPh", at="K8", tank={"entered": True, "bypass": bypass})
        assert found["C5.2"] == value

    @pytest.mark.parametrize(("mp", "value"), [(8, 2), (12, 1), (16, 0)])
    def test_restricted_aim(self, mp: int, value: int) -> None:
        """C2 for up to two MP in LOS, C1 for up to three."""
        trail = ((L("K5"), mp),)
        found = cases(phase="AFPh", tank={"entered": True, "trail": trail})
        assert found.get("C5.31", 0) == value

    def test_no_turret(self) -> None:
        """+3 without a turret."""
        found = cases(counter=STUG, phase="AFPh", tank={"entered": True})
        assert found["C5.3"] == 3

    def test_motion(self) -> None:
        """In Motion Case C and C2 count again."""
        found = cases(phase="AFPh", tank={"entered": True, "motion": True})
        assert found["C5.34"] == 4

    def test_motion_in_the_other_turn(self) -> None:
        """In the other side's Player Turn Case C and C4 alone."""
        found = cases(phase="DFPh", turn="ENEMY", tank={"motion": True})
        assert "C5.2" not in found
        assert (found["C5.3"], found["C5.34"]) == (2, 2)

    def test_gyrostabilizer(self) -> None:
        """+1, and one more in Motion."""
        state = {"entered": True, "motion": True, "equipment": ("G",)}
        found = cases(phase="AFPh", tank=state)
        assert (found["C5.3"], found["C5.34"]) == (1, 1)

    def test_motion_does_not_prep_fire(self) -> None:
        """A vehicle in Motion makes no Prep Fire (D3.3)."""
        with pytest.raises(Illegal, match="in Motion"):
            cases(tank={"motion": True})


class TestC5_7Deliberate:
    """C5.7."""

    def test_plus_five(self) -> None:
        """+5."""
        found: dict[str, int] = seen(lambda play: drm(plan(play, tracks=True)))
        assert found["C5.7"] == 5

    def test_six_hexes(self) -> None:
        """From within six hexes."""
        with pytest.raises(Illegal, match="six hexes"):
            seen(lambda play: plan(play, tracks=True), at="L5")


class TestC6_11Moving:
    """C6.11."""

    def test_standing(self) -> None:
        """None against a Stopped vehicle that has not moved."""
        assert "C6.11" not in cases()

    @pytest.mark.parametrize("state", [{"motion": True}, {"entered": True}])
    def test_case_j(self, state: dict[str, Any]) -> None:
        """+2, in Motion or after entering a hex."""
        assert cases(enemy=state)["C6.11"] == 2

    def test_no_case_l(self) -> None:
        """Point blank does not count against it."""

        def near(play: Play) -> dict[str, int]:
            set_unit(play, "etank", location=L("J4"))
            return drm(plan(play, target=L("J4")))

        still: dict[str, int] = seen(near)
        moving: dict[str, int] = seen(near, enemy={"entered": True})
        assert still["C6.3"] == -2
        assert "C6.3" not in moving

    def test_moving_target(self) -> None:
        """Infantry is none."""
        assert seen(lambda play: moving_target(play.state.units["etank"])) is False


class TestC6_2Concealed:
    """C6.2 of a vehicle."""

    def test_plus_two(self) -> None:
        """+2 against a concealed one."""

        def hidden(play: Play) -> dict[str, int]:
            set_unit(play, "etank", concealed=True)
            return drm(plan(play))

        assert seen(hidden)["C6.2"] == 2


class TestD9_1Terrain:
    """D9.1."""

    def test_woods(self) -> None:
        """+1 in woods."""
        found = seen(
            lambda play: drm(plan(play, target=L("K8"))),
            enemy_at="K8",
            tank={"vca": 3, "tca": 3},
        )
        assert found["C6.8"] == 1

    def test_exc1_bypass(self) -> None:
        """None in Bypass of them."""
        found = seen(
            lambda play: drm(plan(play, target=L("K8"))),
            enemy_at="K8",
            tank={"vca": 3, "tca": 3},
            enemy={"bypass": (0,)},
        )
        assert "C6.8" not in found


class TestD1_7Size:
    """D1.7 in the To Hit DR."""

    def test_small_target(self) -> None:
        """+1 at a small one."""
        found = cases(enemy_counter="russian/t-70", counter=PZ4)
        assert found["D1.7"] == 1


class TestA7_1Crew:
    """A7.1 of a vehicle."""

    @pytest.mark.parametrize("state", [{"stunned": True}, {"shock": "shock"}])
    def test_no_fire_without_a_crew(self, state: dict[str, Any]) -> None:
        """Stunned and Shocked crews do not fire."""
        with pytest.raises(Illegal, match="without a crew"):
            cases(tank=state)
