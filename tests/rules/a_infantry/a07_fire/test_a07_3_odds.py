"""A7: exact odds, against what the rules do with random dice."""

from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest

from opfor.core.game import Game
from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a07_fire.a07_3_odds import OUTCOMES, Outcome, odds, selected
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import resolve
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.state.events import GameEnded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import FrozenView, Play, step
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Unit,
    Weapon,
)
from tests.rules.given.fire import SCENERY, planned, scene, shoot, sw, unit
from tests.rules.given.odds import BY_HEAT, SURE, Table, outcome

Thing = Unit | Weapon | Fortification | Marker

A = unit("a", "german/4-6-7", "tC5")
B = unit("b", "german/4-6-7", "tC5")
LEADER = unit("l", "german/9-2", "tC5")
HMG = sw("h", "german/hmg", "a")
E = unit("e", "russian/4-4-7", "tE5")
E2 = unit("e2", "russian/5-2-7", "tE5")
HS = unit("e3", "russian/2-3-7", "tE5")
CHIEF = unit("ec", "russian/9-1", "tE5")
CHIEF2 = unit("ed", "russian/8-0", "tE5")
CREW = unit("ek", "russian/2-2-8", "tE5")


def states(thing: Unit, **more: Any) -> Unit:
    """The same unit in other states."""
    return unit(thing.id, thing.counter, str(thing.location), **more)


WOODS = unit("e", "russian/4-4-7", "tH5")
FAR = unit("e", "russian/4-4-7", "tC9")

CASES: tuple[tuple[tuple[Thing, ...], str, str, str], ...] = (
    ((A, E), "a", "tE5", ""),
    ((A, HMG, E), "a h", "tE5", ""),
    ((A, B, HMG, E), "a b h", "tE5", ""),
    ((A, B, HMG, LEADER, E), "a b h", "tE5", "l"),
    ((A, E, E2), "a", "tE5", ""),
    ((A, B, HMG, E, E2), "a b h", "tE5", ""),
    ((A, B, HMG, LEADER, E, E2, HS), "a b h", "tE5", "l"),
    ((A, B, HMG, E, CHIEF), "a b h", "tE5", ""),
    ((A, B, HMG, LEADER, E, CHIEF), "a b h", "tE5", "l"),
    ((A, B, HMG, LEADER, E, E2, CHIEF), "a b h", "tE5", "l"),
    ((A, B, HMG, LEADER, E, CHIEF, CHIEF2), "a b h", "tE5", "l"),
    ((A, B, HMG, E, HS, CREW), "a b h", "tE5", ""),
    ((A, HMG, states(E, broken=True)), "a h", "tE5", ""),
    ((A, HMG, states(E, pinned=True)), "a h", "tE5", ""),
    ((A, HMG, states(E, concealed=True)), "a h", "tE5", ""),
    ((A, HMG, states(E, concealed=True), E2), "a h", "tE5", ""),
    ((A, HMG, states(E, fanatic=True)), "a h", "tE5", ""),
    ((A, HMG, states(E, berserk=True)), "a h", "tE5", ""),
    ((A, HMG, states(E, encircled=True)), "a h", "tE5", ""),
    ((A, HMG, LEADER, states(CHIEF, wounded=True)), "a h", "tE5", "l"),
    ((A, HMG, states(E, broken=True), states(CHIEF, broken=True)), "a h", "tE5", ""),
    ((A, HMG, E, states(CHIEF, pinned=True)), "a h", "tE5", ""),
    ((A, B, HMG, LEADER, WOODS), "a b h", "tH5", "l"),
    ((A, B, HMG, WOODS), "a b h", "tH5", ""),
    ((A, HMG, unit("e", "russian/4-4-7", "tJ6")), "a h", "tJ6", ""),
    ((A, HMG, unit("e", "russian/4-4-7", "tC5")), "a h", "tC5", ""),
    ((A, HMG, unit("e", "russian/4-4-7", "tD5")), "a h", "tD5", ""),
    ((states(A, cx=True), HMG, E), "a h", "tE5", ""),
    ((states(A, pinned=True), HMG, E), "a h", "tE5", ""),
    ((unit("a", "german/4-3-6", "tC5"), HMG, E), "a h", "tE5", ""),
    ((unit("a", "british/4-5-7", "tC5"), E, CHIEF), "a", "tE5", ""),
    ((A, HMG, unit("e", "russian/hero", "tE5"), E2), "a h", "tE5", ""),
)
"""Set-ups: who is there, who fires, at which Location, directed by whom."""

FOXHOLE = Fortification(
    id="f", kind="foxhole", location=LocationName("tE5"), capacity=1
)
PILLBOX = Fortification(
    id="f", kind="pillbox", location=LocationName("tE5"), capacity=1, defence=(3, 5)
)
SMOKE = Marker(id="s", kind="smoke", location=LocationName("tD5"), hindrance=3)
HALF_SQUAD = unit("a", "russian/2-4-8", "tC5")

MORE: tuple[tuple[tuple[Thing, ...], str, str, str], ...] = (
    ((A, HMG, FOXHOLE, states(E, inside="f")), "a h", "tE5", ""),
    ((A, HMG, PILLBOX, states(E, inside="f")), "a h", "tE5", ""),
    ((A, HMG, SMOKE, E), "a h", "tE5", ""),
    ((A, B, HMG, LEADER, SMOKE, E, CHIEF), "a b h", "tE5", "l"),
    ((A, HMG, unit("e", "russian/4-4-7", "tK5")), "a h", "tK5", ""),
    ((A, HMG, unit("e", "russian/4-4-7", "tF3")), "a h", "tF3", ""),
    ((A, B, HMG, LEADER, unit("e", "russian/4-4-7", "tF7")), "a b h", "tF7", "l"),
    ((A, HMG, unit("e", "russian/4-2-6", "tE5")), "a h", "tE5", ""),
    ((A, HMG, unit("e", "german/8-3-8", "tE5"), E2), "a h", "tE5", ""),
    ((HALF_SQUAD, E, CHIEF), "a", "tE5", ""),
    ((A, HMG, unit("e", "japanese/4-4-7", "tE5")), "a h", "tE5", ""),
    ((A, HMG, unit("e", "japanese/3-4-7-striped", "tE5")), "a h", "tE5", ""),
    ((A, HMG, unit("e", "japanese/2-2-8", "tE5")), "a h", "tE5", ""),
    ((A, HMG, E, states(E2, broken=True), CHIEF), "a h", "tE5", ""),
)
"""Shelter, SMOKE, buildings, conscripts, units of other nations, and mixed stacks."""

OTHER_FP: tuple[tuple[tuple[Thing, ...], dict[str, Any]], ...] = (
    ((E,), {"fp": 4, "source": "residual", "halved": False}),
    ((E, CHIEF), {"fp": 12, "source": "mines", "tem": False, "halved": False}),
    ((E, E2, CHIEF), {"fp": 30, "source": "DC"}),
    ((states(E, concealed=True),), {"fp": 24, "source": "FT", "tem": False}),
    ((E, HS), {"fp": 2, "source": "residual", "move": Move(units=("e", "e3"))}),
    ((E,), {"fp": 8, "source": "HE", "mods": (Mod("CX", 1, "A4.51"),)}),
)
"""FP that no Fire order makes."""

SAMPLES = 400


def simulated(view: FrozenView, made: Attack, seed: int) -> Game[State]:
    """The game after the attack with seeded dice."""

    def run(play: Play) -> None:
        resolve(play, made)
        play.emit(GameEnded("over"))

    game = Game(
        view.state, lambda s: None if s.over else step("x", run, SCENERY), Table(seed)
    )
    game.run()
    return game


def table(things: tuple[Thing, ...]) -> FrozenView:
    """A moment of the PFPh with these things on the map."""
    pieces = [thing for thing in things if isinstance(thing, Unit | Weapon)]
    forts = {t.id: t for t in things if isinstance(t, Fortification)}
    markers = {t.id: t for t in things if isinstance(t, Marker)}
    return scene(*pieces, fortifications=forts, markers=markers)


def set_up(number: int) -> tuple[FrozenView, Attack]:
    """A set-up by its number: the table, and the attack."""
    fires = (*CASES, *MORE)
    if number < len(fires):
        things, firers, target, leaders = fires[number]
        view = table(things)
        return view, plan_attack(view, "FRIENDLY", shoot(firers, target, leaders))
    things, how = OTHER_FP[number - len(fires)]
    view = table(things)
    return view, fp_attack(view, "FRIENDLY", LocationName("tE5"), **how)


NUMBERS = range(len(CASES) + len(MORE) + len(OTHER_FP))


@cache
def shares(number: int) -> dict[str, dict[Outcome, tuple[float, float]]]:
    """For each unit and outcome the exact share, and that of the games."""
    view, made = set_up(number)
    exact = odds(view, made)
    counts = {id_: dict.fromkeys(OUTCOMES, 0) for id_ in exact.units}
    for seed in range(SAMPLES):
        played = simulated(view, made, seed)
        for id_ in exact.units:
            counts[id_][outcome(view.state.units[id_], played)] += 1
    return {
        id_: {kind: (float(p), counts[id_][kind] / SAMPLES) for kind, p in own.items()}
        for id_, own in exact.units.items()
    }


class TestA7_3_oddsExact:
    """A7.3: odds."""

    @pytest.mark.parametrize("number", NUMBERS)
    def test_as_simulated(self, number: int) -> None:
        """No outcome of any unit is off by more than the sampling error."""
        for id_, own in shares(number).items():
            assert sum(wanted for wanted, _ in own.values()) == pytest.approx(1)
            for kind, (wanted, found) in own.items():
                error = sqrt(wanted * (1 - wanted) / SAMPLES)
                assert abs(found - wanted) <= SURE * error + BY_HEAT, (id_, kind)

    @pytest.mark.parametrize("kind", OUTCOMES)
    def test_in_all(self, kind: Outcome) -> None:
        """Nor is any outcome too frequent or too rare in all set-ups together."""
        all_ = [own[kind] for number in NUMBERS for own in shares(number).values()]
        off = sum(found - wanted for wanted, found in all_)
        error = sqrt(sum(wanted * (1 - wanted) / SAMPLES for wanted, _ in all_))
        assert abs(off) <= SURE * error

    def test_by_hand(self) -> None:
        """1 FP at a 7 in the open: PTC on 5 (4/36), NMC on 4 (3/36), 1MC on 3 and 2.

        Doubles move it off the table, so 2 and half the 4s do nothing.
        """
        half = unit("a", "russian/2-4-8", "tC5", pinned=True)
        view = scene(half, unit("e", "russian/4-4-7", "tE5"))
        made = planned(view, "a", "tE5")
        assert made.fp == 1
        found = odds(view, made).results
        assert found["PTC"] == Fraction(4, 36)
        assert found["NMC"] == Fraction(2, 36)
        assert found["1MC"] == Fraction(2, 36)
        pinned = odds(view, made).units["e"]["pinned"]
        ptc = Fraction(4, 36) * Fraction(15, 36)
        nmc, mc = Fraction(2, 36) * Fraction(6, 36), Fraction(2, 36) * Fraction(5, 36)
        assert pinned == ptc + nmc + mc

    @pytest.mark.parametrize(
        ("number", "of", "chance"),
        [(1, 1, 1), (2, 2, 1), (1, 2, Fraction(21, 36)), (1, 3, Fraction(91, 216))],
    )
    def test_random_selection(self, number: int, of: int, chance: Fraction) -> None:
        """Ties are selected, too: of two each is by 21 of 36."""
        assert selected(number, of) == chance
