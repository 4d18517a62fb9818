"""D1.8, D3.3, D3.5: what a vehicle fires, from where, and when."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.plan import plan_attack
from opfor.rules.a_infantry.a07_fire.resolution import resolve
from opfor.rules.a_infantry.a08_first_fire.window import open_window
from opfor.rules.c_ordnance.c03_to_hit.plan import plan_shot
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d03_machine_guns import end_bounding
from opfor.rules.orders.fire import d03_bounding_fire
from opfor.rules.sequence.orders_by_phase import check, legal
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.state.events import MoveChanged, MoveEnded, PhaseBegan, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Acquired, LocationName, Phase
from tests.rules.given.armor import OPEN, PZ4, drm, set_weapon
from tests.rules.given.world import game

AT = LocationName("H3")
RUSSIAN, GERMAN = "russian/4-4-7", "german/4-6-7"


def scene(
    run: Any,
    *dice: str,
    phase: Phase = "PFPh",
    tank: dict[str, Any] | None = None,
    counter: str = PZ4,
    at: str = "H3",
) -> Any:
    """A tank in K5 toward an ENEMY squad in H3, three hexes ahead; what `run` gives."""
    found: list[Any] = []

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", phase))
        if phase == "MPh":
            play.emit(MoveChanged(Move(units=("tank",), allotment=56, spent=4, here=4)))
        found.append(run(play))

    played = game(
        *dice,
        board=OPEN,
        units={"sq": (GERMAN, "K5")},
        enemies={"er": (RUSSIAN, at)},
        vehicles={"tank": (counter, "K5", {"vca": 0, "tca": 0} | (tank or {}))},
        run=once,
    )
    return found[0] if found else played


def plan(play: Play, *firers: str, **order: Any) -> Attack:
    """The attack of some MG at the squad."""
    return plan_attack(play, "FRIENDLY", Fire(firers, AT, **order))


class TestD3_3_fpFirepower:
    """D3.3/fp."""

    @pytest.mark.parametrize(
        ("phase", "motion", "fp"),
        [("PFPh", False, 8), ("MPh", False, 4), ("MPh", True, 2), ("AFPh", True, 2)],
    )
    def test_phases(self, phase: Phase, motion: bool, fp: int) -> None:
        """CMG and BMG have 8 FP; bounding and the AFPh halve it, Motion once more."""
        both = ("tank.cmg", "tank.bmg")
        made = scene(lambda p: plan(p, *both), phase=phase, tank={"motion": motion})
        assert made.fp == fp

    def test_motion_in_prep_fire(self) -> None:
        """Nothing in Motion fires in the PFPh."""
        with pytest.raises(Illegal, match="in Motion"):
            scene(lambda p: plan(p, "tank.cmg"), tank={"motion": True})

    def test_infantry(self) -> None:
        """Infantry does not fire in its own MPh."""
        order = Fire(("sq",), LocationName("tK2"))
        with pytest.raises(Illegal, match=r"D3\.3"):
            scene(lambda p: check(p, "FRIENDLY", order), phase="MPh")


class TestD3_3Bounding:
    """D3.3."""

    def test_offered(self) -> None:
        """While its move goes on the tank's MG and gun are offered; not the squad."""
        offers = scene(
            lambda p: [o.order for o in legal(p, "FRIENDLY")],
            phase="MPh",
            tank={"trail": ((LocationName("K5"), 4),)},
        )
        firers = {
            id_ for order in offers if isinstance(order, Fire) for id_ in order.firers
        }
        assert firers == {"tank.ma", "tank.cmg", "tank.bmg"}

    def test_not_before_its_move(self) -> None:
        """Not before it has spent MP."""

        def run(play: Play) -> None:
            play.emit(MoveEnded())
            d03_bounding_fire.check_bounding_fire(
                play, "FRIENDLY", Fire(("tank.cmg",), AT)
            )

        with pytest.raises(Illegal, match=r"D3\.3"):
            scene(run, phase="MPh")

    def test_once(self) -> None:
        """What has fired without keeping its ROF does not fire again, nor late."""

        def run(play: Play) -> str:
            resolve(play, plan(play, "tank.cmg"))
            with pytest.raises(Illegal, match=r"D3\.3"):
                plan(play, "tank.cmg")
            play.emit(PhaseBegan(1, "FRIENDLY", "AFPh"))
            with pytest.raises(Illegal, match=r"A7\.24"):
                plan(play, "tank.cmg")
            return play.state.weapons["tank.cmg"].fired

        assert scene(run, "A7.3 DR 6,5", phase="MPh") == "prep"

    @pytest.mark.parametrize(("gone_on", "legal_"), [(False, True), (True, False)])
    def test_gone_on(self, *, gone_on: bool, legal_: bool) -> None:
        """After its CMG the gun fires from the same hex, not from the next one."""

        def run(play: Play) -> bool:
            resolve(play, plan(play, "tank.cmg"))
            if gone_on:
                tank = replace(play.state.units["tank"], location=LocationName("tK4"))
                play.emit(UnitChanged(tank, "goes on"))
            return allows(play, "FRIENDLY", Fire(("tank.ma",), AT), plan_shot)

        assert scene(run, "A7.3 DR 6,5", phase="MPh") is legal_

    def test_rof_elsewhere(self) -> None:
        """What kept its ROF may go on firing."""

        def run(play: Play) -> bool:
            resolve(play, plan(play, "tank.cmg"))
            set_weapon(play, "tank.cmg", fired="", rof=True)
            tank = replace(play.state.units["tank"], location=LocationName("tK4"))
            play.emit(UnitChanged(tank, "goes on"))
            order = Fire(("tank.cmg",), AT)
            return allows(
                play, "FRIENDLY", order, d03_bounding_fire.check_bounding_fire
            )

        assert scene(run, "A7.3 DR 6,5", phase="MPh")

    def test_gun(self) -> None:
        """The Main Armament fires with Cases B and C and leaves no Residual FP."""

        def run(play: Play) -> dict[str, int]:
            return drm(plan_shot(play, "FRIENDLY", Fire(("tank.ma",), AT)))

        found = scene(run, phase="MPh")
        assert {"C5.2", "C5.3"} <= found.keys()

    def test_only_vehicles(self) -> None:
        """A squad's order in the MPh is refused."""
        with pytest.raises(Illegal, match=r"D3\.3"):
            scene(lambda p: check(p, "FRIENDLY", Fire(("sq",), AT)), phase="MPh")


class TestD3_32AfterBounding:
    """D3.32."""

    @staticmethod
    def left(**weapons: dict[str, Any]) -> dict[str, str]:
        """The fire counters of a tank's Weapons after its MPh."""

        def run(play: Play) -> dict[str, str]:
            for id_, changes in weapons.items():
                set_weapon(play, f"tank.{id_}", **changes)
            end_bounding(play)
            found = play.state.weapons
            return {w: found[f"tank.{w}"].fired for w in ("ma", "cmg", "bmg")}

        found: dict[str, str] = scene(run, phase="MPh")
        return found

    def test_nothing(self) -> None:
        """Once its gun has fired, its MG fire no more; nor the gun after a MG."""
        spent = {"ma": "prep", "cmg": "prep", "bmg": "prep"}
        assert self.left(ma={"fired": "prep"}) == spent
        assert self.left(cmg={"fired": "prep"}) == spent

    def test_who_did_not_fire(self) -> None:
        """A vehicle that has not fired fires with all that it has."""
        assert self.left() == {"ma": "", "cmg": "", "bmg": ""}

    def test_exc1_rof(self) -> None:
        """EXC: the gun that kept its ROF, and it alone, if nothing else has fired."""
        kept = {"fired": "", "rof": True}
        assert self.left(ma=kept) == {"ma": "", "cmg": "prep", "bmg": "prep"}
        again = {"fired": "prep", "rof": True}
        assert self.left(cmg=again) == {"ma": "prep", "cmg": "", "bmg": "prep"}
        both = self.left(ma=kept, bmg={"fired": "prep"})
        assert both == {"ma": "prep", "cmg": "prep", "bmg": "prep"}

    def test_in_play(self) -> None:
        """The phase ends so: in the AFPh a MG is refused after the gun has fired."""

        def run(play: Play) -> None:
            set_weapon(play, "tank.ma", fired="prep")
            play.emit(MoveEnded())
            for automatic in OF_PHASE["MPh"].ends:
                automatic(play)
            play.emit(PhaseBegan(1, "FRIENDLY", "AFPh"))
            with pytest.raises(Illegal, match=r"A7\.24"):
                plan(play, "tank.cmg")

        scene(run, phase="MPh")


class TestD1_8Arcs:
    """D1.8."""

    def test_bow(self) -> None:
        """A BMG fires in the VCA only."""
        with pytest.raises(Illegal, match=r"D1\.8"):
            scene(lambda p: plan(p, "tank.bmg"), tank={"vca": 3})

    def test_coaxial(self) -> None:
        """The turret turns for a CMG and stays so."""

        def run(play: Play) -> int:
            resolve(play, plan(play, "tank.cmg"))
            state = play.state.units["tank"].vehicle
            assert state is not None
            return state.tca

        assert scene(run, "A7.3 DR 6,5", tank={"vca": 3, "tca": 3}) != 3

    def test_aa(self) -> None:
        """An AAMG fires all around, by a CE crew."""
        counter = "american/m4"
        with pytest.raises(Illegal, match="CE"):
            scene(lambda p: plan(p, "tank.aamg"), counter=counter)
        made = scene(
            lambda p: plan(p, "tank.aamg"), counter=counter, tank={"ce": True, "tca": 3}
        )
        assert made.fp > 0


class TestD3_51_iftTurning:
    """D3.51/ift, C5.1."""

    def test_case_a(self) -> None:
        """A turret that turns by three hexspines costs +1 for each on the IFT."""
        made = scene(lambda p: plan(p, "tank.cmg"), tank={"vca": 3, "tca": 3})
        turned = next(mod.value for mod in made.mods if mod.rule == "D3.51")
        assert turned in (2, 3)

    def test_bounding(self) -> None:
        """Not in bounding First Fire; nor for the gun."""
        scenery: dict[str, Any] = {"phase": "MPh", "tank": {"vca": 3, "tca": 3}}
        made = scene(lambda p: plan(p, "tank.cmg"), **scenery)
        assert not [mod for mod in made.mods if mod.rule == "D3.51"]

    def test_acquisition_lost(self) -> None:
        """The gun loses what it had acquired elsewhere as its CMG fires (C6.5)."""

        def run(play: Play) -> object:
            set_weapon(play, "tank.ma", acquired=Acquired(at=LocationName("E2")))
            resolve(play, plan(play, "tank.cmg"))
            return play.state.weapons["tank.ma"].acquired

        assert scene(run, "A7.3 DR 6,5") is None


class TestC5_1Bounding:
    """C5.1."""

    def test_exc1_bounding_first_fire(self) -> None:
        """C5.1 EXC: no Case A for the Main Armament in bounding First Fire."""
        scenery: dict[str, Any] = {"phase": "MPh", "tank": {"vca": 3, "tca": 3}}
        order = Fire(("tank.ma",), AT)
        found = scene(lambda p: drm(plan_shot(p, "FRIENDLY", order)), **scenery)
        assert "C5.1" not in found


class TestD3_5Together:
    """D3.5."""

    def test_alone(self) -> None:
        """A vehicle's MG fire with nobody else's FP."""
        with pytest.raises(Illegal, match=r"D3\.5"):
            scene(lambda p: plan(p, "tank.cmg", "sq"))

    def test_offers(self) -> None:
        """Its MG are offered together and each alone, apart from the squad's."""
        offers = scene(lambda p: [o.order for o in legal(p, "FRIENDLY")])
        groups = {o.firers for o in offers if isinstance(o, Fire)}
        assert {("tank.cmg",), ("tank.bmg",), ("sq",)} <= groups
        assert not any("sq" in ids and len(ids) > 1 for ids in groups)


def test_first_fire_of_a_tank() -> None:
    """D3.3: a DEFENDER's tank First Fires its MG at Infantry that moves."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", "MPh"))
        play.emit(MoveChanged(Move(units=("esq",), allotment=16, here=4, spent=4)))
        assert open_window(play)
        firers = {
            id_
            for offer in legal(play, "FRIENDLY")
            if isinstance(offer.order, Fire)
            for id_ in offer.order.firers
        }
        assert {"tank.cmg", "tank.bmg", "tank.ma"} <= firers

    game(
        board=OPEN,
        enemies={"esq": (RUSSIAN, "H3")},
        vehicles={"tank": (PZ4, "K5", {"vca": 0, "tca": 0})},
        run=run,
    )
