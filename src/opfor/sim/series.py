"""One of many games of a Mission without a person.

Each game follows from its order and its index alone, so the outcomes are the same
wherever they are played; `opfor.study.run` plays many, `summary.py` says what they came
to.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from traceback import extract_tb
from typing import Literal
from weakref import WeakSet

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.ask import Port
from opfor.core.cycles import no_search_for_cycles
from opfor.core.event import Emitted
from opfor.core.explain import RowRead
from opfor.core.fact import Fact
from opfor.core.game import Game
from opfor.geo.los.spots import MOST_SPOTS
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world, settled
from opfor.rules.s_solitaire.command_tables import check_nobody_is_asked
from opfor.sim.outlook import winner_of
from opfor.sim.picks import NONE, Picks, picks_of
from opfor.sim.players import player
from opfor.sim.run import play_out
from opfor.state.events import (
    LossesChanged,
    PhaseBegan,
    SuspectChanged,
    SuspectPlaced,
    SuspectRemoved,
    Tidied,
)
from opfor.state.los_ahead import work_out_los
from opfor.state.nations import Nation, TableRows, load_nation
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World
from opfor.views.text.words import say

WORLDS = 16
"""Worlds that a process keeps; the batches of a study take turns."""


class GameOutcome(Struct, frozen=True, kw_only=True):
    """What one game came to; `seconds`, `first`, `enemy_turns_s` are of the machine.

    Args:
        index: its place among the games.
        result: how it ended.
        winner: who won; empty for a draw.
        vp: CVP and Exit VP of each side.
        losses: units lost by each side, turn by turn.
        rules: how often each rule caused something.
        rows: how often each row of a table was read, as `A1 12` or `A2a <=2 Hold`.
        suspects: S? left at the end.
        turns: Game Turns that were begun.
        woken: where S? were Activated, in order.
        fault: the exception that ended it, with its place; empty for none.
        picks: how those of FRIENDLY's player went; no file has them.
        seconds: how long it took.
        first: it was the first of its process on its World, so much was still to be
            loaded and worked out.
        enemy_turns_s: how long each ENEMY Player Turn took.
    """

    index: int
    result: str = ""
    winner: Side | Literal[""] = ""
    vp: dict[Side, int] = {}
    losses: dict[Side, list[int]] = {}
    rules: dict[str, int] = {}
    rows: dict[str, int] = {}
    suspects: int = 0
    turns: int = 0
    woken: list[str] = []
    fault: str = ""
    picks: Picks = NONE
    seconds: float = 0
    first: bool = False
    enemy_turns_s: list[float] = []


class BatchOrder(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a process is to play.

    Args:
        setup: the game; its policies count, its own seed does not.
        seed: what all games follow from.
        player: who plays for FRIENDLY, as `players.py` knows them.
        rows: rows over tables, for this study alone.
        keyed: the same situation has the same dice, whatever was rolled before.
    """

    setup: Setup
    seed: int
    player: str = "steady"
    rows: TableRows = {}
    keyed: bool = False


def settled_order(order: BatchOrder) -> BatchOrder:
    """The same with the policies that its packs set.

    Errors:
        OpforError: a Command of theirs asks a player (D-630), and nobody is there.
    """
    setup = settled(order.setup)
    packs = (Path(folder) for folder in setup.packs)
    check_nobody_is_asked(load_nation(setup.mission.enemy, *packs), setup.policies)
    return replace(order, setup=setup)


def game_seed(seed: int, index: int) -> str:
    """What the dice and the players of a game follow from."""
    return f"{seed}/{index}"


def get_ready(order: BatchOrder) -> World:
    """The world of an order, with LOS of its map as kept, or else worked out now."""
    world = world_of(order.setup, order.rows)
    if world.known_sights is None and len(world.spots) <= MOST_SPOTS:
        work_out_los(world, by=world.los)
    return world


def play_one(
    order: BatchOrder, index: int, keep: Callable[[Game[State]], object] | None = None
) -> GameOutcome:
    """One game of many; a fault in it is part of the outcome.

    Args:
        order: what is played.
        index: its place among the games.
        keep: is given the game once it is over.
    """
    world = world_of(order.setup, order.rows)
    seed = game_seed(order.seed, index)
    watch = _Watch(world.enemy, first=world not in _PLAYED)
    _PLAYED.add(world)
    players: dict[Side, Port] = {
        "FRIENDLY": player(order.player, world, f"{seed}F"),
        "ENEMY": Random(world, f"{seed}E"),
    }
    begun = perf_counter()
    try:
        with no_search_for_cycles():  # looking took a game 7 % longer
            game = play_out(
                world,
                order.setup.mission,
                seed,
                players,
                listener=watch,
                keyed=order.keyed,
            )
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        where = f"{place.filename.rpartition('/')[2]}:{place.lineno}"
        told = f"{type(error).__name__} at {where}: {error}"
        return watch.outcome(index, seconds=perf_counter() - begun, fault=told)
    state, seconds = game.state, perf_counter() - begun
    if keep is not None:
        keep(game)
    tolls = {side: state.toll(side) for side in SIDES}
    return replace(
        watch.outcome(index, seconds=seconds),
        result=say(state.over),
        winner=winner_of(state.over),
        vp={side: toll.cvp + toll.exit_vp for side, toll in tolls.items()},
        suspects=len(state.suspects),
        turns=state.turn,
        picks=picks_of(players["FRIENDLY"]),
    )


_PLAYED: WeakSet[World] = WeakSet()
"""The Worlds of this process on which a game was begun."""

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")


def world_of(setup: Setup, rows: TableRows | None = None) -> World:
    """The world of a Setup and of rows over its tables, kept in each process."""
    return _world(msgspec.json.encode((setup, rows or {})))


@lru_cache(WORLDS)
def _world(order: bytes) -> World:
    setup, rows = msgspec.json.decode(order, type=tuple[Setup, TableRows])
    return build_world(setup, rows)


class _Watch:
    """Counts what happens in a game as it happens."""

    def __init__(self, enemy: Nation, *, first: bool) -> None:
        self._enemy, self._first = enemy, first
        self.rules: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.losses: dict[Side, list[int]] = {side: [] for side in SIDES}
        self.turns: list[float] = []
        self.woken: list[str] = []
        self._suspects: dict[str, str] = {}
        self._lost = dict.fromkeys(SIDES, 0)
        self._began: float | None = None

    def __call__(self, emitted: Emitted) -> None:
        self.rules.update(emitted.causes)
        match emitted.event:
            case RowRead(table=table, row=row):
                read = self._enemy.tables[table]
                self.rows[read.name_of(read.rows[row])] += 1
            case LossesChanged(side=side, toll=toll):
                gone = len(toll.lost) - self._lost[side]
                self._lost[side] = len(toll.lost)
                if gone > 0 and self.losses[side]:
                    self.losses[side][-1] += gone
            case PhaseBegan(side=side, phase="RPh", turn=turn):
                self._turn(side, turn)
            case SuspectPlaced(suspect=one) | SuspectChanged(suspect=one):
                self._suspects[one.id] = one.location
            case Tidied(suspects=some):
                self._suspects.update((one.id, one.location) for one in some)
            case SuspectRemoved(id=id_, why=Fact(kind="activated")):
                self.woken.append(self._suspects.get(id_, ""))

    def _turn(self, side: Side, turn: int) -> None:
        now = perf_counter()
        if self._began is not None:
            self.turns.append(now - self._began)
        self._began = now if side == "ENEMY" else None
        for lost in self.losses.values():
            lost.extend([0] * (turn - len(lost)))

    def outcome(self, index: int, *, seconds: float, fault: str = "") -> GameOutcome:
        """What was counted."""
        return GameOutcome(
            index=index,
            rules=dict(sorted(self.rules.items())),
            rows=dict(sorted(self.rows.items())),
            losses=self.losses,
            woken=self.woken,
            enemy_turns_s=self.turns,
            seconds=seconds,
            first=self._first,
            fault=fault,
        )
