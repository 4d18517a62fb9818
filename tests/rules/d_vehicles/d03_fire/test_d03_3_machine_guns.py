"""D1.8 and D3.3: vehicular MG on the IFT: their arcs, their FP, and bounding fire."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d03_fire.d03_3_machine_guns import end_bounding
from opfor.rules.orders.fire import d03_bounding_fire
from opfor.rules.sequence.legal_orders import check, legal
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.state.events import MoveChanged, MoveEnded, PhaseBegan, UnitChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase
from tests.rules.given.armor import OPEN, PZ4, drm, set_weapon
from tests.rules.given.vehicle_machine_guns import plan, scene
from tests.rules.given.world import game

AT = LocationName("H3")
RUSSIAN, GERMAN = "russian/4-4-7", "german/4-6-7"


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
