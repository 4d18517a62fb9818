"""What many games came to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt

from msgspec import Struct

from opfor.sim.series import SIDES, GameOutcome
from opfor.state.units import Side

Z95 = 1.959964
"""The normal deviate of a 95 % interval."""


LEAST = 3
"""Games by which a rate of games is told."""


class Summary(Struct, frozen=True, kw_only=True):
    """Figures over many games.

    Args:
        games: how many came to an end.
        won, draws: by the FRIENDLY side, by nobody.
        win_rate, low, high: the share won, and its 95 % interval (Wilson).
        vp: the mean VP of each side.
        losses: the mean losses of each side, turn by turn.
        rules, rows: how many games used each.
        faults: the games that ended in a fault, by index.
        missions_per_s: games a second of one process, of those played now but the
            first of each process; 0 if there are too few to tell.
        enemy_turn_p95_s: 95 % of ENEMY Player Turns took no longer.
    """

    games: int
    won: int
    draws: int
    win_rate: float
    low: float
    high: float
    vp: dict[Side, float]
    losses: dict[Side, list[float]]
    rules: dict[str, int]
    rows: dict[str, int]
    faults: dict[int, str]
    missions_per_s: float
    enemy_turn_p95_s: float


def summary(outcomes: Sequence[GameOutcome]) -> Summary:
    """What games came to, those with faults left out of all figures but `faults`."""
    ended = [outcome for outcome in outcomes if not outcome.fault]
    won = sum(outcome.winner == "FRIENDLY" for outcome in ended)
    low, high = wilson(won, len(ended))
    turns = sorted(t for outcome in ended for t in outcome.enemy_turns_s)
    timed = [one.seconds for one in ended if one.seconds and not one.first]
    return Summary(
        games=len(ended),
        won=won,
        draws=sum(not outcome.winner for outcome in ended),
        win_rate=won / len(ended) if ended else 0,
        low=low,
        high=high,
        vp={side: mean([o.vp[side] for o in ended]) for side in SIDES},
        losses={side: by_turn([o.losses[side] for o in ended]) for side in SIDES},
        rules=_used(outcome.rules for outcome in ended),
        rows=_used(outcome.rows for outcome in ended),
        faults={o.index: o.fault for o in outcomes if o.fault},
        missions_per_s=len(timed) / sum(timed) if len(timed) >= LEAST else 0,
        enemy_turn_p95_s=turns[int(0.95 * (len(turns) - 1))] if turns else 0,
    )


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score."""
    if not games:
        return 0.0, 1.0
    share, size = won / games, Z95 * Z95 / games
    middle = share + size / 2
    spread = Z95 * sqrt(share * (1 - share) / games + size / games / 4)
    low, high = (middle - spread) / (1 + size), (middle + spread) / (1 + size)
    return max(0.0, low), min(1.0, high)


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def by_turn(losses: Sequence[Sequence[int]]) -> list[float]:
    """The mean losses turn by turn, of games that may have ended sooner."""
    longest = max(map(len, losses), default=0)
    return [
        mean([lost[turn] if turn < len(lost) else 0 for lost in losses])
        for turn in range(longest)
    ]


def _used(counts: Iterator[dict[str, int]]) -> dict[str, int]:
    used: Counter[str] = Counter()
    for count in counts:
        used.update(count.keys())
    return dict(sorted(used.items()))
