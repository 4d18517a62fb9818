"""Nothing that a player does not know reaches what he is shown.

Two games with the same visible past differ in what is hidden: who is under a "?", a
hidden unit, hidden mines, the dice to come. Each observation is the same to the byte,
as numbers and as text, offers included.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace

from opfor.env.match import KeptGame
from opfor.env.picked_game import PickedGame
from opfor.env.spaces import observation
from opfor.state.seen import seen_by
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Side, Unit

EVERY = 8
"""Picks between two looks."""

Change = Callable[[State], State]


def shown(game: PickedGame, side: Side = "FRIENDLY") -> dict[str, Any]:
    """All that a side is shown, in both forms."""
    return {
        **observation(game, side, "numbers"),
        **observation(game, side, "text"),
    }


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The parts of two observations that are not the same."""
    return [key for key in one if not np.array_equal(one[key], other[key])]


def altered(game: PickedGame, state: State, seed: str | None = None) -> dict[str, Any]:
    """What is shown at the same moment, had it come to another state."""
    kept = game.position()
    other = PickedGame(game.mission)
    other.restore(kept._replace(mark=kept.mark._replace(state=state)), seed)
    return shown(other)


def moments(mission: str, picks: int) -> Iterator[tuple[PickedGame, KeptGame]]:
    """A game between random programs, stopped at every so manieth order."""
    rng, game = np.random.default_rng(6), PickedGame(mission)
    game.begin("3")
    for number in range(picks):
        if game.over:
            return
        if number % EVERY == 0 and game.kind == "order":
            yield game, game.position()
        game.pick(int(rng.choice(np.flatnonzero(game.mask()))))


def hidden_near(state: State, game: PickedGame) -> Iterator[State]:
    """The state with a hidden ENEMY unit, and with mines, beside a FRIENDLY unit."""
    world = game.match.view.world
    own = [u.location for u in state.units.values() if u.side == "FRIENDLY"]
    taken = {unit.location for unit in state.units.values()}
    counter = next(
        (
            u.counter
            for u in state.units.values()
            if u.side == "ENEMY" and not u.vehicle
        ),
        f"{game.mission.enemy}/8-0",
    )
    for start in filter(None, own[:2]):
        places = (
            LocationName(world.map.label(hex_))
            for hex_, far in enumerate(world.ranges(start))
            if far == 1
        )
        at = next((place for place in places if place not in taken), None)
        if at is None:
            continue
        unit = Unit(id="e9A", side="ENEMY", counter=counter, location=at, hidden=True)
        yield replace(state, units={**state.units, "e9A": unit})
        mines = Fortification(
            id="mines", kind="minefield", location=at, fp=8, hidden=True, side="ENEMY"
        )
        yield replace(state, fortifications={**state.fortifications, "mines": mines})


def others_under(state: State, game: PickedGame) -> Iterator[State]:
    """The state with somebody else, and with more, under a "?" of the ENEMY."""
    kind = f"{game.mission.enemy}/8-0"
    for unit in state.units.values():
        if unit.side == "ENEMY" and unit.concealed and not unit.vehicle:
            yield replace(
                state, units={**state.units, unit.id: replace(unit, counter=kind)}
            )
            more = replace(unit, id="e8A", counter=kind)
            yield replace(state, units={**state.units, "e8A": more})


class TestNothingLeaks:
    """What is hidden changes nothing that is shown."""

    def test_hidden(self) -> None:
        """Neither hidden units nor mines beside the player's own."""
        tried = 0
        for game, kept in moments("first-contact", 40):
            there = shown(game)
            for state in hidden_near(kept.mark.state, game):
                assert differences(there, altered(game, state)) == []
                tried += 1
        assert tried >= 8

    def test_concealed(self) -> None:
        """Neither who is under a "?" nor how many."""
        tried = 0
        for game, kept in moments("first-contact", 60):
            there = shown(game)
            for state in others_under(kept.mark.state, game):
                assert differences(there, altered(game, state)) == []
                tried += 1
        assert tried >= 2

    def test_dice_to_come(self) -> None:
        """Nor what a S? will turn out to be: the dice that decide are to come."""
        for game, kept in moments("first-contact", 20):
            assert kept.mark.state.suspects
            there = shown(game)
            for seed in ("11", "12"):
                assert differences(there, altered(game, kept.mark.state, seed)) == []

    def test_ids(self) -> None:
        """Nor that of two 4-4-7 the first is not seen: they are lettered anew."""
        game, kept = list(moments("tutorial", 9))[-1]
        units, at = kept.mark.state.units, LocationName("o1B2")
        one = Unit(id="e447A", side="ENEMY", counter="russian/4-4-7", location=at)
        two = replace(one, id="e447B")
        texts = [
            altered(game, replace(kept.mark.state, units={**units, each.id: each}))
            for each in (one, two)
        ]
        assert "e447" in texts[0]["text"]
        assert differences(*texts) == []


class TestWhatIsSeen:
    """And what the player does know is there."""

    def test_sides(self) -> None:
        """Each side sees its own, hidden or not; of the other's only what it may."""
        _, kept = next(moments("tutorial", 9))
        place = LocationName("o1B2")
        enemy = Unit(id="e9A", side="ENEMY", counter="russian/4-4-7", location=place)
        states = {
            "plain": enemy,
            "concealed": replace(enemy, concealed=True),
            "hidden": replace(enemy, hidden=True),
        }
        told = {}
        for name, unit in states.items():
            state = replace(kept.mark.state, units={"e9A": unit})
            told[name] = [
                list(seen_by(state, side).units) for side in ("FRIENDLY", "ENEMY")
            ]
        assert told == {
            "plain": [["e9A"], ["e9A"]],
            "concealed": [["?o1B2"], ["e9A"]],
            "hidden": [[], ["e9A"]],
        }

    def test_it_can_fail(self) -> None:
        """A unit that is seen does change the observation."""
        game, kept = next(moments("tutorial", 9))
        place = LocationName("o1B2")
        unit = Unit(id="e9A", side="ENEMY", counter="russian/4-4-7", location=place)
        state = replace(kept.mark.state, units={**kept.mark.state.units, "e9A": unit})
        found = differences(shown(game), altered(game, state))
        assert set(found) == {"board", "units", "text"}
