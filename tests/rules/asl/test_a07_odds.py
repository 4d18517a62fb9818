"""A7: exact odds, against what the rules do with random dice."""

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from opfor.core.dice import Seeded
from opfor.core.game import Game
from opfor.rules.asl.a07_attack import Attack
from opfor.rules.asl.a07_odds import OUTCOMES, odds, selected
from opfor.rules.asl.a07_plan import plan_attack
from opfor.rules.asl.a07_resolution import resolve
from opfor.state.events import GameEnded
from opfor.state.play import Play, Scene, step
from opfor.state.state import State
from opfor.state.units import Unit, Weapon
from tests.rules.asl.fire import SCENERY, planned, scene, shoot, sw, unit

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

CASES: tuple[tuple[tuple[Unit | Weapon, ...], str, str, str], ...] = (
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

SAMPLES = 400


def outcome(before: Unit, after: dict[str, Unit], all_before: set[str]) -> str:
    """What has become of a unit; those that took its place count for it."""
    if (now := after.get(before.id)) is None:
        heirs = [u for id_, u in after.items() if id_ not in all_before]
        same = [u for u in heirs if u.side == before.side]
        if not same:
            return "eliminated"
        kinds = {u.counter.split("/")[1].split("-")[0] for u in same}
        squad = before.counter.split("/")[1].split("-")[0] in ("4", "5")
        return "reduced" if squad and kinds <= {"1", "2"} else "broken"
    if now.wounded and not before.wounded:
        return "reduced"
    if now.broken and not before.broken:
        return "broken"
    return "pinned" if now.pinned and not before.pinned else "unhurt"


class Table:
    """Seeded dice; of choices the first."""

    human = False

    def __init__(self, seed: int) -> None:
        self.dice = Seeded(seed)

    def pick(self, asked: Any) -> Any:
        """Dice for rolls, itself for choices."""
        return self.dice if asked.stream else self

    def answer(self, asked: Any, _context: Any) -> object:
        """The first option."""
        return asked.request.options[0].key


def simulated(look: Scene, made: Attack, seed: int) -> State:
    """The state after the attack with seeded dice."""

    def run(play: Play) -> None:
        resolve(play, made)
        play.emit(GameEnded("over"))

    game = Game(
        look.state, lambda s: None if s.over else step("x", run, SCENERY), Table(seed)
    )
    game.run()
    return game.state


class TestA7_3_oddsExact:
    """A7.3: odds."""

    @pytest.mark.parametrize("case", range(len(CASES)))
    def test_as_simulated(self, case: int) -> None:
        """No unit's share of casualties is off by more than the sampling error."""
        things, firers, target, leaders = CASES[case]
        look = scene(*things)
        made = plan_attack(look, "FRIENDLY", shoot(firers, target, leaders))
        exact = odds(look, made)
        counts = {id_: dict.fromkeys(OUTCOMES, 0) for id_ in exact.units}
        single = len(exact.units) == 1
        for seed in range(SAMPLES):
            after = simulated(look, made, seed).units
            for id_ in exact.units:
                was = look.state.units[id_]
                if single or id_ in after:
                    counts[id_][outcome(was, after, {*look.state.units})] += 1
        for id_, chances in exact.units.items():
            assert sum(chances.values()) == 1
            for kind in ("unhurt", "pinned"):
                wanted = float(chances[kind])
                error = sqrt(wanted * (1 - wanted) / SAMPLES)
                found = counts[id_][kind] / SAMPLES
                assert abs(found - wanted) <= 4 * error + 0.035, (id_, kind)

    def test_by_hand(self) -> None:
        """1 FP at a 7 in the open: PTC on 5 (4/36), NMC on 4 (3/36), 1MC on 3 and 2.

        Doubles move it off the table, so 2 and half the 4s do nothing.
        """
        half = unit("a", "russian/2-4-8", "tC5", pinned=True)
        look = scene(half, unit("e", "russian/4-4-7", "tE5"))
        made = planned(look, "a", "tE5")
        assert made.fp == 1
        found = odds(look, made).results
        assert found["PTC"] == Fraction(4, 36)
        assert found["NMC"] == Fraction(2, 36)
        assert found["1MC"] == Fraction(2, 36)
        pinned = odds(look, made).units["e"]["pinned"]
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
