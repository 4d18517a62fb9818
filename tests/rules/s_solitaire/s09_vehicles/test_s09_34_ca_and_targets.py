"""S9.31, S9.34 to S9.342: hatches, Covered Arcs and bounding fire of ENEMY vehicles."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import covers, vector
from opfor.rules.s_solitaire.s01_terms.s01_terms import known_targets, targets
from opfor.rules.s_solitaire.s09_vehicles.command_clauses import (
    known_target,
    placed_to_fire,
)
from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand
from opfor.rules.s_solitaire.s09_vehicles.next_act import ending
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    Arcs,
    bearing,
    bearing_arms,
    main_target,
    mg_target,
    seen_from,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_342_fire_in_the_afph import fires_in_afph
from opfor.rules.s_solitaire.s09_vehicles.steps import MP, kind_of
from opfor.state.events import FortificationAdded, WeaponChanged
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import FrozenView, Play
from opfor.state.units import Fortification, LocationName, Unit, Weapon
from tests.rules.given.drivers import (
    ON_ROADS,
    WORLD,
    _on,
    ask,
    at,
    scene,
    squad,
    tank,
)
from tests.rules.given.world import world

GERMAN = "german/pzkpfw-ivf2"
LORRY = "german/opel-6700"
STUG = "german/stug-iiib"
LONG = "board: t\nsize: 30x10\n"
BAZ = Weapon(id="z", counter="german/psk", owner="a")


class _With:
    """A world in which one counter is another."""

    def __init__(self, world: Any, piece: Any) -> None:
        self._world, self._piece = world, piece

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)

    def counter(self, code: str) -> Any:
        """That counter instead of the one of its id."""
        return self._piece if code == self._piece.id else self._world.counter(code)


def without_its_gun(*units: Unit, phase: str = "PFPh") -> FrozenView:
    """A view of units in which the MA of e1 is malfunctioned."""
    view = scene(*units, phase=phase)
    weapons = view.state.weapons
    gun = replace(weapons["e1.ma"], malfunctioned=True)
    return view._replace(state=replace(view.state, weapons={**weapons, gun.id: gun}))


class TestD531ClosedAfv:
    """D-531, D-822: what its armament cannot hurt is no Target of a vehicle."""

    @pytest.mark.parametrize(
        ("where", "target"), [("M8", True), ("N8", False), ("Q8", False)]
    )
    def test_mg_at_normal_range(self, where: str, *, target: bool) -> None:
        """MG have a closed tank for Target at 12 hexes, not at 13 nor 16 (A9.61)."""
        one, foe = tank("A8"), tank(where, "t", GERMAN)
        view = without_its_gun(one, foe)
        found = [at(where)] if target else []
        assert seen_from(view, one) == found == known_targets(view, [one])
        assert seen_from(view, one, known=False) == found == targets(view, [one])
        assert known_target(view, one) is target
        assert placed_to_fire(view, one) is target

    @pytest.mark.parametrize(
        "foes",
        [
            [tank("Q8", "t", GERMAN, ce=True)],
            [tank("Q8", "t", LORRY)],
            [squad("Q8")],
            [tank("Q8", "t", GERMAN), squad("Q8")],
        ],
    )
    def test_what_else_there_is(self, foes: list[Unit]) -> None:
        """A CE crew, a lorry and Infantry are one at long range."""
        one = tank("A8")
        assert seen_from(without_its_gun(one, *foes), one) == [at("Q8")]

    def test_ma(self) -> None:
        """A closed tank is one for a MA that works, as far as it sees."""
        one = tank("A8")
        view = scene(one, tank("Q8", "t", GERMAN))
        assert seen_from(view, one) == [at("Q8")]
        assert [arm.name for arm in bearing_arms(view, one, at("Q8"))] == ["MA"]

    def test_known_ones_only(self) -> None:
        """Who is concealed beside a closed tank makes it a Target, not a Known one."""
        one, foe = tank("A8"), tank("Q8", "t", GERMAN)
        view = without_its_gun(one, foe, squad("Q8", concealed=True))
        assert seen_from(view, one) == []
        assert seen_from(view, one, known=False) == [at("Q8")]

    @pytest.mark.parametrize(("where", "turns"), [("M8", True), ("N8", False)])
    def test_arcs(self, where: str, *, turns: bool) -> None:
        """S9.34: its CA turn to a closed tank that its MG can hurt, and to no other."""
        one, foe = tank("A8"), tank(where, "t", GERMAN)

        def found(play: Play) -> Arcs:
            gun = play.state.weapons["e1.ma"]
            play.emit(
                WeaponChanged(replace(gun, malfunctioned=True), fact("malfunctions"))
            )
            return bearing(play, one)

        assert (ask(found, one, foe) != Arcs(3, 3)) is turns


class TestD933ButtonedUp:
    """D-933: a Target for what is silent only because the crew is BU."""

    @pytest.mark.parametrize(
        ("where", "target"), [("L5", True), ("W5", True), ("X5", False)]
    )
    def test_half_track(self, where: str, *, target: bool) -> None:
        """A BU half-track has one in range of its AAMG, as a CE one has."""
        for ce in (False, True):
            one = tank("G5", counter="german/spw-251-1", ce=ce)
            view = scene(one, squad(where))._replace(world=world(LONG, ON_ROADS))
            assert seen_from(view, one) == ([at(where)] if target else [])
            assert known_target(view, one) is target
            assert placed_to_fire(view, one) is target

    def test_it_does_not_bear(self) -> None:
        """It fires at nobody, and what is out of order counts no more than before."""
        one = tank("G5", counter="german/spw-251-1")
        assert bearing_arms(scene(one, squad("L5")), one, at("L5")) == []
        assert not fires_in_afph(scene(one, squad("L5"), phase="AFPh"), one)
        assert seen_from(without_its_gun(one, squad("L5")), one) == []


class TestD934NotAhead:
    """D-934: what does not fire into the VCA."""

    @pytest.mark.parametrize(
        ("vca", "bear"), [(2, ["MA"]), (1, ["AAMG"]), (5, ["AAMG"])]
    )
    def test_half_track(self, vca: int, bear: list[str]) -> None:
        """The gun of a SPW 250/10 bears in the VCA, its AAMG elsewhere."""
        one = tank("G5", counter="german/spw-250-10", ce=True, vca=vca)
        view = scene(one, squad("L5"))
        assert [arm.name for arm in bearing_arms(view, one, at("L5"))] == bear


class TestS9_34Arcs:
    """S9.34."""

    def test_onto_the_known_target(self) -> None:
        """VCA and TCA take in a Known Target, and not a nearer concealed one."""
        one = tank("G5")
        units = one, squad("G2"), squad("G8", "b", concealed=True)
        found = ask(lambda play: bearing(play, one), *units)
        assert found in (Arcs(0, 0), Arcs(0, 1), Arcs(1, 1), Arcs(1, 0))

    def test_concealed_if_none_is_known(self) -> None:
        """A concealed one if there is no other; as it is without any."""
        one = tank("G5")
        hid = squad("G2", concealed=True)
        assert ask(lambda play: bearing(play, one), one, hid).vca in (0, 1)
        assert ask(lambda play: bearing(play, one), one) == Arcs(3, 3)

    @pytest.mark.parametrize(
        ("left", "spines"), [(3, (1,)), (2, (2,)), (1, ()), (0, ())]
    )
    def test_as_far_as_its_mp_go(self, left: int, spines: tuple[int, ...]) -> None:
        """D-911: a MP a hexspine, one to stop; the best VCA it can pay for."""
        one = tank("G5", motion=True)
        near, far = squad("H4"), squad("G2", "b")

        def turned(play: Play) -> list[int]:
            spent = (kind_of(play, one).mp - left) * MP
            hand = DriveInHand(
                unit=one, driving=VehiclePlan(how="road"), spent=spent, entered=1
            )
            return [act.spine for act in ending(play, hand) if act.kind == "turn"]

        assert tuple(ask(turned, one, near, far)) == spines

    @pytest.mark.parametrize(
        ("foes", "lost", "does"),
        [
            # its bow MG comes to bear, or there is none left to turn the hull for
            (["G2"], (), ["start", "turn", "stop"]),
            (["G2"], ("BMG",), []),
            # it bears on the nearest already, if not on the most
            (["G7", "D7", "D8"], (), []),
        ],
    )
    def test_start_only_to_bear(
        self, foes: list[str], lost: tuple[str, ...], does: list[str]
    ) -> None:
        """D-911: no Start for a VCA by which nothing more bears."""
        one = tank("G5", tca=0 if len(foes) == 1 else 3)
        men = [squad(where, f"a{n}") for n, where in enumerate(foes)]

        def found(play: Play) -> list[str]:
            for gun in play.state.weapons_of(one.id):
                if gun.mount in lost:
                    play.emit(WeaponChanged(replace(gun, disabled=True), "lost"))
            hand = DriveInHand(unit=one, driving=VehiclePlan(how="RAS"))
            acts = [act.kind for act in ending(play, hand)]
            return [kind for kind in acts if kind != "turret"]

        assert ask(found, one, *men) == does

    def test_main_armament_on_vehicles(self) -> None:
        """MA bears on a vehicle though Infantry is nearer, MG on the Infantry."""
        one = tank("G5")
        units = one, squad("G7"), tank("G1", "t", GERMAN)
        found = ask(lambda play: bearing(play, one), *units)
        assert found.tca in (0, 1)
        assert found.vca in (3, 4)

    def test_one_that_can_destroy_it(self) -> None:
        """Before a nearer vehicle one that could destroy it."""
        one = tank("G5", vca=0)
        units = one, tank("G7", "b", "german/pzkpfw-ib"), tank("G1", "c", GERMAN)
        found = ask(lambda play: main_target(play, one, [at("G7"), at("G1")]), *units)
        assert found == at("G1")

    @pytest.mark.parametrize(
        ("near", "far", "onto"),
        [
            # a lorry at 8 hexes; a closed tank at 8 for the normal range of its MG
            (tank("C2", "t", LORRY), squad("U10"), "C2"),
            (tank("C2", "t", GERMAN), squad("U10"), "C2"),
            # the squad at 16; and if nothing is in their range, what there is
            (tank("C2", "t", LORRY), squad("S10"), "S10"),
            (tank("U3", "t", LORRY), squad("U10"), "U10"),
        ],
    )
    def test_mg_in_their_range(self, near: Unit, far: Unit, onto: str) -> None:
        """D-531: MG bear on nobody beyond their range, though the MA sees him."""
        one = tank("C10")

        def takes_in(play: Play) -> bool:
            way = vector(play.world, one.location, at(onto))
            return covers(bearing(play, one).vca, way)

        assert ask(takes_in, one, near, far, board="board: t\nsize: 26x20\n")

    def test_no_turret(self) -> None:
        """Without a turret the VCA turns for the MA."""
        one = tank("G5", counter=STUG)
        units = one, squad("G7"), tank("G1", "t", GERMAN)
        found = ask(lambda play: bearing(play, one), *units)
        assert found.vca == found.tca
        assert found.vca in (0, 1)

    @pytest.mark.parametrize(
        ("units", "weapons", "wanted"),
        [
            ([squad("G7"), squad("G2", "b")], (BAZ,), "G7"),
            ([squad("G7"), squad("G1", "b")], (), "G7"),
            ([squad("G7"), squad("G3", "b"), squad("G3", "c")], (), "G3"),
        ],
    )
    def test_mg_list(
        self, units: list[Unit], weapons: tuple[Weapon, ...], wanted: str
    ) -> None:
        """An A-T Weapon in range; the closest Infantry; the most of it."""
        one = tank("G5")
        places = list(dict.fromkeys(unit.location for unit in units))
        found = ask(
            lambda play: mg_target(play, one, places), one, *units, weapons=weapons
        )
        assert found == at(wanted)

    def test_mg_at_least_tem(self) -> None:
        """D-931: of two as close the one who is not in a foxhole."""
        one = tank("G5")
        hole = Fortification(id="f", kind="foxhole", location=at("G7"))

        def found(play: Play) -> LocationName:
            play.emit(FortificationAdded(hole))
            return mg_target(play, one, [at("G7"), at("G3")])

        near = squad("G7", inside="f"), squad("G3", "b")
        assert ask(found, one, *near) == at("G3")

    def test_mg_at_unarmored(self) -> None:
        """Of vehicles an unarmored one."""
        one = tank("G5")
        units = one, tank("G7", "b", GERMAN), tank("G3", "c", "german/pzkpfw-ib")
        found = WORLD.counter("german/pzkpfw-ib")
        soft = _With(WORLD, replace(found, unarmored=True))  # type: ignore[call-arg] # a vehicle's

        def choice(play: Play) -> LocationName:
            return mg_target(_on(play, soft), one, [at("G7"), at("G3")])

        assert ask(choice, *units) == at("G3")

    def test_mg_in_least_tem(self) -> None:
        """As far away and as many, the one in a VPO, then in least TEM."""
        one = tank("L4")
        units = one, squad("N5"), squad("L6", "b")
        places = [at("N5"), at("L6")]
        assert ask(lambda play: mg_target(play, one, places), *units) == at("L6")
        vpo = (LocationName("tN5"),)
        found = ask(lambda play: mg_target(play, one, places), *units, vpo=vpo)
        assert found == at("N5")
