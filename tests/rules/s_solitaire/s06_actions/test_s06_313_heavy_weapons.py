"""S6.313: Heavy Weapons."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.s06_312_improved_position import shelter_for
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import bars_heavy
from opfor.rules.s_solitaire.s09_movement.s09_2_route import route
from opfor.state.events import WeaponAdded
from opfor.state.units import (
    Fortification,
    FortificationKind,
    GunState,
    LocationName,
    Phase,
    Side,
    Unit,
    VehicleState,
)
from tests.rules.given.automatic_actions import own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon
from tests.rules.given.moves import entered, mover, phase, scene


def foxhole(at: str, capacity: int = 1) -> Fortification:
    """A foxhole."""
    where = LocationName(f"t{at}")
    return Fortification(id="f", kind="foxhole", location=where, capacity=capacity)


class TestS6_3131RestrictedTerrain:
    """S6.3131."""

    @pytest.mark.parametrize(
        ("counter", "at", "barred"),
        [
            ("50-mtr", "O6", True),
            ("50-mtr", "J6", False),
            ("hmg", "O6", False),
            ("45l-at-ptp-obr-32", "B2", True),
            ("45l-at-ptp-obr-32", "J6", False),
        ],
    )
    def test_where(self, counter: str, at: str, *, barred: bool) -> None:
        """A mortar is not taken into a building, nor a Gun into marsh."""
        gun = GunState(ca=0) if counter.startswith("45") else None
        things = [enemy("e1", "J6"), weapon("w", counter, "e1", gun=gun)]
        where = LocationName(f"t{at}")
        board = "board: t\nsize: 20x10\nwooden building: O6\nmarsh: B2\n"
        found = ask(
            things, lambda p: bars_heavy(p, [p.state.units["e1"]], where), board=board
        )
        assert bool(found) is barred

    @pytest.mark.parametrize(("kind", "stays"), [("pillbox", True), ("foxhole", False)])
    def test_no_pillbox(self, kind: FortificationKind, *, stays: bool) -> None:
        """D-411: with a mortar nobody gets into a pillbox; into a foxhole he does."""
        fort = replace(foxhole("J6"), kind=kind)
        things = [enemy("e1", "J6"), weapon("w", "50-mtr", "e1"), friend("V", "M6")]
        found = ask([*things, fort], lambda p: shelter_for(p, p.state.units["e1"]))
        assert (found is None) is stays

    @pytest.mark.parametrize(
        ("owner", "way"), [("", ["tM4", "tM5", "tM6"]), ("e1", ["tM4"])]
    )
    def test_in_play(self, owner: str, way: list[str]) -> None:
        """A squad on its way stops before a building if it has a mortar."""
        mtr = weapon("mtr", "50-mtr", owner, "" if owner else "A1")
        found = phase(
            "S9.23 dr 2",
            enemies={"e1": "tM3"},
            command=9,
            changed=lambda play: play.emit(WeaponAdded(mtr)),
        )
        assert entered(found) == way

    def test_toward_a_building(self) -> None:
        """What lies in a building is a goal all the same: D-411, it stops before it."""
        squad = Unit(id="e1", side="ENEMY", counter="russian/4-4-7")
        one = replace(squad, location=LocationName("tM2"))
        laden = scene(one, weapons={"mtr": weapon("mtr", "50-mtr", "e1")})
        goal = [LocationName("tM5")]
        assert route(laden, mover("tM2"), goal) == ("tM3", "tM4", "tM5")

    @pytest.mark.parametrize(("owner", "end"), [("e1", "tH6"), ("", "tH4")])
    def test_toward_the_midst_of_buildings(self, owner: str, end: str) -> None:
        """D-411: a mortar team comes as near to a VPO amid them as it may."""
        mtr = weapon("mtr", "50-mtr", owner, "" if owner else "A1")
        block = "wooden building: H4 H3 H5 G4 G5 G3 I4 I5 I3\n"
        found = phase(
            enemies={"e1": "tH8"},
            board=f"board: t\nsize: 20x10\n{block}",
            command=2,
            vpo=("tH4",),
            held_by="FRIENDLY",
            changed=lambda play: play.emit(WeaponAdded(mtr)),
        )
        assert entered(found)[-1] == end
        assert found.state.units["e1"].cx is (not owner)

    def test_round_a_building(self) -> None:
        """The route of a squad with a mortar leads round a building."""
        squad = Unit(id="e1", side="ENEMY", counter="russian/4-4-7")
        one = replace(squad, location=LocationName("tM3"))
        mtr = weapon("mtr", "50-mtr", "e1")
        goal = [LocationName("tM7")]
        plain, laden = scene(one), scene(one, weapons={"mtr": mtr})
        assert "tM5" in route(plain, mover("tM3"), goal)
        assert "tM5" not in route(laden, mover("tM3"), goal)


class TestS6_313HeavyWeapons:
    """S6.313."""

    def test_b1_assembles(self) -> None:
        """A dm HW is assembled for a Target."""
        hmg = weapon("hmg", "german/hmg", "e1", dm=True)
        things = [enemy("e1", "J6"), hmg, friend("V", "O9")]
        state = played("S6.11 DR 4,6", things=things).state
        assert not state.weapons["hmg"].dm
        assert state.units["e1"].automatic == "S6.313"

    def test_b1_fires_no_other_sw(self) -> None:
        """D-092: who assembles it fires no LMG in that phase: no Fire Command."""
        mtr, lmg = weapon("m", "50-mtr", "e1", dm=True), weapon("lmg", "lmg", "e1")
        things = [enemy("e1", "J6"), mtr, lmg, friend("V", "N6")]
        run = played("S6.11 DR 4,6", things=things)
        assert not run.state.weapons["m"].dm
        assert not run.state.shots

    @pytest.mark.parametrize(
        ("phase", "side"), [("AFPh", "ENEMY"), ("DFPh", "FRIENDLY")]
    )
    def test_b1_in_other_fire_phases(self, phase: Phase, side: Side) -> None:
        """D-030: in the AFPh and DFPh too; as DEFENDER after its Action DR."""
        hmg = weapon("hmg", "german/hmg", "e1", dm=True)
        things = [enemy("e1", "J6"), hmg, friend("V", "B9")]
        dice = ["S6.12 DR 2,3"] if side == "FRIENDLY" else []
        state = played(*dice, things=things, phase=phase, side=side).state
        assert not state.weapons["hmg"].dm

    def test_b1_a_mortar_too(self) -> None:
        """In the AFPh a mortar as well, which could not be fired by who has moved."""
        mtr = weapon("m", "50-mtr", "e1", dm=True)
        one = enemy("e1", "J6", moved=True, attitude="Advance")
        things = [one, mtr, friend("V", "N9")]
        state = played(things=things, phase="AFPh").state
        assert not state.weapons["m"].dm

    def test_b1_not_in_panic(self) -> None:
        """Who Panics as it is to act assembles nothing."""
        hmg = weapon("hmg", "german/hmg", "e1", dm=True)
        things = [enemy("e1", "J6"), hmg, friend("V", "B9")]
        state = played(
            "S6.12 DR 5,5", things=things, phase="DFPh", side="FRIENDLY"
        ).state
        assert state.weapons["hmg"].dm

    @pytest.mark.parametrize("counter", ["50-mtr", "german/hmg"])
    @pytest.mark.parametrize(
        ("phase", "side"), [("PFPh", "ENEMY"), ("DFPh", "FRIENDLY")]
    )
    def test_b1_not_with_a_close_target(
        self, counter: str, phase: Phase, side: Side
    ) -> None:
        """D-866: who has a close Target by S6.311 fires at that in place of it."""
        heavy = weapon("w", counter, "e1", dm=True)
        things: list[Thing] = [enemy(id_, "J6") for id_ in ("e1", "e2")]
        things += [heavy, friend("V", "K6"), friend("W", "N6")]
        roll = "S6.11 DR 4,6" if side == "ENEMY" else "S6.12 DR 2,3"
        dice = (roll, "A7.3 DR 6,5", "A10.1 DR 2,3")
        run = played(*dice, things=things, phase=phase, side=side)
        (shot,) = run.state.shots
        assert {"e1", "e2"} <= {*shot.firers}
        assert run.state.weapons["w"].dm

    def test_b1_close_target_after_a_move(self) -> None:
        """D-866: who has moved assembles it in the AFPh all the same."""
        hmg = weapon("w", "german/hmg", "e1", dm=True)
        one = enemy("e1", "J6", moved=True, attitude="Advance")
        state = played(things=[one, hmg, friend("V", "K6")], phase="AFPh").state
        assert not state.weapons["w"].dm

    def test_b1_nothing_to_do_to_the_close_target(self) -> None:
        """D-866: a close Target that he can do nothing to does not keep him."""
        hmg = weapon("w", "german/hmg", "e1", dm=True)
        tank = friend("V", "K6", "german/pzkpfw-ivf1", vehicle=VehicleState())
        one = enemy("e1", "J6")
        things: list[Thing] = [one, hmg, tank, friend("W", "N6")]
        state = played("S6.11 DR 4,6", things=things).state
        assert not state.weapons["w"].dm

    def test_b2_fires(self) -> None:
        """A functioning one fires at a Target, whatever the DR."""
        things = [enemy("e1", "J6"), weapon("hmg", "hmg", "e1"), friend("V", "O9")]
        state = played("S6.11 DR 4,6", "A7.3 DR 6,5", things=things).state
        assert state.weapons["hmg"].fired == "prep"

    def test_b3_otherwise(self) -> None:
        """Without a Target, or malfunctioned, its DR counts; so with a LMG."""
        unit = enemy("e1", "J6")
        assert own(unit, weapon("hmg", "hmg", "e1")) is None
        jammed = weapon("hmg", "hmg", "e1", malfunctioned=True)
        assert own(unit, jammed, friend("V", "M6")) is None
        assert own(unit, weapon("mg", "lmg", "e1"), friend("V", "M6")) is None
