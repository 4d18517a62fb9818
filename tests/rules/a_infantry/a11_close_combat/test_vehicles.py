"""A11.5: Close Combat with vehicles."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat import ambush
from opfor.rules.a_infantry.a11_close_combat.attack import drm as cc_drm
from opfor.rules.a_infantry.a11_close_combat.attack import evaluate, plan_combat
from opfor.rules.a_infantry.a11_close_combat.beset import check_beset
from opfor.rules.a_infantry.a11_close_combat.melee import set_free
from opfor.rules.a_infantry.a11_close_combat.vehicles import (
    against_vehicle,
    atmm_of,
    cc_fate,
    cc_fp,
    ccv,
    vehicle_chances,
)
from opfor.rules.choices.orders import CloseCombat, Withdraw
from opfor.state.events import UnitRemoved, WeaponAdded
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit, VehicleState, Weapon
from opfor.state.vehicle_weapons import mounts
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.world import events

HERE, LATE = "tG5", "1944-06"
T34, STUG = "russian/t-34-m41", "german/stuh-42"


def tank(id_: str = "e1", counter: str = T34, **more: Any) -> Unit:
    """A vehicle."""
    fields = {k: more.pop(k) for k in list(more) if hasattr(VehicleState(), k)}
    return unit(
        id_, HERE, counter, vehicle=VehicleState(vca=0, tca=0, **fields), **more
    )


def arm(play: Play) -> None:
    """Give every vehicle its Weapons."""
    for one in list(play.state.units.values()):
        found = play.world.counter(one.counter)
        for mount, code in mounts(found) if one.vehicle else ():  # type: ignore[arg-type] # a vehicle
            id_ = f"{one.id}.{mount.lower()}"
            play.emit(
                WeaponAdded(Weapon(id=id_, counter=code, owner=one.id, mount=mount))
            )


def cc(ours: str, theirs: str, **more: bool) -> tuple[Any, CloseCombat]:
    """An attack in CC; the ENEMY's if the first unit is his."""
    side = "ENEMY" if ours.startswith("e") else "FRIENDLY"
    return side, CloseCombat(tuple(ours.split()), tuple(theirs.split()), **more)


def ccph(*orders: Any, units: Any, **more: Any) -> Any:
    """A CCPh with armed vehicles."""
    return phase("CCPh", arm, *orders, units=units, **more)


def seen(ask: Any, *units: Unit, **more: Any) -> Any:
    """What `ask` gives among some units."""
    found: list[Any] = []
    ccph(lambda play: found.append(ask(play)), units=units, **more)
    return found[0]


def gone(game: Any) -> list[str]:
    """Who was eliminated."""
    return [event.id for event in events(game, UnitRemoved)]


def drm(*units: Unit) -> dict[str, int]:
    """The DRM against e1 by name."""
    ask = lambda p: against_vehicle(p, p.state.units["e1"])  # noqa: E731
    return {mod.name: mod.value for mod in seen(ask, *units)}


class TestA11_5Who:
    """A11.5."""

    def test_one(self) -> None:
        """One unit attacks one vehicle; others may attack it again."""
        units = unit("a", HERE), unit("b", HERE), tank()
        with pytest.raises(Illegal, match=r"A11\.5"):
            ccph(cc("a b", "e1"), units=units)
        game = ccph(cc("a", "e1"), cc("b", "e1"), units=units)
        assert len(game.state.clashes) == 2

    def test_exc1_smc(self) -> None:
        """A SMC joins it, with one more CCV."""
        units = unit("a", HERE), unit("b", HERE, "german/8-0"), tank()
        game = ccph(cc("a b", "e1"), units=units)
        assert seen(lambda p: evaluate(p, game.state.clashes[0]), *units).kill == 6

    @pytest.mark.parametrize(
        ("who", "whom"), [("a", "e1 e2"), ("t", "e1"), ("t a", "e2")]
    )
    def test_apart(self, who: str, whom: str) -> None:
        """Not with Personnel, nor by a vehicle, nor by a vehicle with others."""
        units = (
            unit("a", HERE),
            tank("t", "german/pzkpfw-ivf2"),
            tank(),
            unit("e2", HERE),
        )
        with pytest.raises(Illegal, match=r"A11\.5"):
            ccph(cc(who, whom), units=units)

    def test_no_capture(self) -> None:
        """A vehicle is not captured in CC."""
        with pytest.raises(Illegal, match=r"A11\.5"):
            ccph(cc("a", "e1", capture=True), units=[unit("a", HERE), tank()])

    def test_offers(self) -> None:
        """Each unit, and each with a SMC, is offered; the vehicle's attacks too."""
        units = unit("a", HERE), unit("b", HERE, "german/8-0"), tank()
        found = seen(offered("FRIENDLY", CloseCombat), *units)
        assert {order.attackers for order in found} == {("a",), ("b",), ("a", "b")}
        enemy = seen(offered("ENEMY", CloseCombat), *units, attacker="ENEMY")
        assert {order.defenders for order in enemy} == {("a",), ("b",), ("a", "b")}


class TestA11_51Ccv:
    """A11.51."""

    @pytest.mark.parametrize(
        ("counter", "states", "value"),
        [
            ("german/4-6-7", {}, 5),
            ("german/2-2-8", {}, 4),
            ("german/2-4-7", {}, 3),
            ("german/8-0", {}, 2),
            ("german/4-6-7", {"pinned": True}, 4),
            ("german/4-3-6", {}, 4),
        ],
    )
    def test_values(self, counter: str, states: dict[str, Any], value: int) -> None:
        """By size; one less if Inexperienced or pinned."""
        who = unit("a", HERE, counter, **states)
        assert seen(lambda p: ccv(p, p.state.units["a"]), who) == value

    def test_concealed(self) -> None:
        """One less against a concealed vehicle."""
        units = unit("a", HERE), tank(concealed=True)
        ask = lambda p: ccv(p, p.state.units["a"], p.state.units["e1"])  # noqa: E731
        assert seen(ask, *units) == 4


class TestA11_5_drmDrm:
    """A11.5/drm."""

    @pytest.mark.parametrize(
        ("states", "mods"),
        [
            ({}, {}),
            ({"motion": True}, {"vs moving vehicle": 2}),
            ({"ce": True}, {"vs CE or Abandoned": -1}),
            ({"immobile": True}, {"vs immobile": -1}),
            ({"stunned": True}, {"vs no usable MG": -1}),
            ({"abandoned": True}, {"vs no usable MG": -1, "vs CE or Abandoned": -1}),
            ({"counter": "allied-minor/t-13-iii-b"}, {"vs open-topped AFV": -2}),
        ],
    )
    def test_vehicle(self, states: dict[str, Any], mods: dict[str, int]) -> None:
        """What it is and does."""
        found = drm(tank(**states))
        assert mods.items() <= found.items()
        assert len(found) - len(mods) <= int("counter" in states)

    def test_escorts(self) -> None:
        """+2 for a squad with it, +1 for a HS, none for one that is pinned."""
        hs = unit("e3", HERE, "russian/2-3-7")
        assert drm(tank(), unit("e2", HERE), hs) == {"escorts": 3}
        assert drm(tank(), unit("e2", HERE, pinned=True)) == {}


class TestA11_52ByVehicles:
    """A11.52."""

    @pytest.mark.parametrize(
        ("counter", "states", "fp"),
        [
            ("german/pzkpfw-ivf2", {}, 5),
            ("german/pzkpfw-ivf2", {"motion": True}, Fraction(5, 2)),
            ("german/pzkpfw-ivf2", {"stunned": True}, 0),
            (STUG, {}, 0),
        ],
    )
    def test_fp(self, counter: str, states: dict[str, Any], fp: Any) -> None:
        """Its CMG, not the BMG; half in Motion, none if Stunned."""
        one = tank("t", counter, **states)
        assert seen(lambda p: cc_fp(p, p.state.units["t"]), one) == fp

    def test_nothing(self) -> None:
        """Who has nothing that bears does not attack."""
        with pytest.raises(Illegal, match=r"A11\.52"):
            ccph(cc("t", "e1"), units=[tank("t", STUG), unit("e1", HERE)])

    def test_odds(self) -> None:
        """Its FP against the CCV of the defenders."""
        units = tank("t", "german/pzkpfw-ivf2"), unit("e1", HERE)
        order = CloseCombat(("t",), ("e1",))
        ask = lambda p: evaluate(p, plan_combat(p, "FRIENDLY", order))  # noqa: E731
        assert seen(ask, *units).odds == "1-1"


class TestA11_53Results:
    """A11.53."""

    @pytest.mark.parametrize(
        ("final", "fate"),
        [
            (2, "burn"),
            (3, "eliminated"),
            (4, "eliminated"),
            (5, "immobilized"),
            (6, "none"),
        ],
    )
    def test_fates(self, final: int, fate: str) -> None:
        """By the margin to the CCV."""
        assert seen(lambda p: cc_fate(p, "AFV", 5, final), tank()) == fate

    def test_chances(self) -> None:
        """CCV 5: six ways of 36 eliminate, four immobilize; a 2 may help CCV 1."""
        ask = lambda p: vehicle_chances(p, "AFV", 5, 0, ((0, 0),))  # noqa: E731
        found = seen(ask, tank())
        assert (found.kill, found.reduce) == (6, 4)
        ask = lambda p: vehicle_chances(p, "AFV", 1, 0, ((0, 0),))  # noqa: E731
        found = seen(ask, tank())
        assert (found.kill, found.reduce) == (Fraction(1, 3), Fraction(1, 6))


class TestA11_53_effectWhatItDoes:
    """A11.53/effect."""

    def test_killed(self) -> None:
        """It is a wreck, whose crew does not survive."""
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 1,3"])
        assert gone(game) == ["e1"]
        assert [m.kind for m in game.state.markers.values()] == ["wreck"]
        assert set(game.state.units) == {"a"}

    def test_immobilized(self) -> None:
        """It is immobile, and its crew makes no Immobilization TC."""
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 2,3"])
        assert game.state.units["e1"].vehicle.immobile

    def test_two(self) -> None:
        """An Original 2 that does nothing by itself brings a dr."""
        units = unit("a", HERE, "german/8-0", pinned=True), tank(motion=True)
        dice = ["A11.31 DR 1,1", "A11.53/effect dr 3"]
        game = ccph(cc("a", "e1"), "ends", units=units, dice=dice)
        assert game.state.units["e1"].vehicle.immobile

    def test_twelve(self) -> None:
        """An Original 12 costs the attacker a Casualty Reduction."""
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1"), "ends", units=units, dice=["A11.31 DR 6,6"])
        assert (
            "a" not in game.state.units
            or game.state.units["a"].counter != "german/4-6-7"
        )


class TestA11_3InTurn:
    """A11.3."""

    def test_exc2_in_turn(self) -> None:
        """Infantry attacks first; a vehicle that falls to it does not attack."""
        units = unit("a", HERE), tank()
        orders = cc("a", "e1"), cc("e1", "a"), "ends"
        game = ccph(*orders, units=units, dice=["A11.31 DR 1,3"])
        assert gone(game) == ["e1"]


class TestA11_7InMelee:
    """A11.7."""

    @pytest.mark.parametrize(
        ("states", "held"),
        [
            ({}, True),
            ({"immobile": True}, True),
            ({"motion": True}, False),
            ({"stunned": True}, False),
            ({"shock": "shock"}, False),
            ({"abandoned": True}, False),
            ({"concealed": True}, False),
        ],
    )
    def test_holds(self, states: dict[str, Any], held: bool) -> None:
        """Stopped, with a crew that can act, it holds Infantry; nothing holds it."""
        game = ccph("ends", units=[unit("a", HERE), tank(**states)])
        assert game.state.units["a"].melee == held
        assert not game.state.units["e1"].melee

    def test_not_aboard(self) -> None:
        """Those aboard are not held, and hold nobody by themselves."""
        truck = tank(counter="russian/gaz-mm", stunned=True)
        inside = unit("e2", HERE, aboard="e1")
        game = ccph("ends", units=[unit("a", HERE), truck, inside])
        assert not any(u.melee for u in game.state.units.values())

    def test_broken(self) -> None:
        """Who is broken in it and stays is lost, not beside what cannot hold him."""
        broken = unit("a", HERE, broken=True, melee=True)
        assert gone(ccph("ends", units=[broken, tank()])) == ["a"]
        assert gone(ccph("ends", units=[broken, tank(stunned=True)])) == []

    def test_withdrawal(self) -> None:
        """Infantry withdraws from it as from any Melee."""
        units = unit("a", HERE, melee=True), tank()
        order = "FRIENDLY", Withdraw(("a",), LocationName("tF5"))
        game = ccph(order, "ends", units=units)
        assert (game.state.units["a"].location, game.state.units["a"].melee) == (
            "tF5",
            False,
        )


class TestA11_7_freeLeftAlone:
    """A11.7/free."""

    @pytest.mark.parametrize(
        ("others", "melee"),
        [
            ([tank()], True),
            ([tank(motion=True)], False),
            ([], False),
            ([unit("e2", HERE)], True),
        ],
    )
    def test_free(self, others: list[Unit], melee: bool) -> None:
        """Whoever holds nobody any more lets go at once."""
        units = [unit("a", HERE, melee=True), *others]
        game = phase("MPh", set_free, units=units, attacker="ENEMY")
        assert game.state.units["a"].melee == melee

    def test_not_in_the_ccph(self) -> None:
        """Within the CCPh the end of it settles who is held."""
        game = ccph(set_free, units=[unit("a", HERE, melee=True)])
        assert game.state.units["a"].melee


class TestA11_7_fireBeset:
    """A11.7/fire."""

    @staticmethod
    def fires(*units: Unit, at: str = "tG8", **states: Any) -> None:
        """A FRIENDLY tank that would fire at a Location."""
        one = tank("t", "german/pzkpfw-ivf2", **states)
        seen(lambda p: check_beset(p, one, LocationName(at)), one, *units)

    def test_beset(self) -> None:
        """With Known enemies in its Location it fires at nothing else."""
        with pytest.raises(Illegal, match="e1 is in tG5"):
            self.fires(unit("e1", HERE))
        self.fires(unit("e1", HERE), at=HERE)

    def test_free_to_fire(self) -> None:
        """Not with concealed enemies, prisoners, or an Abandoned vehicle."""
        self.fires(unit("e1", HERE, concealed=True))
        self.fires(unit("e1", HERE, guard="a"), unit("a", HERE))
        self.fires(tank(abandoned=True))

    def test_come_there(self) -> None:
        """One that has entered their Location in this Player Turn fires as it likes."""
        self.fires(unit("e1", HERE), entered=True)


class TestA11_4WithVehicles:
    """A11.4, with vehicles."""

    WOODS = "tE5"

    def test_surprised(self) -> None:
        """Who advances upon a tank in woods may ambush it; it is BU, and a vehicle."""
        units = (
            unit("a", self.WOODS, deeds=("advanced",)),
            replace(tank(), location=LocationName(self.WOODS)),
        )
        game = ccph(units=units, dice=["A11.4 dr 3", "A11.4 dr 3"])
        assert game.state.units["a"].did("ambusher")

    def test_abandoned(self) -> None:
        """Nobody is there to be surprised in an Abandoned vehicle."""
        units = (
            unit("a", HERE, deeds=("advanced",), concealed=True),
            tank(abandoned=True),
        )
        assert not ccph(units=units).state.units["a"].did("ambusher")

    @pytest.mark.parametrize(
        ("states", "drm"),
        [
            ({}, {"BU": 1, "vehicle": 2}),
            ({"ce": True}, {"vehicle": 2}),
            ({"stunned": True}, {"BU": 1, "Stunned": 1, "vehicle": 2}),
            ({"counter": "russian/gaz-mm"}, {"vehicle": 2}),
        ],
    )
    def test_drm(self, states: dict[str, Any], drm: dict[str, int]) -> None:
        """+2 for a vehicle, +1 if BU, +1 if its crew can do nothing."""
        ask = lambda p: ambush.ambush_drm(p, list(p.state.units.values()))  # noqa: E731
        found = seen(ask, tank(**states))
        assert {mod.name: mod.value for mod in found} == drm


class TestA11_p1Aboard:
    """A11.p1, for those aboard."""

    TRUCK = "russian/gaz-mm"

    @pytest.mark.parametrize(
        ("rides", "counter", "by", "against"),
        [(True, T34, 1, -1), (False, TRUCK, 2, -2)],
    )
    def test_drm(self, rides: bool, counter: str, by: int, against: int) -> None:
        """Riders by +1 and -1 against them; Passengers of a truck by two."""
        units = (
            unit("a", HERE),
            tank(counter=counter),
            unit("e2", HERE, aboard="e1", rides=rides),
        )

        def found(play: Play, side: Any, ours: str, theirs: str) -> int:
            here = LocationName(HERE)
            clash = CloseCombatAttack(
                side=side, location=here, attackers=(ours,), defenders=(theirs,)
            )
            one, other = play.state.units[ours], play.state.units[theirs]
            return sum(mod.value for mod in cc_drm(play, [one], [other], clash))

        assert seen(lambda p: found(p, "ENEMY", "e2", "a"), *units) == by
        assert seen(lambda p: found(p, "FRIENDLY", "a", "e2"), *units) == against

    def test_behind_armor(self) -> None:
        """Passengers of an AFV neither attack nor are attacked."""
        half = tank(counter="german/spw-251-1")
        units = unit("a", HERE), half, unit("e2", HERE, aboard="e1")
        with pytest.raises(Illegal, match="cannot be attacked"):
            ccph(cc("a", "e2"), units=units)
        with pytest.raises(Illegal, match="is aboard"):
            ccph(cc("e2", "a"), units=units, attacker="ENEMY")


class TestC13_7Atmm:
    """C13.7."""

    def test_date(self) -> None:
        """Not before 1944, nor Russians, nor against Personnel."""
        with pytest.raises(Illegal, match=r"C13\.7"):
            ccph(cc("a", "e1", atmm=True), units=[unit("a", HERE), tank()])
        units = unit("a", HERE), unit("e1", HERE)
        with pytest.raises(Illegal, match=r"C13\.7"):
            ccph(cc("a", "e1", atmm=True), units=units, date=LATE)

    @pytest.mark.parametrize(("dr", "lost"), [(3, True), (4, False)])
    def test_check(self, dr: int, lost: bool) -> None:
        """-3 on a dr of 3 or less."""
        dice = [f"C13.7 dr {dr}", "A11.31 DR 3,4"]
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1", atmm=True), "ends", units=units, dice=dice, date=LATE)
        assert (gone(game) == ["e1"]) == lost

    @pytest.mark.parametrize(
        ("nation", "counter", "month", "drm"),
        [
            ("romanian", "axis-minor/4-4-7", "1943-07", -2),
            ("romanian", "axis-minor/3-4-7", "1943-07", -2),
            ("romanian", "axis-minor/3-3-6", "1943-07", 0),
            ("romanian", "axis-minor/8-0", "1943-07", 0),
            ("romanian", "axis-minor/3-4-7", "1943-06", 0),
            ("hungarian", "axis-minor/3-4-7", "1944-06", 0),
            ("german", "german/4-4-7", "1943-12", 0),
            ("german-engineers", "german/8-3-8", "1944-01", -3),
        ],
    )
    def test_whose(self, nation: str, counter: str, month: str, drm: int) -> None:
        """D-389: -2 of Romanian elite and first line from 7/43, -3 of Germans 1/44."""

        def ask(play: Play) -> int:
            found = atmm_of(play, play.state.units["a"])
            return found.drm if found else 0

        units = unit("a", HERE, counter), tank()
        assert seen(ask, *units, date=month, friendly=nation) == drm

    def test_romanian(self) -> None:
        """A Romanian squad attacks at -2 after its check."""
        dice = ["C13.7 dr 3", "A11.31 DR 3,3"]
        units = unit("a", HERE, "axis-minor/3-4-7"), tank()
        order = cc("a", "e1", atmm=True)
        more = {"date": "1943-08", "friendly": "romanian"}
        game = ccph(order, "ends", units=units, dice=dice, **more)
        assert gone(game) == ["e1"]

    def test_pins(self) -> None:
        """An Original 6 pins, which costs one CCV."""
        dice = ["C13.7 dr 6", "A11.31 DR 2,3"]
        units = unit("a", HERE), tank()
        game = ccph(cc("a", "e1", atmm=True), "ends", units=units, dice=dice, date=LATE)
        assert game.state.units["a"].pinned
        assert not game.state.units["e1"].vehicle.immobile

    def test_odds(self) -> None:
        """The chances count the check: three of six with it, one pinned."""
        units = unit("a", HERE), tank()
        order = CloseCombat(("a",), ("e1",), atmm=True)
        ask = lambda p: evaluate(p, plan_combat(p, "FRIENDLY", order))  # noqa: E731
        found = seen(ask, *units, date=LATE)
        assert found.chances.kill == Fraction(3 * 21 + 2 * 6 + 3, 6)
