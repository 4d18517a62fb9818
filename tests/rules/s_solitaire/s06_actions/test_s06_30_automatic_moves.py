"""S6.301 to S6.310 and S6.3121: Automatic Actions that are moves."""

from msgspec.structs import replace

from opfor.rules.choices.give_order import allowed
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import (
    AutomaticMove,
    surplus,
)
from opfor.rules.sequence.enemy import act
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker, Unit, VehicleState
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon

TANK = "t-34-m41"
STOPPED = VehicleState()

PRISONER = friend("V", "J6", guard="e1", unarmed=True)


def errand(
    unit: Unit, *others: Thing, dice: tuple[str, ...] = ()
) -> AutomaticMove | None:
    """Where its Automatic Move takes a unit."""
    found = ask(
        [unit, *others], lambda p: automatic_move(p, p.state.units[unit.id]), *dice
    )
    assert found is None or isinstance(found, AutomaticMove)
    return found


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

    def test_a_wave_leaves_by_itself(self) -> None:
        """Who is in a Human Wave moves on in the MPh: no dr for who stays (S6.3)."""
        waves = [replace(unit, wave="w") for unit in self.FOUR[:2]]
        things = [*waves, *self.FOUR[2:]]
        assert ask(things, lambda p: surplus(p, LocationName("tJ6"))) == []

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
