"""S8.p14 to S8.p16 and S8.p18: the ENEMY fires at what moves."""

from typing import Any

from msgspec.structs import replace

from opfor.core.explain import Decided
from opfor.core.fact import Fact, fact
from opfor.core.game import Game
from opfor.rules.a_infantry.a08_first_fire.window import open_window
from opfor.rules.orders.fire.a08_first_fire import over
from opfor.rules.orders.infantry.a04_move import entered
from opfor.rules.s_solitaire.s08_fire.first_fire import (
    URGENT,
    first_fire,
    held_in_reserve,
    laned,
    posts,
    slips_away,
    wants,
)
from opfor.state.events import MoveChanged, ShotFired, SuspectRemoved, UnitChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
)
from opfor.views.text.words import say
from tests.rules.given import armor
from tests.rules.given.firing_range import FOE, SQUAD, at, moving, shoot, shot_of
from tests.rules.given.world import events, notes

NONE = "A7.3 DR 6,5"
E1 = {"e1": (SQUAD, "M6")}
FRESH = {"e1": {"action": ""}}


def asked(*dice: str, mf: int = 1, **more: Any) -> tuple[bool, Game[State]]:
    """Whether the ENEMY did something, asked once as V has entered its Location."""
    found: list[bool] = []
    how = more.pop("how", {})

    def run(play: Play) -> None:
        moving(play, "V", mf=mf, **how)
        found.append(first_fire(play))

    more.setdefault("enemies", E1)
    more.setdefault("units", {"V": (FOE, "J6")})
    played = shoot(*dice, run=run, phase="MPh", turn="FRIENDLY", **more)
    return found[0], played


def in_words(why: Fact | None) -> str:
    """A reason in words; empty if there is none."""
    return say(why) if why else ""


def why(where: str, *, enemies: Any = None, **more: Any) -> str:
    """Why e1 wants to fire at V in a Location; empty if it does not."""
    found: list[str] = []
    how, mf = more.pop("how", {}), more.pop("mf", 1)

    def run(play: Play) -> None:
        moving(play, "V", mf=mf, **how)
        posts_ = [post for post in posts(play) if "e1" in post.units]
        found.append(in_words(wants(play, posts_[0], posts(play))) if posts_ else "")

    units = {"V": (FOE, where), **more.pop("friends", {})}
    shoot(
        run=run,
        enemies=enemies or E1,
        units=units,
        phase="MPh",
        turn="FRIENDLY",
        **more,
    )
    return found[0]


STILL = {"assault": True, "stopped": True}


class TestS8_p14Window:
    """S8.p14."""

    def test_fires_when_odds_are_good(self) -> None:
        """4 FP at -2 is well over the discipline level of 5/12: line c."""
        done, played = asked(NONE)
        assert done
        assert len(events(played, ShotFired)) == 1
        assert any("c) the odds" in note for note in notes(played))

    def test_one_action_dr_first(self) -> None:
        """Without an Action it makes its one Action DR first, then fires."""

        def run(play: Play) -> None:
            moving(play, "V")
            assert first_fire(play)
            assert not events_so_far(play)
            assert play.state.units["e1"].action == "Fire"
            assert first_fire(play)

        def events_so_far(play: Play) -> bool:
            return bool(play.state.shots)

        shoot(
            "S6.12 DR 2,3",
            NONE,
            run=run,
            enemies=E1,
            units={"V": (FOE, "J6")},
            phase="MPh",
            turn="FRIENDLY",
            changes=FRESH,
        )

    def test_panic(self) -> None:
        """One that Panics on that DR does not fire."""
        done, played = asked("S6.12 DR 4,4", changes=FRESH)
        assert done
        assert played.state.units["e1"].panic

    def test_line_a(self) -> None:
        """Line a: an ADJACENT mover, whatever the odds."""
        assert why("L6", how=STILL).startswith("a)")

    def test_line_c_boundary(self) -> None:
        """Line c: 14/36 are under steady's 15/36, 21/36 over it; eager takes 9/36."""
        assert why("H6", how=STILL) == ""
        assert why("J6", how=STILL).startswith("c)")
        assert why("H6", how=STILL, fire_discipline="eager").startswith("c)")

    def test_cool(self) -> None:
        """Cool needs 7/12, which is 21/36."""
        assert why("J6", how=STILL, fire_discipline="cool").startswith("c)")
        assert why("H6", how=STILL, fire_discipline="cool") == ""

    def test_line_d(self) -> None:
        """Line d: a step lower for a mover that could find cover: 1/4 for steady."""
        near = {"assault": True}
        assert why("J4", how=near, enemies={"e1": (SQUAD, "P4")}).startswith("d)")
        assert why("J4", how=STILL, enemies={"e1": (SQUAD, "P4")}) == ""

    def test_line_e(self) -> None:
        """Line e: a mover in or ADJACENT to a VPO Location at 1/4."""
        for vpo in ("H6", "H7"):
            assert why("H6", how=STILL, vpo=(at(vpo),)).startswith("e)")
        assert why("H6", how=STILL, vpo=(at("H9"),)) == ""
        weak = {"assault": True, "stopped": True}
        assert why("J3", how=weak, vpo=(at("J3"),)) == ""

    def test_nobody_wants(self) -> None:
        """Nobody says anything if nobody wants to: the window closes."""
        done, played = asked(how=STILL, units={"V": (FOE, "H6")})
        assert not done
        assert played.state.units["e1"].fired == ""

    def test_broken_mover(self) -> None:
        """A mover that is not in Good Order any more is left alone."""
        done, _ = asked(changes={"V": {"broken": True}})
        assert not done

    def test_best_first(self) -> None:
        """The Location with the best p(NMC+) goes first."""
        near = {"e1": ("russian/2-2-7", "M6"), "e2": (SQUAD, "M5")}
        _, played = asked(NONE, enemies=near, how={"stopped": True}, reserve=False)
        assert events(played, ShotFired)[0].shot.froms[0] == "tM5"


class TestS8_p14Told:
    """S8.p14: what First Fire chose and refused."""

    @staticmethod
    def told(*dice: str, **more: Any) -> Decided:
        """What `why` can show of the moment."""
        _, played = asked(*dice, **more)
        return next(
            note
            for note in events(played, Decided)
            if say(note.fact).startswith("First")
        )

    def test_fires(self) -> None:
        """The Location that fires, and why another one does not."""
        two = {"e1": (SQUAD, "M6"), "e2": ("russian/2-2-7", "M7")}
        note = self.told(NONE, enemies=two, reserve=False, how=STILL)
        assert note.chosen == "tM6"
        (held,) = note.reasons
        assert say(held.line) == "tM7 holds its fire: p(NMC+) 2/9 is under 5/12"
        assert held.after == ("tM6",)

    def test_nobody(self) -> None:
        """If nobody fires, that is told too, to `why` alone."""
        note = self.told(how=STILL, units={"V": (FOE, "H6")})
        assert (note.chosen, note.candidates) == ("", ("tM6",))
        assert note.reasons[0].after == ()

    def test_hidden(self) -> None:
        """Nothing is told of a hidden unit that holds its fire."""
        hip = {"e1": {"hidden": True}}
        _, played = asked(how=STILL, units={"V": (FOE, "H6")}, changes=hip)
        assert events(played, Decided) == []

    def test_reserve(self) -> None:
        """A Location that holds its fire as the reserve is told to be it."""
        waiting = {f"W{n}": (FOE, f"G{n + 1}") for n in range(4, 8)}
        three = {"e1": (SQUAD, "M6"), "e2": (SQUAD, "M6"), "e3": (SQUAD, "M7")}
        dice = (NONE, "A10.1 DR 1,2")
        note = self.told(*dice, enemies=three, units={"V": (FOE, "J6"), **waiting})
        assert any(
            "M7 holds its fire: it is the reserve" in say(r.line) for r in note.reasons
        )


class TestS8_p15_lane:
    """S8.p15/lane."""

    @staticmethod
    def lanes(*friends: str, vpo: str = "P3", gun: str = "russian/hmg") -> bool:
        """Whether e1, at M6, lays a Fire Lane as it fires at V in M3."""
        found: list[bool] = []

        def run(play: Play) -> None:
            moving(play, "V")
            shot = shot_of(play, "M3", "e1", "mg")
            found.append(laned(play, shot).order.lane)

        waiting = {f"W{n}": (FOE, where) for n, where in enumerate(friends)}
        shoot(
            run=run,
            enemies={"e1": (SQUAD, "M6")},
            units={"V": (FOE, "M3"), **waiting},
            weapons={"mg": (gun, "e1")},
            phase="MPh",
            turn="FRIENDLY",
            vpo=(at(vpo),),
        )
        return found[0]

    def test_crossing(self) -> None:
        """For two MMC that it keeps from a VPO."""
        assert self.lanes("K3", "K4")
        assert not self.lanes("K3")

    def test_not_on_their_way(self) -> None:
        """Not if their way does not cross it, or is too long."""
        assert not self.lanes("K3", "K4", vpo="H3")
        assert not self.lanes("K3", "G4")

    def test_lmg(self) -> None:
        """A LMG lays none."""
        assert not self.lanes("K3", "K4", gun="russian/lmg")


class TestS8_p14_order:
    """S8.p14/order."""

    @staticmethod
    def enter(*dice: str, where: str = "J6", **more: Any) -> Game[State]:
        """V enters a Location; S1 is close enough to be checked."""

        def run(play: Play) -> None:
            stack = Move(units=("V",), here=4, spent=4, allotment=16)
            play.emit(MoveChanged(stack))
            entered(play, "FRIENDLY", LocationName(f"t{where}"))

        return shoot(
            *dice,
            run=run,
            units={"V": (FOE, where)},
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
            **more,
        )

    def test_window_first(self) -> None:
        """Where an Activated unit could fire, S? wait until the window is over."""
        played = self.enter(enemies=E1)
        window = played.state.window
        assert window is not None
        assert window.asked
        assert window.suspects
        assert events(played, SuspectRemoved) == []

    def test_no_window(self) -> None:
        """Where none could, S? are checked at once."""
        played = self.enter("S5.1 dr 6", enemies={"e1": (SQUAD, "A1")})
        assert len(events(played, SuspectRemoved)) == 1

    def test_then_the_suspects(self) -> None:
        """When the ENEMY passes, S? are checked."""

        def run(play: Play) -> None:
            stack = Move(units=("V",), here=4, spent=4, allotment=16)
            play.emit(MoveChanged(stack))
            entered(play, "FRIENDLY", at("J6"))
            over(play)

        played = shoot(
            "S5.1 dr 6",
            run=run,
            units={"V": (FOE, "J6")},
            enemies=E1,
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
        )
        assert len(events(played, SuspectRemoved)) == 1
        assert played.state.window is None or not played.state.window.suspects

    def test_not_when_broken(self) -> None:
        """Not if the mover has lost its Good Order meanwhile."""

        def run(play: Play) -> None:
            stack = Move(units=("V",), here=4, spent=4, allotment=16)
            play.emit(MoveChanged(stack))
            entered(play, "FRIENDLY", at("J6"))
            broken = replace(play.state.units["V"], broken=True)
            play.emit(UnitChanged(broken, "broken"))
            over(play)

        played = shoot(
            run=run,
            units={"V": (FOE, "J6")},
            enemies=E1,
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
        )
        assert events(played, SuspectRemoved) == []


class TestS8_p14_d:
    """S8.p14/d."""

    @staticmethod
    def slips(where: str, **how: Any) -> bool:
        """Whether V could slip away from e1."""
        found: list[bool] = []

        def run(play: Play) -> None:
            moving(play, "V", **how)
            found.append(slips_away(play, at("M6"), at(where)))

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, where)},
            phase="MPh",
            turn="FRIENDLY",
        )
        return found[0]

    def test_cover_next_door(self) -> None:
        """A building that it can still enter."""
        assert self.slips("J4")

    def test_not_enough_mf(self) -> None:
        """Not with too few MF left, or if it is to stop."""
        assert not self.slips("J4", allotment=8)
        assert not self.slips("J4", stopped=True)

    def test_all_open(self) -> None:
        """Not where all around is as open."""
        assert not self.slips("J7")


class TestS8_p15Reserve:
    """S8.p15."""

    @staticmethod
    def held(friends: int = 4, *, reserve: bool = True, apart: str = "M7") -> list[str]:
        """Which Locations hold their fire at V, with more FRIENDLY squads to move."""
        found: list[str] = []

        def run(play: Play) -> None:
            moving(play, "V")
            all_ = posts(play)
            found.extend(p.here for p in all_ if held_in_reserve(play, p, all_))

        waiting = {f"W{n}": (FOE, f"G{n + 1}") for n in range(4, 4 + friends)}
        shoot(
            run=run,
            enemies={"e1": (SQUAD, "M6"), "e2": (SQUAD, "M6"), "e3": (SQUAD, apart)},
            units={"V": (FOE, "J6"), **waiting},
            phase="MPh",
            turn="FRIENDLY",
            reserve=reserve,
        )
        return found

    def test_weakest_holds(self) -> None:
        """Of two Locations close together the one with the lower p(NMC+)."""
        assert self.held() == ["tM7"]

    def test_few_to_come(self) -> None:
        """Not with fewer than three to come."""
        assert self.held(3) == ["tM7"]
        assert self.held(2) == []

    def test_far_apart(self) -> None:
        """Not if it is alone within two hexes."""
        assert self.held(apart="M9") == []

    def test_off(self) -> None:
        """Not if the Mission has no Reserve."""
        assert self.held(reserve=False) == []


class TestS8_p16Again:
    """S8.p16."""

    def test_sff_at_the_level(self) -> None:
        """A First-Fire-marked squad fires again at the discipline level: PBF, FFMO."""
        fired = {"e1": {"fired": "first"}}
        assert why("J6", changes=fired, mf=2, how=STILL) == ""
        assert why("K6", changes=fired, mf=2) == "SFF: the odds are 5/12 or more"

    def test_sff_pressed(self) -> None:
        """At 1/4 if the mover is ADJACENT, or at a VPO Location."""
        fired = {"e1": {"fired": "first"}}
        six = {"e1": ("russian/6-2-8", "K4")}
        near = why("J3", changes=fired, enemies=six, mf=2, how=STILL)
        assert near == "SFF: close, or by a VPO Location"
        weak = {"e1": (SQUAD, "K4")}
        assert why("J3", changes=fired, enemies=weak, mf=2, how=STILL) == ""

    def test_fpf(self) -> None:
        """FPF only at an ADJACENT Good Order mover at 5/12, with a morale of 7."""
        fired = {"e1": {"fired": "final"}}
        assert why("L6", changes=fired, mf=3).startswith("FPF: ADJACENT")
        six = {"e1": ("russian/6-2-8", "K4")}
        assert why("J3", enemies=six, changes=fired, mf=3, how=STILL) == ""
        green = {"e1": ("russian/4-2-6", "M6")}
        assert why("L6", enemies=green, changes=fired, mf=3) == ""
        held = {"vpo": (at("M6"),)}
        assert why("L6", enemies=green, changes=fired, mf=3, **held)


class TestS8_p18Wave:
    """S8.p18."""

    @staticmethod
    def wave(where: str, *, fired: str = "", **more: Any) -> str:
        """Why e1, in a Human Wave, wants to fire at V."""
        changes = {"e1": {"wave": "wave1", "fired": fired}, "V": more.pop("V", {})}
        return why(where, changes=changes, **more)

    def test_two_hexes(self) -> None:
        """At a Target within two hexes, whatever the odds."""
        assert self.wave("K6", how=STILL) == "Human Wave: within 2 hexes"
        assert self.wave("J6") == ""

    def test_adjacent(self) -> None:
        """ADJACENT ones too, with a second shot if need be."""
        assert self.wave("L6") == "Human Wave: ADJACENT"
        assert self.wave("L6", fired="first", mf=2) == "Human Wave: ADJACENT"
        assert self.wave("K6", fired="first", mf=2) == ""

    def test_stops(self) -> None:
        """Not at a mover that is pinned."""
        assert self.wave("K6", V={"pinned": True}) == ""


class TestS8_p14_b:
    """S8.p14/b."""

    @staticmethod
    def why(**scene: Any) -> str:
        """Why the ENEMY's tank in E2 wants to fire at the one that moves in K5."""

        def run(play: Play) -> str:
            play.emit(MoveChanged(Move(units=("tank",), here=4, spent=4, allotment=40)))
            open_window(play)
            found = posts(play)
            return in_words(wants(play, found[0], found)) if found else ""

        told: str = armor.seen(run, phase="MPh", **scene)
        return told

    def test_can_destroy(self) -> None:
        """Its rear: the chance to eliminate it is 1/4 or more."""
        rear = {"vca": 3, "tca": 3}
        assert self.why(tank=rear, enemy_counter="german/pzkpfw-vie").startswith("b)")

    def test_cannot(self) -> None:
        """Not with a chance below 1/4; nothing at all if it can do nothing."""
        assert not self.why(counter="german/pzkpfw-vie").startswith("b)")

    def test_reserve(self) -> None:
        """Line b brings a Reserve to fire."""
        assert [say(fact(kind))[:2] for kind in URGENT] == ["a)", "b)", "e)"]
