"""S6.3 to S6.3121: Automatic Actions, their precedence, and those that are moves."""

import pytest
from msgspec.structs import replace

from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s06_actions.actions import Automatic
from opfor.rules.s_solitaire.s06_actions.automatic import automatic, automatic_move
from opfor.rules.s_solitaire.s06_actions.automatic_moves import (
    AutomaticMove,
    bars_heavy,
    in_sight,
    manned_next,
    shelter_for,
    surplus,
)
from opfor.rules.s_solitaire.s09_movement.routes import route
from opfor.rules.sequence.enemy import act
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
    FortificationKind,
    GunState,
    LocationName,
    Marker,
    Unit,
    VehicleState,
)
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon
from tests.rules.given.moves import entered, mover, phase, scene

TANK = "t-34-m41"
STOPPED = VehicleState()
GUN = "45l-at-ptp-obr-32"


def own(unit: Unit, *others: Thing, **how: object) -> Automatic | None:
    """The Automatic Action of a unit among others."""
    found = ask([unit, *others], lambda p: automatic(p, p.state.units[unit.id]), **how)
    assert found is None or isinstance(found, Automatic)
    return found


def number(unit: Unit, *others: Thing, **how: object) -> str:
    """The number of the rule of its Automatic Action; empty without one."""
    found = own(unit, *others, **how)
    return found.rule if found else ""


def errand(
    unit: Unit, *others: Thing, dice: tuple[str, ...] = ()
) -> AutomaticMove | None:
    """Where its Automatic Move takes a unit."""
    found = ask(
        [unit, *others], lambda p: automatic_move(p, p.state.units[unit.id]), *dice
    )
    assert found is None or isinstance(found, AutomaticMove)
    return found


def foxhole(at: str, capacity: int = 1) -> Fortification:
    """A foxhole."""
    where = LocationName(f"t{at}")
    return Fortification(id="f", kind="foxhole", location=where, capacity=capacity)


class TestS6_3AutomaticActions:
    """S6.3."""

    def test_the_lowest_number(self) -> None:
        """T25: of several the one with the lowest number goes first."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        near = friend("V", "K6")
        assert number(enemy("e1", "J6"), near) == "S6.311"
        assert number(enemy("e1", "J6"), near, flame) == "S6.304"

    def test_the_dr_is_made(self) -> None:
        """T25: the Action DR is made all the same; its Action is not used."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        unit = played("S6.11 DR 2,3", things=[enemy("e1", "J6"), flame]).state.units[
            "e1"
        ]
        assert (unit.action, unit.automatic) == ("Move", "S6.304")

    def test_panic_goes_before_it(self) -> None:
        """T25: on doubles high enough the unit Panics instead."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        unit = played("S6.11 DR 5,5", things=[enemy("e1", "J6"), flame]).state.units[
            "e1"
        ]
        assert (unit.action, unit.automatic) == ("Panic", "")
        assert number(enemy("e1", "J6", panic=True), flame) == ""

    def test_none(self) -> None:
        """A squad with nothing special has none."""
        assert own(enemy("e1", "J6")) is None

    def test_exc1_human_wave(self) -> None:
        """EXC: a MMC of a Human Wave has its Move without a DR."""
        unit = played(things=[enemy("e1", "J6", wave="wave1")]).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Move", "S6.305")


class TestS6_301BerserkCharge:
    """S6.301."""

    def test_moves_without_a_dr(self) -> None:
        """It is marked for its charge."""
        unit = played(things=[enemy("e1", "J6", berserk=True)]).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Move", "S6.301")


class TestS6_301_targetCharge:
    """S6.301, several at once."""

    def test_least_us(self) -> None:
        """Of two equally near the Location with the least US#."""
        unit = enemy("e1", "J6", berserk=True, automatic="S6.301")
        friends = [friend("V", "J4"), friend("W", "J8"), friend("L", "J8", "8-0")]
        found = errand(unit, *friends)
        assert found is not None
        assert found.goal == "tJ4"

    def test_greatest_tem(self) -> None:
        """Of equal ones that with the greatest TEM."""
        board = "board: t\nsize: 20x10\nwooden building: J4\nstone building: J8\n"
        unit = enemy("e1", "J6", berserk=True, automatic="S6.301")
        things = [unit, friend("V", "J8"), friend("W", "J4")]
        found = ask(
            things, lambda p: automatic_move(p, p.state.units["e1"]), board=board
        )
        assert isinstance(found, AutomaticMove)
        assert found.goal == "tJ8"

    def test_nobody_known(self) -> None:
        """Without a Known enemy it stays."""
        unit = enemy("e1", "J6", berserk=True, automatic="S6.301")
        found = errand(unit)
        assert found == AutomaticMove("S6.301")

    def test_keeps_to_it(self) -> None:
        """What it charges it goes on charging."""
        unit = enemy(
            "e1", "J6", berserk=True, automatic="S6.301", goal=LocationName("tJ8")
        )
        found = errand(unit, friend("V", "J4", "2-4-7"), friend("W", "J8"))
        assert found == AutomaticMove("S6.301", LocationName("tJ8"))

    def test_either_may_be_ordered(self) -> None:
        """A step toward any of them is a charge; another move is none."""

        def steps(play: Play) -> object:
            found = [
                MoveTo(("e1",), LocationName(f"t{at}")) for at in ("J5", "J7", "K6")
            ]
            return [allowed(play, "ENEMY", order) for order in found]

        things = [enemy("e1", "J6", berserk=True), friend("V", "J4"), friend("W", "J8")]
        assert ask(things, steps, phase="MPh") == [True, True, False]


class TestS6_302UnarmedMmc:
    """S6.302."""

    def test_leaves_by_the_ebe(self) -> None:
        """It makes for the EBE."""
        assert number(enemy("e1", "J6", unarmed=True)) == "S6.302"
        found = errand(enemy("e1", "J6", unarmed=True, automatic="S6.302"))
        assert found == AutomaticMove("S6.302", edge="EBE")

    def test_only_good_order_mmc(self) -> None:
        """Neither a broken one nor a SMC."""
        assert number(enemy("e1", "J6", unarmed=True, broken=True)) == ""
        assert number(enemy("e1", "J6", "8-0", unarmed=True)) == "S6.3175"


PRISONER = friend("V", "J6", guard="e1", unarmed=True)


class TestS6_303Guards:
    """S6.303."""

    def test_a_hs_leaves_with_its_prisoner(self) -> None:
        """A HS or crew makes for the EBE."""
        assert number(enemy("e1", "J6", "2-3-7"), PRISONER) == "S6.303"
        found = errand(enemy("e1", "J6", "2-3-7", automatic="S6.303"), PRISONER)
        assert found == AutomaticMove("S6.303", edge="EBE", manner="assault in sight")

    def test_a_squad_does_not(self) -> None:
        """A squad that guards somebody acts as any other."""
        assert number(enemy("e1", "J6"), PRISONER) == ""

    def test_a_leader_hands_over(self) -> None:
        """A SMC's prisoner goes to the first MMC; Russians do not Deploy."""
        things = [enemy("e1", "J6", "8-0"), enemy("e2", "J6"), PRISONER]

        def run(play: Play) -> None:
            assert act(play)

        state = played(things=things, run=run).state
        assert state.units["V"].guard == "e2"

    def test_the_squad_deploys(self) -> None:
        """The squad that takes the prisoner Deploys at that moment (D-037)."""
        things = [
            enemy("e1", "J6", "german/8-0"),
            enemy("e2", "J6", "german/4-6-7"),
            friend("V", "J6", "russian/4-4-7", guard="e1", unarmed=True),
        ]

        def run(play: Play) -> None:
            assert act(play)

        state = played(things=things, run=run, enemy="german", friendly="russian").state
        guard = state.units[state.units["V"].guard]
        assert guard.counter == "german/2-4-7"
        assert sum(unit.counter == "german/2-4-7" for unit in state.units.values()) == 2

    def test_nobody_to_take_him(self) -> None:
        """Without a MMC the leader keeps him."""
        things = [enemy("e1", "J6", "8-0"), PRISONER]
        state = played("S6.11 DR 2,3", things=things).state
        assert state.units["V"].guard == "e1"


class TestS6_304InFlames:
    """S6.304."""

    def test_move(self) -> None:
        """A Good Order unit in a Flame Location moves by {A4}."""
        flame = Marker(id="m", kind="flame", location=LocationName("tJ6"))
        assert own(enemy("e1", "J6"), flame) == Automatic("S6.304", "Move")
        assert errand(enemy("e1", "J6", automatic="S6.304"), flame) is None
        assert own(enemy("e1", "K6"), flame) is None


class TestS6_305HumanWave:
    """S6.305."""

    def test_move(self) -> None:
        """The MMC of a wave move; a leader acts by S6.317."""
        assert number(enemy("e1", "J6", wave="w")) == "S6.305"
        assert number(enemy("e1", "J6", "8-0", wave="w")) == "S6.3175"


class TestS6_307OverstackedLocation:
    """S6.307."""

    FOUR = tuple(enemy(f"e{n}", "J6") for n in range(1, 5))

    def test_one_must_leave(self) -> None:
        """The Random dr finds one of them, who then moves."""
        game = played(
            "S6.307 dr 4", "S6.11 DR 2,3", things=self.FOUR, part=False, run=self._two
        )
        (left,) = [u for u in game.state.units.values() if u.automatic == "S6.307"]
        assert left.id == "e4"
        assert left.action == "Move"

    @staticmethod
    def _two(play: Play) -> None:
        assert act(play)
        assert act(play)

    def test_no_more_than_needed(self) -> None:
        """When the others fit, nobody else leaves; three squads fit anyway."""
        leaving = enemy("e1", "J6", automatic="S6.307")
        assert (
            ask([leaving, *self.FOUR[1:]], lambda p: surplus(p, LocationName("tJ6")))
            == []
        )
        assert ask(self.FOUR[:3], lambda p: surplus(p, LocationName("tJ6"))) == []

    def test_exc1_with_a_hw(self) -> None:
        """EXC: nobody who possesses a functioning HW, assembled."""
        hmg = weapon("hmg", "hmg", "e2")
        found = ask(
            [*self.FOUR, hmg], lambda p: [u.id for u in surplus(p, LocationName("tJ6"))]
        )
        assert found == ["e1", "e3", "e4"]
        dm = weapon("hmg", "hmg", "e2", dm=True)
        found = ask([*self.FOUR, dm], lambda p: len(surplus(p, LocationName("tJ6"))))
        assert found == 4


class TestS6_308VehicleInMelee:
    """S6.308."""

    def test_leaves(self) -> None:
        """A Mobile vehicle in a Location with a Melee moves by {A4c}."""
        melee = [enemy("e2", "J6", melee=True), friend("V", "J6", melee=True)]
        tank = enemy("e1", "J6", TANK, vehicle=STOPPED)
        assert own(tank, *melee) == Automatic("S6.308", "Move")
        assert (
            errand(enemy("e1", "J6", TANK, vehicle=STOPPED, automatic="S6.308")) is None
        )
        for stuck in (VehicleState(bogged=True), VehicleState(immobile=True)):
            held = enemy("e1", "J6", TANK, vehicle=stuck)
            assert number(held, *melee) != "S6.308"


class TestS6_309MotionVehicle:
    """S6.309."""

    def test_moves_on(self) -> None:
        """One in Motion moves; a stopped one has no such Action."""
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState(motion=True))
        assert own(tank) == Automatic("S6.309", "Move")
        assert own(enemy("e1", "J6", TANK, vehicle=STOPPED)) is None

    def test_exc1_panic(self) -> None:
        """EXC: one in Panic has none; it keeps its Motion until it stops in the MPh."""
        tank = enemy("e1", "J6", TANK, vehicle=VehicleState(motion=True))
        unit = played("S6.11 DR 6,6", things=[tank]).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Panic", "")
        assert unit.vehicle is not None
        assert unit.vehicle.motion


CREW = enemy("e1", "J6", "2-2-8", automatic="S6.310")


class TestS6_310Crews:
    """S6.310."""

    def test_applies(self) -> None:
        """A crew without a HW goes back to a Gun."""
        assert number(CREW, weapon("g", GUN, at="J9", gun=GunState(ca=0))) == "S6.310"

    def test_the_nearest_functioning_own_gun(self) -> None:
        """It goes before a nearer one that is the other side's, or malfunctioned."""
        guns = [
            weapon("g1", GUN, at="J9", gun=GunState(ca=0)),
            weapon("g2", GUN, at="J7", gun=GunState(ca=0), malfunctioned=True),
            weapon("g3", "german/50l-at-pak-38", at="J5", gun=GunState(ca=0)),
        ]
        assert number(CREW, *guns) == "S6.310"
        assert errand(CREW, *guns) == AutomaticMove("S6.310", LocationName("tJ9"))

    def test_beyond_six_hexes(self) -> None:
        """Seven hexes away it is none of the crew's business."""
        assert number(CREW, weapon("g", GUN, at="C6", gun=GunState(ca=0))) == ""
        assert number(CREW, weapon("g", GUN, at="D6", gun=GunState(ca=0))) == "S6.310"

    def test_a_hw_without_a_gun(self) -> None:
        """Without a Gun it goes to a HW, its own side's first."""
        hmgs = [weapon("a", "german/hmg", at="J5"), weapon("b", "hmg", at="J9")]
        assert errand(CREW, *hmgs) == AutomaticMove("S6.310", LocationName("tJ9"))

    def test_with_a_hw_or_no_crew(self) -> None:
        """A crew that has a HW stays with it; squads do not do this."""
        gun = weapon("g", GUN, at="J9", gun=GunState(ca=0))
        assert number(CREW, gun, weapon("hmg", "hmg", "e1")) == ""
        assert number(enemy("e1", "J6"), gun) == ""

    def test_exc1_vehicular_crew(self) -> None:
        """EXC: a vehicular crew goes back to an Abandoned vehicle within six hexes."""
        crew = enemy("e1", "J6", "1-2-7")
        left = VehicleState(abandoned=True)
        near = enemy("e2", "J8", TANK, vehicle=left)
        gun = weapon("g", GUN, at="J7", gun=GunState(ca=0))
        assert number(crew, near) == "S6.310"
        where = ask([crew, near, gun], lambda p: manned_next(p, p.state.units["e1"]))
        assert where == "tJ8"
        assert number(crew, enemy("e2", "C6", TANK, vehicle=left)) == ""
        assert number(CREW, near) == ""


class TestS6_310_targetCrews:
    """S6.310, several at once."""

    def test_the_nearest(self) -> None:
        """Of equal ones the nearest."""
        guns = [
            weapon("g1", GUN, at="J9", gun=GunState(ca=0)),
            weapon("g2", GUN, at="J4", gun=GunState(ca=0)),
        ]
        assert errand(CREW, *guns) == AutomaticMove("S6.310", LocationName("tJ4"))

    def test_manned_meanwhile(self) -> None:
        """Once another crew has manned it, there is nothing to go back to."""
        other = enemy("e2", "J9", "2-2-8")
        assert errand(CREW, other, weapon("g", GUN, "e2", gun=GunState(ca=0))) is None


class TestS6_3121EnteringIp:
    """S6.3121."""

    def test_gets_in(self) -> None:
        """With room and a Target from there it gets in by Assault Movement."""
        unit = enemy("e1", "J6", automatic="S6.3121")
        things = [foxhole("J6"), friend("V", "M6")]
        assert number(unit, *things) == "S6.3121"
        found = errand(unit, *things)
        assert found == AutomaticMove(
            "S6.3121", LocationName("tJ6"), manner="assault", inside="f"
        )

    def test_otherwise_not(self) -> None:
        """Not without a Target, without room, or from elsewhere."""
        unit = enemy("e1", "J6")
        assert number(unit, foxhole("J6")) == ""
        full = enemy("e2", "J6", inside="f")
        assert number(unit, full, foxhole("J6"), friend("V", "M6")) == ""
        assert number(unit, foxhole("J7"), friend("V", "M6")) == ""


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

    def test_round_a_building(self) -> None:
        """The route of a squad with a mortar leads round a building."""
        squad = Unit(id="e1", side="ENEMY", counter="russian/4-4-7")
        one = replace(squad, location=LocationName("tM3"))
        mtr = weapon("mtr", "50-mtr", "e1")
        goal = [LocationName("tM7")]
        plain, laden = scene(one), scene(one, weapons={"mtr": mtr})
        assert "tM5" in route(plain, mover("tM3"), goal)
        assert "tM5" not in route(laden, mover("tM3"), goal)


class TestSight:
    """What Locations are in range and LOS of FRIENDLY units."""

    @pytest.mark.parametrize(("at", "seen"), [("K6", True), ("G6", False)])
    def test_in_sight(self, at: str, seen: bool) -> None:
        """Within the range of an unbroken unit."""
        things = [friend("V", "P6")]
        where = LocationName(f"t{at}")
        assert ask(things, lambda p: in_sight(p, where)) is seen
