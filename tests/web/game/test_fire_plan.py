"""Fire as it is planned on the page: exact odds, also of ordnance."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import vehicle_fates
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import plan_ft
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import plan_throw
from opfor.rules.choices.orders import Fire
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.rules.d_vehicles.d07_overrun.d07_1_overrun import overrun_fp
from opfor.state.events import PhaseBegan, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import Weapon
from opfor.web.game.fire_plan import overrun_plan, planned
from tests.rules.given.armor import OPEN, PZ4, T34
from tests.rules.given.ordnance import MTR, L, looked
from tests.rules.given.shots import gun
from tests.rules.given.world import game


def shown(**given: Any) -> dict[str, Any]:
    """The plan of a shot with a mortar at V."""
    order = Fire(firers=("w",), target=L("tH5"))
    found = looked(
        lambda play: planned(play, "ENEMY", order), weapon=MTR, target="tH5", **given
    )
    assert isinstance(found, dict)
    return found


class TestToHit:
    """A shot of ordnance."""

    def test_numbers(self) -> None:
        """The To Hit number is the sum of its parts, each with its rule."""
        plan = shown()
        assert plan["to_hit"]
        assert plan["number"] == sum(value for _, value, _ in plan["parts"])
        assert all(rule for _, _, rule in plan["parts"])

    def test_chances(self) -> None:
        """A hit is as likely as the DR up to the number, less the DRM, are."""
        plan = shown()
        (aim,) = plan["targets"]
        needed = plan["number"] - aim["drm"]
        ways = sum(a + b <= needed for a in range(1, 7) for b in range(1, 7))
        (name, said, share), *_ = aim["chances"]
        assert (name, said) == ("hit", f"{ways}/36")
        assert abs(share - ways / 36) < 1e-9

    def test_effect(self) -> None:
        """What a hit would do is there, with the odds for the unit."""
        effect = shown()["effect"]
        assert float(effect["fp"]) > 0
        assert "V" in effect["units"]
        assert abs(sum(share for *_, share in effect["units"]["V"]) - 1) < 1e-9


AT = L("tE2")


def at_tank(order: Fire, *, unit: str = "german/8-3-8", **mission: Any) -> Any:
    """What the page shows of fire at a tank in E2; the unit has a FT and a DC."""
    found: list[Any] = []

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        for id_, counter in (("ft", "german/ft"), ("dc", "german/dc")):
            play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner="sq")))
        found.append((planned(play, "FRIENDLY", order), play))

    game(
        board=OPEN,
        units={"sq": (unit, "tE3")},
        vehicles={"etank": (T34, "tE2", {"vca": 3, "tca": 3})},
        run=once,
        **mission,
    )
    return found[0]


def of_r(ammo: str = "", **given: Any) -> dict[str, Any]:
    """The plan of a shot of the Weapon that R has, at V."""
    order = Fire(firers=("w",), target=L("tH5"), ammo=ammo)
    found: dict[str, Any] = looked(lambda play: planned(play, "ENEMY", order), **given)
    return found


class TestCautions:
    """What a way to fire may cost the Weapon is told before its details."""

    def test_intensive(self) -> None:
        """Intensive Fire is named, with the chance that the Gun fails."""
        (said,) = of_r(**gun(fired="final"))["remarks"]
        assert said == "Intensive Fire: it fails with 17\u00a0% (C5.6)"
        assert of_r(**gun())["remarks"] == []

    def test_depletion(self) -> None:
        """Shells that may not be there are told, and what follows then."""
        (said,) = of_r(ammo="smoke", weapon="british/51-mtr")["remarks"]
        assert said.startswith("it has no smoke with ")
        assert said.endswith("and may then fire something else (C8.9)")


class TestOwnDrm:
    """DRM that hold for one target alone are told with it, by their parts."""

    def test_hazardous(self) -> None:
        """-2 for Hazardous Movement of one squad; none of the other beside it."""
        found: list[dict[str, Any]] = []

        def once(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
            running = replace(play.state.units["e1"], hazardous=True)
            play.emit(UnitChanged(running, "as given"))
            found.append(planned(play, "FRIENDLY", Fire(("sq",), AT)))

        game(
            board=OPEN,
            units={"sq": ("german/4-6-7", "tE4")},
            enemies={
                "e1": ("russian/4-4-7", "tE2"),
                "e2": ("russian/4-4-7", "tE2"),
            },
            run=once,
        )
        drm = found[0]["drm"]
        [said] = [text for text in found[0]["remarks"] if "DRM" in text]
        assert said.startswith(f"e1: DRM {drm - 2:+d} (")
        assert "Hazardous Movement -2" in said


class TestVehicles:
    """FT, MOL and DC at a vehicle: what becomes of it."""

    @pytest.mark.parametrize(
        ("order", "plan"),
        [(Fire(("ft",), AT), plan_ft), (Fire(("dc",), AT), plan_throw)],
    )
    def test_fates(self, order: Fire, plan: Any) -> None:
        """Each fate has the chance that the rules give it, unharmed among them."""
        shown, play = at_tank(order)
        fates = vehicle_fates(play, plan(play, "FRIENDLY", order))["etank"]
        told = {name: share for name, _, share in shown["vehicles"]["etank"]}
        assert abs(sum(told.values()) - 1) < 1e-9
        assert told.get("a burning wreck", 0) == float(fates.get("burn", 0))
        assert told.get("unharmed", 0) == float(fates.get("none", 0))

    def test_ft(self) -> None:
        """TK# 8 next to it: a 9 or more leaves it unharmed; the FP are the FT's own."""
        shown, _ = at_tank(Fire(("ft",), AT))
        assert shown["fp"] == "24"
        fates = shown["vehicles"]["etank"]
        assert {name: said for name, said, _ in fates}["unharmed"] == "10/36"

    def test_crew(self) -> None:
        """A CE crew has chances of its own: Stunned by a MC, pinned by a PTC."""
        found: list[Any] = []

        def once(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
            found.append(planned(play, "FRIENDLY", Fire(("sq",), AT)))

        game(
            board=OPEN,
            units={"sq": ("german/4-6-7", "tE3")},
            vehicles={"etank": (T34, "tE2", {"vca": 3, "tca": 3, "ce": True})},
            run=once,
        )
        chances = {name: share for name, _, share in found[0]["crews"]["etank"]}
        assert abs(sum(chances.values()) - 1) < 1e-9
        assert chances["Stunned"] > chances["pinned"] > 0
        assert found[0]["vehicles"]["etank"] == [("unharmed", "36/36", 1.0)]

    def test_mol(self) -> None:
        """They are thrown by a dr of 1 to 3; then TK# 6, without them nothing."""
        shown, _ = at_tank(Fire(("sq",), AT, mol=True), mol=("FRIENDLY",))
        assert shown["mol"]["chances"][0][:2] == ("MOL are thrown", "18/36")
        assert shown["vehicles"] == {}
        fates = shown["mol"]["attack"]["vehicles"]["etank"]
        assert {name: said for name, said, _ in fates}["unharmed"] == "21/36"

    def test_mol_by_hand(self) -> None:
        """A leader throws them alone, without FP of his own, by a dr of 1."""
        order = Fire(("sq",), AT, mol=True)
        shown, _ = at_tank(order, unit="german/8-1", mol=("FRIENDLY",))
        assert (shown["fp"], shown["mol"]["attack"]["fp"]) == ("0", "4")
        assert shown["mol"]["chances"][0][1] == "6/36"


class TestOverrun:
    """An OVR is planned as fire is."""

    def test_planned(self) -> None:
        """Its FP, and what would become of who is there; the vehicle stays."""
        order = DriveOrder("tank", L("tK4"), overrun=True)
        found: list[Any] = []

        def once(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            tank = play.state.units["tank"]
            found.append(overrun_plan(play, "FRIENDLY", order))
            assert found[0]["fp"] == f"{float(overrun_fp(play, tank)):g}"
            assert play.state.units["tank"] == tank
            with pytest.raises(Illegal):
                overrun_plan(play, "FRIENDLY", replace(order, to=L("tK6")))

        game(
            board=OPEN,
            enemies={"er": ("russian/4-4-7", "tK4")},
            vehicles={"tank": (PZ4, "tK5", {"vca": 1, "tca": 1, "motion": True})},
            run=once,
        )
        assert abs(sum(share for *_, share in found[0]["units"]["er"]) - 1) < 1e-9
