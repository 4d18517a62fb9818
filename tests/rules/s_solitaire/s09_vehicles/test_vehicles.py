"""S9.31 to S9.342, S9.36 to S9.37: hatches, platoons, CA, bounding fire, Bog."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement.random_direction import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.armament import arms, could_destroy, tk_number
from opfor.rules.s_solitaire.s09_vehicles.hatches_and_arcs import (
    Arcs,
    bearing,
    bounding_target,
    buttons_up,
    fires_in_afph,
    main_target,
    mg_target,
)
from opfor.rules.s_solitaire.s09_vehicles.platoons import (
    entering_attitude,
    entry_hexes,
    form_platoons,
    moves_alone,
    platoon_step,
    release,
    released,
    settle_attitudes,
)
from opfor.rules.s_solitaire.s09_vehicles.roads import entry_road
from opfor.rules.s_solitaire.s09_vehicles.routes import (
    MP,
    RouteStep,
    around,
    by_bog,
    dry_steps,
    open_steps,
    route_to,
    routes,
    steps,
)
from opfor.rules.s_solitaire.s09_vehicles.secret_bog import secret_bog
from opfor.rules.sequence.enemy import act
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.units import Fortification, GunState, LocationName, Unit, Weapon
from tests.rules.given import enemies
from tests.rules.given.drivers import WORLD, armed, ask, at, played, scene, squad, tank
from tests.rules.given.world import notes

GERMAN = "german/pzkpfw-ivf2"
STUG = "german/stug-iiib"
HMG = Weapon(id="h", counter="german/hmg", owner="a")
BAZ = Weapon(id="z", counter="german/psk", owner="a")
MUD = Weather(ground="mud")

# A lane with marsh on both hands, and nothing but woods around B5.
DEAD_END = """
board: t
size: 3x10
marsh: A1-A3 A8-A10 C1-C3 C8-C10
woods: A4-A7 B4 B6-B7 C4-C7
"""


class TestS9_31Hatches:
    """S9.31."""

    @pytest.mark.parametrize(("where", "shut"), [("J5", True), ("S5", True)])
    def test_known_target_within_twelve(self, where: str, *, shut: bool) -> None:
        """A Known Target in LOS within twelve hexes."""
        view = scene(tank("G5", ce=True), squad(where))
        assert bool(buttons_up(view, view.state.units["e1"])) == shut

    def test_thirteen_hexes(self) -> None:
        """Not for one that is farther, nor for a concealed one."""
        for friend in (squad("T6"), squad("J5", concealed=True)):
            view = scene(tank("G5", ce=True), friend)
            assert buttons_up(view, view.state.units["e1"]) == ""

    def test_manned_heavy_mg(self) -> None:
        """A Known HMG in its normal range, farther than twelve hexes."""
        one, friend = tank("F5", ce=True), squad("S5")
        assert WORLD.range(at("F5"), at("S5")) == 13
        assert buttons_up(scene(one, friend, weapons=(HMG,)), one)
        assert not buttons_up(scene(one, friend), one)

    @pytest.mark.parametrize(
        "friend", [squad("S5", broken=True), squad("S5", counter="german/2-4-7")]
    )
    def test_not_fully_manned(self, friend: Unit) -> None:
        """Not one that a broken squad or a HS has (D-026)."""
        one = tank("F5", ce=True)
        assert not buttons_up(scene(one, friend, weapons=(HMG,)), one)


class TestArms:
    """What the counters print."""

    def test_turret_and_hull(self) -> None:
        """A tank has MA and CMG in its turret, BMG in its hull."""
        one = tank("G5")
        found = {arm.name: arm.turret for arm in arms(scene(one), one)}
        assert found == {"MA": True, "BMG": False, "CMG": True}

    def test_assault_gun(self) -> None:
        """An assault gun has its MA in the hull; AAMG count for CE crews only."""
        one = tank("G5", counter="german/stug-iiig")
        assert [arm.name for arm in arms(scene(one), one)] == ["MA"]
        crew = replace(one.vehicle, ce=True)  # type: ignore[type-var] # it has one
        one = replace(one, vehicle=crew)
        assert [arm.name for arm in arms(scene(one), one)] == ["MA", "AAMG"]

    def test_mg_for_main_armament(self) -> None:
        """Where a MG is the MA it is one in its own place."""
        one = tank("G5", counter="german/pzkpfw-ib")
        assert [arm.name for arm in arms(scene(one), one)] == ["MA"]

    def test_to_kill(self) -> None:
        """A 75L hurts a T-34's side, a 37mm does not hurt its front."""
        long_, small = tank("G5", "a", GERMAN), tank("G5", "b", "german/pzkpfw-iiif")
        one = tank("G8", vca=0)
        view = scene(long_, small, one)
        assert tk_number(view, long_, one) > tk_number(view, small, one) > 0
        assert could_destroy(view, long_, one)
        assert not could_destroy(view, small, one)
        assert not could_destroy(view, squad("G5", "q"), one)


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


class TestS9_341BoundingFirstFire:
    """S9.341."""

    def test_known_vehicle(self) -> None:
        """At a Known vehicle; not at Infantry, nor at a concealed one."""
        one = tank("G5")
        units = one, squad("G7"), tank("G1", "t", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *units) == at("G1")
        hid = replace(units[2], concealed=True)
        assert ask(lambda play: bounding_target(play, one), one, hid) is None

    def test_greatest_tk(self) -> None:
        """The MA with the greatest TK#, then the one easiest to hit."""
        one = tank("G5")
        units = one, tank("G7", "b", "german/pzkpfw-iiif"), tank("G1", "c", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *units) == at("G1")
        near = one, tank("G7", "b", GERMAN), tank("S6", "c", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *near) == at("G7")

    def test_easiest_to_kill(self) -> None:
        """Of two alike the one that shows its side."""
        one = tank("L4")
        front = tank("L2", "b", GERMAN, vca=3)
        side = tank("L6", "c", GERMAN, vca=2)
        units = one, front, replace(side, vehicle=replace(side.vehicle, vca=5))  # type: ignore[type-var] # it has one
        assert ask(lambda play: bounding_target(play, one), *units) == at("L6")


class TestS9_342BoundingFire:
    """S9.342."""

    def test_with_a_target(self) -> None:
        """With a Target that its armament can bear on, even a concealed one."""
        one = tank("G5")
        assert fires_in_afph(scene(one, squad("G8", concealed=True)), one)
        assert not fires_in_afph(scene(one), one)
        fired = replace(one, fired="first")
        assert not fires_in_afph(scene(fired, squad("G8")), fired)

    def test_after_bounding_first_fire(self) -> None:
        """With the gun that kept its ROF, not with MG that were silent (D3.32)."""
        one = tank("G5")
        view = scene(one, squad("G8"))
        for ma, fires in (("", True), ("prep", False)):
            marks = {"e1.ma": ma}
            weapons = {
                id_: replace(weapon, fired=marks.get(id_, "prep"))
                for id_, weapon in view.state.weapons.items()
            }
            spent = view._replace(state=replace(view.state, weapons=weapons))
            assert fires_in_afph(spent, one) == fires

    def test_out_of_arc(self) -> None:
        """Not at what lies out of the VCA of a gun without a turret."""
        one = tank("G5", counter=STUG)
        assert fires_in_afph(scene(one, squad("G8")), one)
        assert not fires_in_afph(scene(one, squad("G2")), one)

    @pytest.mark.parametrize(("number", "fires"), [(10, False), (11, True)])
    def test_exc1_breakdown(self, number: int, *, fires: bool) -> None:
        """EXC: not with a B# of 10 or less."""
        one, friend = tank("G5"), squad("G8")
        found = WORLD.counter(one.counter)
        view = scene(one, friend)
        worn = _With(view.world, replace(found, breakdown=number))  # type: ignore[call-arg] # a vehicle's
        assert fires_in_afph(view._replace(world=worn), one) == fires  # type: ignore[arg-type] # a world

    @pytest.mark.parametrize(
        ("counter", "fires"), [("russian/t-34-m41", True), ("american/m4-mc", False)]
    )
    def test_in_play(self, counter: str, *, fires: bool) -> None:
        """In the AFPh a tank that moved fires; one with a B# of 10 does not."""
        one = tank("J6", counter=counter, moved=True)
        shots: list[object] = []

        def run(play: Play) -> None:
            while act(play):
                shots[:] = play.state.shots

        dice = ("C3.3 DR 6,5", "A7.3 DR 6,5") if fires else ()
        things = [one, *armed((one,)), squad("M6", "V")]
        enemies.played(*dice, things=things, run=run, phase="AFPh")
        assert bool(shots) is fires


class _With:
    """A world in which one counter is another."""

    def __init__(self, world: Any, piece: Any) -> None:
        self._world, self._piece = world, piece

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)

    def counter(self, code: str) -> Any:
        """That counter instead of the one of its id."""
        return self._piece if code == self._piece.id else self._world.counter(code)


class TestS9_321Attitude:
    """S9.321."""

    def test_until_it_has_a_target(self) -> None:
        """Advance without a Target; the Prevailing one with one, also a mate's."""
        one = tank("G5", attitude="Advance", entering=True, platoon="p")
        mate = tank("G2", "e2", attitude="Advance", entering=True, platoon="p")
        assert entering_attitude(scene(one, mate), one) == "Advance"
        assert entering_attitude(scene(one, mate, squad("G8")), mate) == "Hold"

    def test_others(self) -> None:
        """A vehicle out of an Advance S? keeps its own."""
        one = tank("G5", attitude="Advance")
        assert entering_attitude(scene(one, squad("G8")), one) == "Advance"
        assert entering_attitude(scene(tank("G5")), tank("G5")) == "Hold"

    def test_in_play(self) -> None:
        """The Attitude changes once, and is not Advance again."""
        one = tank("G5", attitude="Advance", entering=True)
        game = played(settle_attitudes, one, squad("G8"))
        now = game.state.units["e1"]
        assert now.attitude == "Hold"
        assert now.vehicle is not None
        assert not now.vehicle.entering
        game = played(settle_attitudes, one)
        assert game.state.units["e1"].attitude == "Advance"


class TestS9_33Platoons:
    """S9.33."""

    def test_one_type_enters_together(self) -> None:
        """Two of one type are a platoon, a third of another type is not in it."""
        units = tank("", "e1"), tank("", "e2"), tank("", "e3", "russian/bt-7-m37")
        ids = [unit.id for unit in units]
        game = played(lambda play: form_platoons(play, ids), *units)
        made = [game.state.units[id_].vehicle for id_ in ids]
        names = [state.platoon for state in made if state]
        assert names[0] == names[1] != ""
        assert names[2] == ""
        assert all(game.state.units[id_].attitude == "Advance" for id_ in ids)

    def platoon(self, *where: str) -> list[Unit]:
        """Vehicles of one platoon."""
        return [tank(p, f"e{n}", platoon="p") for n, p in enumerate(where, 1)]

    def test_the_lead_stops(self) -> None:
        """Who has a Target in LOS does not go on."""
        units = self.platoon("G5", "G4")
        step = ask(
            lambda play: platoon_step(play, units[0]),
            *units,
            squad("G8", concealed=True),
        )
        assert step == NOWHERE

    def test_others_look_for_a_target(self) -> None:
        """Who has none goes where he has one, next to the platoon."""
        units = self.platoon("O6", "O4")
        friend = squad("N8")
        board = "board: t\nsize: 20x10\nstone building: N5 O5 P5\n"
        step = ask(
            lambda play: platoon_step(play, units[1]), *units, friend, board=board
        )
        assert step == at("O5")

    def test_exc1_not_where_a_vehicle_is(self) -> None:
        """EXC: not into the Location of a Good Order ENEMY vehicle."""
        board = "board: t\nsize: 3x10\nmarsh: A1-A10 C1-C10\n"
        units = self.platoon("B6", "B5")
        took = ask(
            lambda play: platoon_step(play, units[1], back=at("B4")),
            *units,
            board=board,
        )
        assert took == NOWHERE

    def test_exc1_bog_last(self) -> None:
        """EXC: a Bog hex only if that is the only choice."""
        units = self.platoon("B5", "B2")

        def step(board: str, *dice: str) -> Any:
            return ask(
                lambda play: platoon_step(play, units[0], back=at("B6")),
                *units,
                board=board,
                dice=dice,
            )

        assert step(DEAD_END, "S9.33 dr 1") in (at("A5"), at("B4"), at("C5"))
        clear = DEAD_END.replace(" B4 ", " ")
        assert step(clear) == at("B4")


class TestS9_33_entryHexes:
    """S9.33/entry."""

    WOODED = "board: t\nsize: 20x10\nroad: G1/0 > G1 > G10 > G10/3\n"

    @staticmethod
    def ways(*mates: Unit, board: str = WOODED) -> list[str]:
        """By which hexes e1 may enter."""
        one = tank("", "e1", platoon="p")
        edge = [at(name) for name in ("E1", "F0", "G1", "H0", "I1")]
        found = ask(lambda play: entry_hexes(play, one, edge), one, *mates, board=board)
        return [name[1:] for name in found]

    def mate(self, where: str, **state: Any) -> Unit:
        """One of its platoon that came by G1 this turn."""
        state = {"trail": ((at("G1"), 4), (at(where), 0))} | state
        return tank(where, "e2", platoon="p", **state)

    def test_the_first(self) -> None:
        """The first of a platoon has all of them; so has whose platoon came earlier."""
        assert len(self.ways()) == 5
        assert len(self.ways(self.mate("G4", trail=()))) == 5

    def test_by_the_same_hex(self) -> None:
        """The others come by the hex that the first one came by."""
        assert self.ways(self.mate("G4")) == ["G1"]

    def test_beside_one_that_stopped_there(self) -> None:
        """While it is in that hex they come beside it, not through woods."""
        assert self.ways(self.mate("G1")) == ["F0", "H0"]
        assert self.ways(self.mate("G1"), board=self.WOODED + "woods: F0\n") == ["H0"]

    def test_nowhere_else(self) -> None:
        """Behind it if all hexes beside it are held."""
        beside = [tank(name, f"e{name}") for name in ("F0", "H0")]
        assert self.ways(self.mate("G1"), *beside) == ["G1"]

    def test_shocked(self) -> None:
        """What is Shocked is not in Good Order, and keeps nobody out."""
        assert self.ways(self.mate("G1", shock="shock")) == ["G1"]

    def test_in_play(self) -> None:
        """The road by which it enters is one of these."""
        one = tank("", "e1", platoon="p")
        board = self.WOODED + "road: F0/0 > F0 > F3\n"
        road = ask(
            lambda play: entry_road(play, one), one, self.mate("G1"), board=board
        )
        assert road.hex == at("F0")


class TestS9_331Release:
    """S9.331."""

    def pair(self, counter: str) -> tuple[Unit, Unit]:
        """A platoon of two."""
        return (
            tank("G5", "e1", counter, platoon="p"),
            tank("G3", "e2", counter, platoon="p"),
        )

    def test_with_a_target(self) -> None:
        """A platoon whose MPh begins with a Target is none any more."""
        units = self.pair("russian/kv-1-m41")
        assert released(scene(*units, squad("G8")), units)
        assert not released(scene(*units), units)
        game = played(release, *units, squad("G8"))
        state = game.state.units["e2"].vehicle
        assert state is not None
        assert state.platoon == ""

    def test_not_on_the_way(self) -> None:
        """One of them has spent MP: it stays a platoon to the end of the MPh."""
        lead, other = self.pair("russian/kv-1-m41")
        state = lead.vehicle
        assert state is not None
        lead = replace(lead, vehicle=replace(state, trail=((at("G5"), 4),)))
        kept = played(release, lead, other, squad("G8")).state.units["e2"].vehicle
        assert kept is not None
        assert kept.platoon == "p"

    def test_exc1_radioless(self) -> None:
        """EXC: radioless vehicles stay in platoon."""
        units = self.pair("russian/t-34-m41")
        assert not released(scene(*units, squad("G8")), units)


class TestS9_332Radioless:
    """S9.332."""

    @pytest.mark.parametrize(("dice", "goes"), [("4,4", True), ("4,5", False)])
    def test_ntc(self, dice: str, *, goes: bool) -> None:
        """A lone one moves by itself if it passes a NTC: 7 for Russian crews."""
        one = tank("G5")
        took = ask(
            lambda play: moves_alone(play, one), one, dice=(f"S9.332 DR {dice}",)
        )
        assert took == goes

    def test_inexperienced(self) -> None:
        """An Inexperienced Crew has one less (D3.45)."""
        one = tank("G5", inexperienced=True)
        dice = ("S9.332 DR 4,4",)
        assert not ask(lambda play: moves_alone(play, one), one, dice=dice)

    def test_no_dr(self) -> None:
        """None next to another such AFV, none with a radio."""
        pair = tank("G5"), tank("G6", "e2")
        assert ask(lambda play: moves_alone(play, pair[0]), *pair)
        radio = tank("G5", counter="russian/kv-1-m41")
        assert ask(lambda play: moves_alone(play, radio), radio)


class TestS9_36Bog:
    """S9.36."""

    def test_round_the_bog(self) -> None:
        """Woods beside Open Ground are not entered, nor is the hex just left."""
        one = tank("G4")
        found = {s.to for s in dry_steps(scene(one), one, at("G4"), back=at("G3"))}
        assert at("G3") not in found
        assert not any(s.bog for s in dry_steps(scene(one), one, at("G4")))

    def test_only_choice(self) -> None:
        """Where nothing else is left a Bog hex is entered."""
        one = tank("B5")
        ways = ask(
            lambda play: dry_steps(play, one, one.location, back=at("B4")),
            one,
            board=DEAD_END,
        )
        assert {at("A5"), at("C5")} <= {step.to for step in ways}
        assert all(step.bog for step in ways)

    def test_exc1_mud(self) -> None:
        """EXC: in Mud every hex without woods or obstacle; paved roads first."""
        one = tank("G5")
        view = scene(one, weather=MUD)
        found = {step.to for step in dry_steps(view, one, at("G5"))}
        assert at("H4") not in found
        assert {at("F5"), at("G6")} <= found
        paved = "board: t\nsize: 9x10\npaved road: E1/0 > E1 > E10 > E10/3\n"

        def ways(play: Play) -> list[LocationName]:
            muddy = scene(one, weather=MUD)._replace(world=play.world)
            return [step.to for step in dry_steps(muddy, one, at("E5"))]

        assert ask(ways, one, board=paved) == [at("E4"), at("E6")]

    def test_exc1_ordered(self) -> None:
        """EXC: a hex that the Move Command has it enter."""
        one = tank("G5")
        ways = dry_steps(scene(one), one, at("G5"), ordered=at("H4"))
        assert at("H4") in {step.to for step in ways if step.bog}

    def test_prohibited(self) -> None:
        """A Known Minefield and FRIENDLY Infantry keep it out; fire does not."""
        one = tank("G5")
        mine = Fortification(id="m", kind="minefield", location=at("F5"), fp=6)
        view = scene(one, squad("G6"), fortifications={"m": mine})
        found = {step.to for step in open_steps(view, one, at("G5"))}
        assert not {at("F5"), at("G6")} & found


class TestS9_37Bypass:
    """S9.37."""

    def test_along_the_woods(self) -> None:
        """Into woods by Bypass along a clear hexside, and not through them."""
        one = tank("K4")
        step = next(s for s in steps(scene(one), one, at("K4")) if s.to == at("J3"))
        past = around(scene(one), step, one, at("K4"))
        assert step.bog
        assert not past.bog
        assert past.bypass
        assert past.quarters == 2 * MP

    def test_nothing_to_bypass(self) -> None:
        """What may not bog is entered as it is."""
        one = tank("K4")
        step = next(s for s in steps(scene(one), one, at("K4")) if s.to == at("K5"))
        assert around(scene(one), step, one, at("K4")) == step

    def test_no_clear_hexside(self) -> None:
        """Where woods run on on both hands there is no Bypass."""
        step = RouteStep(to=at("K3"), side=0, quarters=34, bog=True)
        assert around(scene(), step, tank("K4"), at("K4")) == step


class TestS9_361SecretBog:
    """S9.361."""

    def test_at_the_end(self) -> None:
        """The DR are made hex by hex; what bogs goes back, the rest is undone."""
        one = tank("G5", motion=True)
        way = [RouteStep(to=at(p), side=3, quarters=4) for p in ("G6", "G7", "G8")]

        def run(play: Play) -> None:
            found.append(secret_bog(_muddy(play), one, way))

        found: list[Any] = []
        dice = ("S9.361 DR 2,3", "S9.361 DR 6,6")
        game = played(run, one, dice=dice)
        assert found == [(at("G8"),)]
        assert game.state.units["e1"].location == at("G7")
        state = game.state.units["e1"].vehicle
        assert state is not None
        assert state.bogged
        assert not state.motion
        assert any("undone" in note for note in notes(game))

    def test_dry_ground(self) -> None:
        """Without Mud there is none."""
        one = tank("G5")
        way = [RouteStep(to=at("G6"), side=3, quarters=4)]
        assert ask(lambda play: secret_bog(play, one, way), one) == ()


def _muddy(play: Play) -> Any:
    """The game in Mud."""
    return _on(play, play.world, weather=MUD)


def _on(play: Play, world: Any, **fields: Any) -> Any:
    """The game on another world, or with another state."""

    class Other:
        emit, ask = play.emit, play.ask

        @property
        def state(self) -> Any:
            return replace(play.state, **fields)

    other = Other()
    other.world = world  # type: ignore[attr-defined] # as Play has it
    return other


class TestRoutes:
    """Routes of vehicles."""

    def test_least_bog(self) -> None:
        """The way with fewest Bog hexes, though it is longer."""
        one = tank("L2")
        found = route_to(scene(one), one, [at("L4")])
        assert not any(step.bog for step in found)
        assert found[-1].to == at("L4")

    def test_nowhere(self) -> None:
        """No way, no steps; where it is, none either."""
        one = tank("G5")
        assert route_to(scene(one), one, [at("G5")]) == ()
        assert route_to(scene(one), one, []) == ()

    def test_counts(self) -> None:
        """Each route counts what its steps count together."""
        one = tank("G5")
        found = routes(scene(one), one, at("G5"), count=by_bog)
        way = found[at("G8")]
        assert way.count == (0, 3 * MP)

    def test_hill_and_wall(self) -> None:
        """A wall costs a MP more, and halftracks and wheels do not cross it."""
        one, car = tank("O5"), tank("O5", counter="german/psw-222")
        up = {step.to: step.quarters for step in steps(scene(one), one, at("O5"))}
        assert up[at("O6")] == 2 * MP
        assert at("O6") not in {s.to for s in steps(scene(car), car, at("O5"))}
        assert at("N5") not in {s.to for s in steps(scene(car), car, at("O5"))}

    def test_gun_that_is_possessed(self) -> None:
        """The TK# of a Gun is that of who possesses it; none if it malfunctions."""
        gun = Weapon(id="g", counter="german/50l-at-pak-38", owner="a", gun=GunState())
        crew, one = squad("G8"), tank("G5")
        assert tk_number(scene(crew, one, weapons=(gun,)), crew, one) > 0
        out = replace(gun, malfunctioned=True)
        assert tk_number(scene(crew, one, weapons=(out,)), crew, one) == 0
