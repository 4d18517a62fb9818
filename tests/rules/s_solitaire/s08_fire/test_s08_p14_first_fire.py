"""S8.p14 to S8.p16: the ENEMY as DEFENDER while the FRIENDLY side moves."""

from typing import Any

from msgspec.structs import replace

from opfor.core.explain import Decided
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.s_solitaire.s08_fire.s08_p14_first_fire import (
    URGENT,
    first_fire,
    posts,
    slips_away,
    wants,
)
from opfor.state.events import MoveChanged, ShotFired, WeaponAdded, WeaponChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, Weapon
from opfor.views.text.words import say
from tests.rules.given import armor
from tests.rules.given.firing_range import (
    FOE,
    LEADER,
    SQUAD,
    at,
    moving,
    shoot,
)
from tests.rules.given.waiting_to_fire import in_words, why
from tests.rules.given.world import events, notes

NONE = "A7.3 DR 6,5"
E1 = {"e1": (SQUAD, "M6")}
GUN = "russian/45l-at-ptp-obr-32"
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

    def test_a_wave_rolls(self) -> None:
        """S4.32: in the FRIENDLY Player Turn a wave rolls, its leader too."""
        wave = {"wave": "wave1", "action": ""}
        panics, played = asked(
            "S6.12 DR 4,4",
            units={"V": (FOE, "L6")},
            enemies={**E1, "e2": (LEADER, "M6")},
            changes={"e1": wave, "e2": wave},
        )
        assert panics
        assert all(played.state.units[id_].panic for id_ in ("e1", "e2"))

    def test_line_a(self) -> None:
        """Line a: an ADJACENT mover, whatever the odds."""
        assert why("L6", how=STILL).startswith("a)")

    def test_line_c_boundary(self) -> None:
        """Line c: 14/36 are under steady's 15/36, 21/36 over it; eager takes 9/36."""
        assert why("H6", how=STILL) == ""
        assert why("J6", how=STILL).startswith("c)")
        assert why("H6", how=STILL, fire_discipline="eager").startswith("c)")

    def test_a_hero(self) -> None:
        """A hero alone has FP as a MMC has: lines a and c."""
        hero = {"e1": ("russian/hero", "M6")}
        assert why("L6", how=STILL, enemies=hero).startswith("a)")
        assert why("J6", enemies=hero).startswith("c)")
        assert why("J6", enemies={"e1": (LEADER, "M6")}) == ""

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

    def test_a8_312_who_must_fires_first(self) -> None:
        """A8.312, S6.212: who must fire does so before others, with all he has."""
        _, played = asked(
            NONE,
            units={"V": (FOE, "L6")},
            enemies={"e1": (SQUAD, "M6"), "e2": ("russian/6-2-8", "K6")},
            weapons={"mg": ("russian/lmg", "e1")},
            changes={"e1": {"panic": True, "ti": True}},
        )
        assert [e.shot.firers for e in events(played, ShotFired)] == [("e1", "mg")]

    def test_each_in_its_own_mode(self) -> None:
        """A SW that has fired is for SFF alone, not a piece apart as a Gun is."""

        def run(play: Play) -> None:
            fired = replace(play.state.weapons["mg"], fired="first")
            play.emit(WeaponChanged(fired, "has fired"))
            moving(play, "V")
            found.extend((p.mode, p.volley.order.firers) for p in posts(play))

        found: list[tuple[str, tuple[str, ...]]] = []
        guns = {"mg": ("russian/lmg", "e1")}
        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, "L6")},
            phase="MPh",
            turn="FRIENDLY",
            weapons=guns,
        )
        assert found == [("first", ("e1",)), ("SFF", ("mg",))]

    def test_beside_a_gun(self) -> None:
        """A Gun is weighed by itself: poor odds of it keep nobody else from firing."""
        found: list[tuple[str, tuple[str, ...], str]] = []

        def run(play: Play) -> None:
            gun = GunState(ca=0)
            play.emit(WeaponAdded(Weapon(id="w", counter=GUN, owner="g", gun=gun)))
            moving(play, "V")
            for post in posts(play):
                why = in_words(wants(play, post, posts(play)))
                found.append((post.here, post.volley.order.firers, why[:2]))

        shoot(
            run=run,
            enemies={"g": ("russian/2-2-8", "M6"), "e1": (SQUAD, "M6")},
            units={"V": (FOE, "J6")},
            phase="MPh",
            turn="FRIENDLY",
        )
        assert found == [("tM6", ("w",), ""), ("tM6", ("e1",), "c)")]

    @staticmethod
    def tank(where: str) -> list[tuple[str, str]]:
        """What of the tank in E2 fires at a squad that has moved, and why."""

        def run(play: Play) -> list[tuple[str, str]]:
            armor.squad(play, where)
            moving(play, "a", **STILL)
            found = posts(play)
            return [
                (post.volley.order.firers[0], in_words(wants(play, post, found))[:2])
                for post in found
            ]

        told: list[tuple[str, str]] = armor.seen(run, phase="MPh")
        return told

    def test_mg_of_a_vehicle(self) -> None:
        """D-882: poor odds of its MA do not keep the MG of a vehicle from firing."""
        assert self.tank("H7") == [("etank.ma", ""), ("etank.bmg", "c)")]

    def test_ma_of_a_vehicle_first(self) -> None:
        """S8.p4: where both want to, the MA is asked before them."""
        assert self.tank("E5") == [("etank.ma", "c)"), ("etank.bmg", "c)")]

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
