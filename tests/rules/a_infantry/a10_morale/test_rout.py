"""A10.5: who routs, where to, Low Crawl, Interdiction, Failure to Rout, surrender."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a03_phases import tidy
from opfor.rules.a_infantry.a10_morale import interdiction, rout_paths
from opfor.rules.a_infantry.a10_morale import rout as rout_rules
from opfor.rules.a_infantry.a20_prisoners.way_out import safe_way
from opfor.rules.choices.orders import EndMove, Rout
from opfor.state.events import (
    FortificationAdded,
    LossesChanged,
    MarkerAdded,
    PhaseBegan,
    UnitChanged,
    UnitRemoved,
)
from opfor.state.in_progress import (
    SideLosses,
)
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
    FortificationKind,
    LocationName,
    Marker,
    Unit,
    Weapon,
)
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.world import events, notes

HERE, THERE = LocationName("tG5"), LocationName("tF5")
A = {"broken": True, "dm": True}


def rout(to: str, id_: str = "a", *, crawl: bool = False) -> tuple[Any, Rout]:
    """An order to rout."""
    side = "ENEMY" if id_.startswith("e") else "FRIENDLY"
    return side, Rout(id_, LocationName(to), crawl)


def asked(ask: Callable[[Play], Any], *units: Unit, **more: Any) -> Any:
    """What a query gives in the RtPh."""
    found: list[Any] = []
    phase("RtPh", lambda play: found.append(ask(play)), units=units, **more)
    return found[0]


def routs(*units: Unit, **more: Any) -> dict[str, int]:
    """The normal steps that unit a may take first, with their MF."""
    offers: list[Rout] = asked(offered("FRIENDLY", Rout), *units, **more)
    return {o.to: 1 for o in offers if o.unit == "a" and not o.low_crawl}


def cause(play: Play) -> str:
    """Why unit a must rout."""
    return rout_rules.must_rout(play, play.state.units["a"])


def legal(play: Play) -> bool:
    """Whether unit a may rout."""
    try:
        rout_rules.may_rout(play, play.state.units["a"])
    except Illegal:
        return False
    return True


def with_fort(
    kind: FortificationKind,
    at: LocationName,
    then: Callable[[Play], Any],
    *,
    inside: bool = False,
    **given: Any,
) -> Callable[[Play], Any]:
    """Put a fortification somewhere, unit a inside of it or not, and go on."""

    def run(play: Play) -> Any:
        fort = Fortification(id="f", kind=kind, location=at, **given)
        play.emit(FortificationAdded(fort))
        if inside:
            unit_a = replace(play.state.units["a"], inside="f")
            play.emit(UnitChanged(unit_a, ""))
        return then(play)

    return run


def own_steps(play: Play) -> list[rout_paths.RoutStep]:
    """The steps that unit a may take first."""
    return rout_paths.steps(play, play.state.units["a"])


def nothing(_play: Play) -> None:
    """Nothing more."""


class TestA3_6RoutPhase:
    """A3.6."""

    def test_step_by_step(self) -> None:
        """A rout goes on Location by Location and ends in cover without MF."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5")
        game = phase("RtPh", rout("tF5"), rout("tE5"), units=[a, e])
        left = game.state.units["a"]
        assert left.location == "tE5"
        assert left.did("routed")

    def test_one_after_the_other(self) -> None:
        """Nobody else begins while a rout is in hand, and it is kept in the state."""
        a, b = unit("a", "tG5", **A), unit("b", "tG4", **A)
        both = (a, b, unit("e1", "tK5"))
        with pytest.raises(Illegal, match=r"A10\.5"):
            phase("RtPh", rout("tF5"), rout("tF4", "b"), units=both)

    def test_the_attacker_first(self) -> None:
        """The DEFENDER routs once the ATTACKER is done."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5", **A)
        assert asked(offered("ENEMY", Rout), a, e) == []
        done = phase("RtPh", rout("tL5", "e1"), units=[a, e])
        assert done.state.units["e1"].location == "tL5"

    def test_no_halt_on_the_way(self) -> None:
        """A rout does not stop short of its goal; in cover it may."""
        a, e = unit("a", "tG5", **A), unit("e1", "tK5")
        end = ("FRIENDLY", EndMove())
        with pytest.raises(Illegal, match=r"A10\.51"):
            phase("RtPh", rout("tF5"), end, units=[a, e])
        game = phase("RtPh", rout("tF5"), rout("tE5"), end, units=[a, e])
        assert game.state.move is None

    def test_on_into_more_cover(self) -> None:
        """From woods it may go on into woods, and nowhere else."""
        a, e = unit("a", "tF5", **A), unit("e1", "tK5")
        found: list[Any] = []

        def view(play: Play) -> None:
            found.extend(o.to for o in offered("FRIENDLY", Rout)(play))
            found.extend(offered("FRIENDLY", EndMove)(play))

        phase("RtPh", rout("tE5"), view, units=[a, e])
        assert found == ["tE6", EndMove()]


class TestA10_5Who:
    """A10.5."""

    def test_dm(self) -> None:
        """Under DM a broken unit may rout without danger; otherwise it may not."""
        assert asked(legal, unit("a", "tG5", **A))
        assert not asked(legal, unit("a", "tG5", broken=True))
        assert not asked(legal, unit("a", "tG5"))

    def test_once(self) -> None:
        """No unit routs twice in a phase."""
        assert not asked(legal, unit("a", "tG5", **A, deeds=("routed",)))

    def test_exc1_melee(self) -> None:
        """Neither a unit in Melee nor a prisoner routs."""
        assert not asked(legal, unit("a", "tG5", **A, melee=True))
        assert not asked(legal, unit("a", "tG5", **A, guard="e1"))

    def test_exc2_disrupted(self) -> None:
        """A Disrupted unit stays where it is, unless there is No Quarter."""
        a = unit("a", "tG5", **A, disrupted=True)
        assert not asked(legal, a)

        def no_quarter(play: Play) -> bool:
            play.emit(LossesChanged("FRIENDLY", SideLosses(no_quarter=True), ""))
            return legal(play)

        assert asked(no_quarter, a)


class TestA10_5_mustRout:
    """A10.5/must."""

    def test_adjacent(self) -> None:
        """It may not stay ADJACENT to a Known armed unbroken enemy."""
        a = unit("a", "tE5", **A)
        assert asked(cause, a, unit("e1", "tF5")) == "ADJACENT"
        for harmless in (
            {"broken": True},
            {"concealed": True},
            {"unarmed": True},
        ):
            assert asked(cause, a, unit("e1", "tF5", **harmless)) == ""

    @pytest.mark.parametrize(("at", "why"), [("tK5", "in the open"), ("tL7", "")])
    def test_open(self, at: str, why: str) -> None:
        """In Open Ground it may not stay within normal range and LOS: 4 hexes."""
        assert asked(cause, unit("a", "tG5", **A), unit("e1", at)) == why

    def test_sixteen_hexes(self) -> None:
        """A MG of range 12 reaches farther than its squad, never more than 16."""
        mg = Weapon(id="m", counter="russian/hmg", owner="e1")
        a, e = unit("a", "tA4", **A), unit("e1", "tM4")
        plain = "board: t\nsize: 17x10\n"
        assert asked(cause, a, e, weapons=[mg], board=plain) == "in the open"
        dm = replace(mg, dm=True)
        assert asked(cause, a, e, weapons=[dm], board=plain) == ""

    def test_entrenched(self) -> None:
        """Inside an entrenchment it is not in the open."""

        def dug(play: Play) -> str:
            hole = Fortification(
                id="f", kind="foxhole", location=HERE, capacity=1, side="FRIENDLY"
            )
            play.emit(FortificationAdded(hole))
            inside = replace(play.state.units["a"], inside="f")
            play.emit(UnitChanged(inside, ""))
            return cause(play)

        assert asked(dug, unit("a", "tG5", **A), unit("e1", "tJ5")) == ""

    def test_blaze(self) -> None:
        """A Blaze drives it out."""

        def burning(play: Play) -> str:
            play.emit(MarkerAdded(Marker(id="b", kind="blaze", location=HERE)))
            return cause(play)

        assert asked(burning, unit("a", "tG5", **A)) == "in a Blaze"


class TestA10_51Barred:
    """A10.51."""

    @staticmethod
    def why(
        to: str, *enemies: Unit, seen: tuple[str, ...] = (), at: str = "tG5"
    ) -> str:
        """Why unit a may not go there."""

        def ask(play: Play) -> str:
            ends = LocationName(at), LocationName(to)
            foes = rout_rules.foes(play, "FRIENDLY")
            return rout_paths.barred(play, foes, seen, *ends)

        return str(asked(ask, unit("a", at, **A), *enemies))

    def test_closer(self) -> None:
        """Never closer to a Known armed enemy in LOS; a broken one counts."""
        assert self.why("tH6", unit("e1", "tK5", broken=True)) == "it is closer to e1"
        assert self.why("tH6", unit("e1", "tK5", unarmed=True)) == ""
        assert self.why("tG4", unit("e1", "tG9")) == ""

    def test_seen_before(self) -> None:
        """An enemy that it has seen in this RtPh counts without LOS."""
        away = unit("e1", "tA4")
        assert self.why("tF5", away) == ""
        assert self.why("tF5", away, seen=("e1",)) == "it is closer to e1"

    def test_adjacent(self) -> None:
        """Never ADJACENT to a Known enemy, nor into its Location."""
        enemy = unit("e1", "tE5", unarmed=True)
        assert self.why("tF5", enemy) == "it is ADJACENT to e1"
        assert self.why("tF5", unit("e1", "tF5")) == "e1 is there"

    def test_exc1_leaving(self) -> None:
        """As it leaves an enemy's Location it comes out ADJACENT to him."""
        assert self.why("tF5", unit("e1", "tG5")) == ""


class TestA10_511Goals:
    """A10.511."""

    @staticmethod
    def goals(at: str, *enemies: Unit, **states: bool) -> tuple[str, ...]:
        """What unit a may make for."""

        def ask(play: Play) -> tuple[str, ...]:
            foes = rout_rules.foes(play, "FRIENDLY")
            return rout_paths.goals(play, play.state.units["a"], foes)

        found: tuple[str, ...] = asked(ask, unit("a", at, **A, **states), *enemies)
        return found

    def test_nearest(self) -> None:
        """The nearest cover in MF, all of those that are equally near."""
        assert self.goals("tG5", unit("e1", "tK5")) == ("tE5", "tE6")
        assert self.goals("tF4", unit("e1", "tJ5")) == ("tE5",)

    def test_exc1_no_farther_from_the_enemy(self) -> None:
        """Cover no farther from an enemy than the start may be passed over."""
        found = self.goals("tG8", unit("e1", "tG3", concealed=True))
        assert found == ("tH8",)
        found = self.goals("tG8", unit("e1", "tL8"))
        assert "tH8" not in found

    def test_out_of_reach(self) -> None:
        """Without cover within its MF it is free; a wounded leader has but three."""
        assert self.goals("tQ9") == ()
        assert self.goals("tH2") == ("tI2",)


class TestA10_51_stepNext:
    """A10.51/step."""

    def test_all_ways_that_arrive(self) -> None:
        """Every step from which the goal can still be reached with the MF left."""
        steps = routs(unit("a", "tG5", **A), unit("e1", "tK5"))
        assert list(steps) == ["tG4", "tG6", "tF5", "tF4"]

    def test_not_away_from_cover(self) -> None:
        """A step from which no goal can be reached is refused."""
        a = unit("a", "tD5", **A, wounded=True)
        with pytest.raises(Illegal, match="nearest cover"):
            phase("RtPh", rout("tC5"), units=[a])

    def test_six_mf(self) -> None:
        """Six MF at most, whoever routs."""
        found = asked(
            lambda play: (
                rout_paths.begin_or_continue(play, play.state.units["a"], ()).allotment
            ),
            unit("a", "tG5", "german/4-3-6", **A),
        )
        assert found == 6 * MF

    def test_all_mf_terrain(self) -> None:
        """Terrain that takes all MF leads on to nothing."""
        a = unit("a", "tG7", **A)
        found = asked(lambda play: rout_paths.steps(play, play.state.units["a"]), a)
        costs = {step.to: step.cost for step in found if not step.low_crawl}
        assert "tH7" not in costs

    def test_strangers(self) -> None:
        """Only own units are ordered."""
        with pytest.raises(Illegal, match="no unit"):
            phase("RtPh", ("FRIENDLY", Rout("e1", HERE)), units=[unit("e1", "tG5")])


class TestA10_52LowCrawl:
    """A10.52."""

    def test_all_mf_and_no_interdiction(self) -> None:
        """One Location of Open Ground, without a NMC, and nothing after it."""
        a, e = unit("a", "tG5", **A), unit("e1", "tJ5")
        game = phase("RtPh", rout("tF5", crawl=True), "ends", units=[a, e])
        assert game.state.units["a"].location == "tF5"
        assert game.state.move is None

    def test_exc1_next_to_the_enemy(self) -> None:
        """Not out of a Location with an enemy unit, nor next to one."""

        def crawls(at: str, e: str) -> Any:
            def ask(play: Play) -> bool:
                foes = rout_rules.foes(play, "FRIENDLY")
                a = play.state.units["a"]
                return rout_paths.may_crawl(play, a, THERE, foes)

            return asked(ask, unit("a", at, **A), unit("e1", e))

        assert crawls("tG5", "tJ5")
        assert not crawls("tG5", "tG5")
        assert not crawls("tG5", "tE5")

    def test_exc2_above_wire(self) -> None:
        """Nor from above wire."""
        ways = asked(
            with_fort("wire", HERE, own_steps, inside=True), unit("a", HERE, **A)
        )
        assert ways
        assert not any(step.low_crawl for step in ways)


class TestA10_53Interdiction:
    """A10.53."""

    @staticmethod
    def by(at: str = "tJ5", **states: Any) -> list[str]:
        """Who Interdicts unit a in G5."""

        def ask(play: Play) -> list[str]:
            a = play.state.units["a"]
            return [u.id for u in interdiction.interdictors(play, a, a.location)]

        found: list[str] = asked(ask, unit("a", "tG5", **A), unit("e1", at, **states))
        return found

    def test_within_normal_range(self) -> None:
        """In the open within normal range, and not one hex farther."""
        assert self.by("tK5") == ["e1"]
        assert self.by("tL6") == []

    @pytest.mark.parametrize(
        "state",
        ["broken", "pinned", "cx", "encircled", "melee", "concealed", "unarmed"],
    )
    def test_exc1_hampered(self, state: str) -> None:
        """Not by one that is broken, pinned, CX, Encircled, in Melee or concealed."""
        assert self.by(**{state: True}) == []


class TestA10_532Effect:
    """A10.532."""

    UNITS = (unit("a", "tH5", **A), unit("e1", "tK5"))

    def test_failed(self) -> None:
        """A failed NMC reduces a squad, and its HS goes on."""
        game = phase("RtPh", rout("tG5"), units=self.UNITS, dice=["A10.1 DR 6,5"])
        (left,) = [u for u in game.state.units.values() if u.side == "FRIENDLY"]
        assert left.counter == "german/2-4-7"
        assert game.state.move

    def test_passed(self) -> None:
        """A passed NMC lets it go on."""
        game = phase("RtPh", rout("tG5"), units=self.UNITS, dice=["A10.1 DR 1,3"])
        assert game.state.move

    def test_pinned(self) -> None:
        """The highest DR that passes stops it, and it may stay there (D-121)."""
        dice = ["A10.1 DR 3,4"]
        game = phase("RtPh", rout("tG5"), "ends", units=self.UNITS, dice=dice)
        assert game.state.units["a"].location == "tG5"

    def test_exc1_once(self) -> None:
        """Two enemies make one NMC."""
        units = (*self.UNITS, unit("e2", "tK6"))
        phase("RtPh", rout("tG5"), units=units, dice=["A10.1 DR 1,3"])


class TestA10_533FailureToRout:
    """A10.533."""

    @staticmethod
    def gone(*units: Unit) -> list[str]:
        """Who is eliminated at the end of a RtPh in which nobody orders."""
        game = phase("RtPh", "ends", units=units)
        return [event.id for event in events(game, UnitRemoved)]

    def test_eliminated(self) -> None:
        """Who should have left the open is eliminated, of both sides."""
        assert self.gone(unit("a", "tG5", **A), unit("e1", "tJ5")) == ["a"]
        assert self.gone(unit("e1", "tG5", **A), unit("a", "tJ5")) == ["e1"]
        assert self.gone(unit("a", "tE5", **A), unit("e1", "tJ5")) == []

    def test_adjacent_without_surrender(self) -> None:
        """Next to an enemy it could have left, it does not surrender but is lost."""
        assert self.gone(unit("a", "tE5", **A), unit("e1", "tF5")) == ["a"]

    def test_exc1_low_crawl(self) -> None:
        """After Low Crawl it may be in the open, but not ADJACENT."""
        crawled = unit("a", "tG5", **A, deeds=("routed", "low crawl"))
        assert self.gone(crawled, unit("e1", "tJ5")) == []
        fanatic = replace(crawled, fanatic=True)
        assert self.gone(fanatic, unit("e1", "tH5")) == ["a"]

    def test_exc2_pinned(self) -> None:
        """So it may after it was pinned by Interdiction, and if it is Disrupted."""
        pinned = unit("a", "tG5", **A, deeds=("routed", "interdicted"))
        assert self.gone(pinned, unit("e1", "tJ5")) == []
        assert self.gone(unit("a", "tG5", **A, disrupted=True), unit("e1", "tJ5")) == []


class TestA20_21_rtphSurrender:
    """A20.21/rtph."""

    PLAIN = "board: t\nsize: 17x10\n"

    def test_no_way_out(self) -> None:
        """Next to a captor, with nothing but Interdicted ways, it surrenders."""
        a, e = unit("a", "tG5", **A), unit("e1", "tH5", "german/4-6-7")
        game = phase("RtPh", units=[a, e], board=self.PLAIN)
        taken = game.state.units["a"]
        assert (taken.guard, taken.location, taken.broken) == ("e1", "tH5", False)

    def test_a_way_out(self) -> None:
        """With cover in reach that is not Interdicted it does not."""
        game = phase("RtPh", units=[unit("a", "tE5", **A), unit("e1", "tF5")])
        assert game.state.units["a"].broken

    def test_disrupted(self) -> None:
        """A Disrupted or Encircled unit surrenders to an ADJACENT enemy."""
        for state in ("disrupted", "encircled"):
            a = unit("a", "tE5", **A, **{state: True})
            game = phase("RtPh", units=[a, unit("e1", "tF5")])
            assert game.state.units["a"].guard == "e1"

    def test_turned_down(self) -> None:
        """The captor may give No Quarter; then nobody surrenders, and it may rout."""
        a = unit("a", "tE5", **A, disrupted=True)
        game = phase("RtPh", units=[a, unit("e1", "tF5")], choices=("no quarter",))
        assert game.state.toll("FRIENDLY").no_quarter
        assert not game.state.units["a"].guard


class TestA20_21_wayOut:
    """A20.21/way."""

    def test_ways(self) -> None:
        """A way counts if it is not Interdicted anywhere."""

        def safe(play: Play) -> bool:
            return safe_way(play, play.state.units["a"])

        a, e = unit("a", "tG5", **A), unit("e1", "tH5", "german/4-6-7")
        assert not asked(safe, replace(a, broken=False), e)
        assert asked(safe, unit("a", "tE5"), unit("e1", "tF5"))


class TestA10_5_ipcLeft:
    """A10.5/ipc."""

    def test_heaviest_first(self) -> None:
        """A squad carries three PP on its rout and leaves the heaviest beyond them."""
        hmg = Weapon(id="h", counter="german/hmg", owner="a")
        lmg = Weapon(id="l", counter="german/lmg", owner="a")
        a = unit("a", "tG5", **A)
        game = phase("RtPh", rout("tF5"), units=[a], weapons=[hmg, lmg])
        assert game.state.weapons["h"].owner == ""
        assert game.state.weapons["h"].location == "tG5"
        assert game.state.weapons["l"].owner == "a"

    def test_leader(self) -> None:
        """A leader carries one PP, a wounded one nothing."""

        def left(play: Play) -> list[str]:
            return rout_rules.left_behind(play, play.state.units["a"])

        lmg = Weapon(id="l", counter="german/lmg", owner="a")
        leader = unit("a", "tG5", "german/8-1", **A)
        assert asked(left, leader, weapons=[lmg]) == []
        assert asked(left, replace(leader, wounded=True), weapons=[lmg]) == ["l"]


class TestA10_51_backForcedBack:
    """A10.51/back."""

    def test_concealed(self) -> None:
        """A concealed enemy is revealed, the MF are spent, the unit stays."""
        units = unit("a", "tG5", **A), unit("e1", "tF5", concealed=True)
        game = phase("RtPh", rout("tF5"), units=units)
        assert not game.state.units["e1"].concealed
        assert game.state.units["a"].location == "tG5"

    def test_suspect(self) -> None:
        """A S? in the Location is checked first; a dummy lets it pass."""
        game = phase(
            "RtPh",
            rout("tF5"),
            units=[unit("a", "tG5", **A)],
            suspects={"S1": "tF5"},
            dice=["S5.1 dr 6"],
        )
        assert game.state.units["a"].location == "tF5"
        assert any("AC of S1" in note for note in notes(game))


class TestB26_4_rtphWire:
    """B26.4/rtph."""

    A = unit("a", "tG5", **A)

    def gone(self, *dice: str, order: Any = None, **states: bool) -> Any:
        """A rout of unit a from above wire in G5."""
        above = with_fort("wire", HERE, nothing, inside=True)
        units = [replace(self.A, **states)]
        return phase("RtPh", above, order or rout("tF5"), units=units, dice=dice)

    def test_dr(self) -> None:
        """The dr is what it costs, and the rout goes on with the rest."""
        state = self.gone("B26.4/rtph dr 2").state
        assert (state.units["a"].location, state.units["a"].inside) == ("tF5", "")
        assert state.move
        assert state.move.spent == 3 * MF

    def test_all_mf(self) -> None:
        """A dr of all that it has brings it beneath, and no farther."""
        state = self.gone("B26.4/rtph dr 6").state
        assert (state.units["a"].location, state.units["a"].inside) == ("tG5", "")
        assert state.move is None

    def test_hung_up(self) -> None:
        """A dr beyond its MF leaves it above the wire, and its rout is over."""
        state = self.gone("B26.4/rtph dr 4", wounded=True).state
        assert (state.units["a"].location, state.units["a"].inside) == ("tG5", "f")
        assert state.move is None

    def test_goals_anew(self) -> None:
        """What it makes for is found with the MF left: out of reach it is free."""
        state = self.gone("B26.4/rtph dr 5").state
        assert state.units["a"].location == "tF5"
        assert not state.move or state.move.goals == ()

    def test_into_wire(self) -> None:
        """Who routs into a wire Location is above it, and needs a dr to go on."""
        wire = with_fort("wire", THERE, nothing)
        dice = ["B26.4/rtph dr 1"]
        orders = rout("tF5"), rout("tE5")
        game = phase("RtPh", wire, orders[0], units=[self.A])
        assert game.state.units["a"].inside == "f"
        game = phase("RtPh", wire, *orders, units=[self.A], dice=dice)
        assert game.state.units["a"].location == "tE5"


class TestWhatLiesInTheWay:
    """A10.51 with fortifications, fire and SMOKE."""

    A = unit("a", "tG5", **A)

    @staticmethod
    def costs(found: list[rout_paths.RoutStep], inside: str = "") -> dict[str, int]:
        """MF of the normal steps."""
        return {
            step.to: step.cost // MF
            for step in found
            if not step.low_crawl and step.inside == inside
        }

    def test_out_of_a_foxhole(self) -> None:
        """One MF more, spent together with the first step."""
        ask = with_fort("foxhole", HERE, own_steps, inside=True, capacity=1)
        assert self.costs(asked(ask, self.A))["tF5"] == 2

    def test_into_a_foxhole(self) -> None:
        """One MF more, and nobody Interdicts those inside."""
        ask = with_fort("foxhole", THERE, own_steps, capacity=1)
        assert self.costs(asked(ask, self.A), "f") == {"tF5": 2}
        hole = with_fort("foxhole", THERE, nothing, capacity=1)
        order = "FRIENDLY", Rout("a", THERE, inside="f")
        enemy = unit("e1", "tI5")
        game = phase("RtPh", hole, order, units=[self.A, enemy])
        assert game.state.units["a"].inside == "f"

    def test_full_foxhole(self) -> None:
        """Not into one that is full."""
        ask = with_fort("foxhole", THERE, own_steps)
        assert self.costs(asked(ask, self.A), "f") == {}

    def test_mines(self) -> None:
        """Mines attack those who rout into them, and out of them."""
        dice = ["A7.3 DR 6,5"]
        into = with_fort("minefield", THERE, nothing, fp=6)
        game = phase("RtPh", into, rout("tF5"), units=[self.A], dice=dice)
        assert game.state.units["a"].location == "tF5"
        out = with_fort("minefield", HERE, nothing, fp=6)
        game = phase("RtPh", out, rout("tF5"), units=[self.A], dice=dice)
        assert game.state.units["a"].location == "tF5"

    def test_killed_on_leaving(self) -> None:
        """Who is eliminated by the mines of its Location goes nowhere."""
        out = with_fort("minefield", HERE, nothing, fp=12)
        dice = ["A7.3 DR 1,1", "A7.301 dr 1"]
        game = phase("RtPh", out, rout("tF5"), units=[self.A], dice=dice)
        assert "a" not in game.state.units
        assert game.state.move is None

    def test_blaze(self) -> None:
        """Nobody routs into a Blaze."""

        def burning(play: Play) -> Any:
            play.emit(MarkerAdded(Marker(id="b", kind="blaze", location=THERE)))
            return own_steps(play)

        assert "tF5" not in self.costs(asked(burning, self.A))

    def test_smoke(self) -> None:
        """SMOKE costs one MF more."""

        def smoke(play: Play) -> Any:
            grey = Marker(id="s", kind="smoke", location=THERE, hindrance=2)
            play.emit(MarkerAdded(grey))
            return own_steps(play)

        assert self.costs(asked(smoke, self.A))["tF5"] == 2

    def test_no_residual_fp(self) -> None:
        """Residual FP and Fire Lanes are gone before the RtPh (A8.2, A9.22)."""

        def after(play: Play) -> Any:
            marker = Marker(id="r", kind="residual", location=HERE, fp=4, side="ENEMY")
            play.emit(MarkerAdded(marker))
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            tidy(play)
            return list(play.state.markers)

        assert asked(after, self.A) == []
