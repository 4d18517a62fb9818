"""A Mission played and adjusted until the reference player wins as often as wished."""

from collections.abc import Callable, Iterator
from math import copysign
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from opfor.missions.points import ob_points
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder
from opfor.state.counters import MMC
from opfor.state.mission import OB, Mission
from opfor.state.nations import Nation, load_nation
from opfor.study.interval import Interval, share_interval
from opfor.study.run import Games, Group, Told, now_and_then, play_until, won_of
from opfor.study.workers import Workers

HALF = 0.10
"""How well the rate is to be known, on both sides."""

MOST_GAMES = 500
"""Games after which it is left as it is."""

MOST_STEPS = 8
"""Changes after which it is left as it is."""

MOST_FAULTS = 5
"""Games that end in a fault after which it is left as it is."""

FAR_OFF = 0.25
"""A rate so far from what is wished is met with two squads in place of one."""

FEWEST_SQUADS, MOST_SQUADS = 3, 18
FEWEST_TURNS, MOST_TURNS = 4, 14


class Step(Struct, frozen=True):
    """What one way to have the Mission came to, and what was changed then.

    Args:
        known: the rate of wins, with an interval that holds at every moment.
        games: how many were played.
        change: what was changed after them; empty for the last.
    """

    known: Interval
    games: int
    change: str = ""


class Weighed(Struct, frozen=True):
    """A Mission that was weighed.

    Attributes:
        mission: it, as adjusted.
        steps: what was played and changed, in order.
        reached: the rate is known well enough, and as wished.
        faults: games that ended in a fault of the program; they do not count.
    """

    mission: Mission
    steps: tuple[Step, ...]
    reached: bool
    faults: int


def weigh(
    setup: Setup,
    wish: float,
    *,
    workers: Workers,
    most: int = MOST_GAMES,
    told: Told = lambda _: None,
    changed: Callable[[Step], object] = lambda _: None,
) -> Weighed:
    """Play a Mission and change it until it is as wished, within bounds.

    A way to have it is played until the rate is known to ± 10 points, or until what is
    wished is out of the question; then one thing is changed (D-703).

    Args:
        setup: the Mission with its boards and packs.
        wish: how often the FRIENDLY side is to win, such as 0.5.
        workers: who plays; they are left open.
        most: games in all.
        told: hears of the games of the way that is being played.
        changed: hears of each step as it is done.

    Errors:
        OpforError: the Mission cannot be played.
    """
    steps, left, faults = list[Step](), most, 0
    mission, dials = setup.mission, Dials(setup)
    while True:
        order = BatchOrder(setup=replace(setup, mission=mission), seed=setup.seed)
        group = Group({"": order}, _enough(wish, left))
        games = play_until([group], workers=workers, told=told)[""]
        known = share_interval(*won_of(games), half=HALF)
        faults += sum(bool(one.fault) for one in games)
        left -= len(games)
        possible = known.low <= wish <= known.high
        done = possible and known.half <= HALF
        over = left <= 0 or len(steps) == MOST_STEPS or faults > MOST_FAULTS
        turned = None if done or over else dials.turn(mission, wish - known.value)
        step = Step(known, len(games), turned[1] if turned else "")
        steps.append(step)
        changed(step)
        if turned is None:
            return Weighed(mission, tuple(steps), done, faults)
        mission = turned[0]


def _enough(wish: float, most: int) -> Callable[[Games], bool]:
    """Enough when the rate is known, or what is wished is out of the question."""

    def known(found: Games) -> bool:
        (games,) = found.values()
        so_far = share_interval(*won_of(games), half=HALF)
        return so_far.half <= HALF or not so_far.low <= wish <= so_far.high

    return now_and_then(known, most)


class Dials:
    """What of a Mission may be changed, by turns: OB, turns, AC#.

    Args:
        setup: the Mission as it was made.
    """

    def __init__(self, setup: Setup) -> None:
        self._nation: Nation = load_nation(
            setup.mission.friendly, *map(Path, setup.packs)
        )
        self._next = 0

    def turn(self, mission: Mission, gap: float) -> tuple[Mission, str] | None:
        """One change in the direction of a gap, and what it is; None if none is left.

        Args:
            mission: it, as it is now.
            gap: what is wished less what was found: positive is easier.
        """
        ways = (self._squads, self._turns, self._ac)
        order = (*ways[self._next :], *ways[: self._next])
        self._next = (self._next + 1) % len(ways)
        return next(filter(None, (way(mission, gap) for way in order)), None)

    def _squads(self, mission: Mission, gap: float) -> tuple[Mission, str] | None:
        """A squad or two more or fewer, in the line that has most of them."""
        lines = {nth: line.number for nth, line in self._mmc(mission)}
        nth = max(lines, key=lambda one: lines[one], default=-1)
        step = int(copysign(1 + (abs(gap) >= FAR_OFF), gap))
        total = sum(lines.values()) + step
        if nth < 0 or lines[nth] + step < 1:
            return None
        if not FEWEST_SQUADS <= total <= MOST_SQUADS:
            return None
        old = mission.unit[nth]
        new = replace(old, number=old.number + step)
        unit = (*mission.unit[:nth], new, *mission.unit[nth + 1 :])
        worth = ob_points(
            (line for line in unit if line.side == "FRIENDLY"), self._nation
        )
        change = f"{_so_many(step, 'squad')} ({worth} points)"
        return replace(mission, unit=unit), change

    def _turns(self, mission: Mission, gap: float) -> tuple[Mission, str] | None:
        """A turn more for who has to take, one fewer for who has to hold."""
        takes = mission.held_by == "ENEMY"
        step = 1 if (gap > 0) == takes else -1
        turns = mission.turns + step
        last = max((due.turn for due in mission.entering), default=0)
        if not max(FEWEST_TURNS, last + 1) <= turns <= MOST_TURNS:
            return None
        return replace(mission, turns=turns), _so_many(step, "turn")

    def _ac(self, mission: Mission, gap: float) -> tuple[Mission, str] | None:
        """The AC# one lower to make it easier, one higher to make it harder."""
        step = -1 if gap > 0 else 1
        shift = mission.ac_shift + step
        if shift not in (-1, 0, 1):
            return None
        word = "lower" if step < 0 else "higher"
        return replace(mission, ac_shift=shift), f"AC# one {word}"

    def _mmc(self, mission: Mission) -> Iterator[tuple[int, OB]]:
        """The lines of squads of the FRIENDLY OB, with their places in it."""
        for nth, line in enumerate(mission.unit):
            piece = self._nation.counter(line.counter) if line.side == "FRIENDLY" else 0
            if isinstance(piece, MMC) and piece.size == "squad":
                yield nth, line


def _so_many(step: int, what: str) -> str:
    """A change as one says it: one squad more, two turns fewer."""
    number = {1: "one", 2: "two"}[abs(step)]
    plural = "s" * (abs(step) > 1)
    return f"{number} {what}{plural} {'more' if step > 0 else 'fewer'}"


def in_words(step: Step) -> str:
    """A step as one line."""
    known = step.known
    sure = f"{known.low:.0%} to {known.high:.0%}"
    so = f"{known.value:.0%} of {step.games} games ({sure})"
    return f"{so}: {step.change}" if step.change else so
