"""A Mission on a ladder: each rung up is a little easier, each one down harder."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from opfor.missions.points import ob_points
from opfor.ports.session import Setup
from opfor.state.counters import MMC
from opfor.state.mission import OB, Mission
from opfor.state.nations import Nation, load_nation

FEWEST_SQUADS, MOST_SQUADS = 3, 18
FEWEST_TURNS, MOST_TURNS = 4, 14
FEWEST_GROUPS, MOST_GROUPS = 1, 4

A1, MOST_A1 = "DRM on {A1}", 2
"""What that lever is called, and the most that it is moved to."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

Lever = Callable[[Mission, int], tuple[Mission, str] | None]
"""A Mission a step easier (1) or harder (-1), and what was moved; None: no further."""


class Rung(Struct, frozen=True):
    """A Mission as it is so many steps easier or harder than it was made.

    Args:
        mission: it.
        moved: levers and how far each was moved, in order.
    """

    mission: Mission
    moved: tuple[tuple[str, int], ...] = ()


class Ladder:
    """The rungs of a Mission; 0 is the Mission as it was made.

    From rung to rung one lever is moved one step: a squad, a turn, a squad, the AC#, a
    group that enters, the DRM on {A1}, and so on by turns; one that can go no further
    is passed over.

    Args:
        setup: the Mission as it was made, with its packs.
    """

    def __init__(self, setup: Setup) -> None:
        packs = map(Path, setup.packs)
        self._nation: Nation = load_nation(setup.mission.friendly, *packs)
        up, down = (list(self._climb(setup.mission, way)) for way in (1, -1))
        made = Rung(setup.mission)
        self._rungs = [*reversed(down), made, *up]
        self._made = len(down)

    @property
    def rungs(self) -> range:
        """The numbers of all rungs, the hardest first."""
        return range(-self._made, len(self._rungs) - self._made)

    def at(self, rung: int) -> Mission:
        """The Mission on a rung."""
        return self._rungs[self._made + rung].mission

    def between(self, old: int, new: int) -> str:
        """What is changed on the way from a rung to another, in words."""
        moved = Counter(dict(self._rungs[self._made + new].moved))
        moved.subtract(dict(self._rungs[self._made + old].moved))
        said = [_said(lever, steps) for lever, steps in moved.items() if steps]
        units = self.at(new).unit
        own = (line for line in units if line.side == "FRIENDLY")
        return f"{', '.join(said)} ({ob_points(own, self._nation)} points)"

    def _climb(self, mission: Mission, way: int) -> Iterator[Rung]:
        """The rungs one after another, in one direction."""
        levers: list[Lever] = [self._squad, _turn, self._squad, _ac, _group, _a1]
        moved = Counter[str]()
        nth = stuck = 0
        while stuck < len(levers):
            found = levers[nth % len(levers)](mission, way)
            nth += 1
            if found is None:
                stuck += 1
                continue
            mission, stuck = found[0], 0
            moved[found[1]] += _sign(found[1], mission, way)
            yield Rung(mission, tuple(moved.items()))

    def _squad(self, mission: Mission, way: int) -> tuple[Mission, str] | None:
        """A squad more or fewer, in the line that has most of them."""
        lines = {nth: line.number for nth, line in self._squads(mission)}
        nth = max(lines, key=lambda one: lines[one], default=-1)
        total = sum(lines.values()) + way
        if nth < 0 or lines[nth] + way < 1:
            return None
        if not FEWEST_SQUADS <= total <= MOST_SQUADS:
            return None
        new = replace(mission.unit[nth], number=lines[nth] + way)
        unit = (*mission.unit[:nth], new, *mission.unit[nth + 1 :])
        return replace(mission, unit=unit), "squad"

    def _squads(self, mission: Mission) -> Iterator[tuple[int, OB]]:
        """The lines of squads of the FRIENDLY OB, with their places in it."""
        for nth, line in enumerate(mission.unit):
            piece = self._nation.counter(line.counter) if line.side == "FRIENDLY" else 0
            if isinstance(piece, MMC) and piece.size == "squad":
                yield nth, line


def _turn(mission: Mission, way: int) -> tuple[Mission, str] | None:
    """A turn more for who has to take, one fewer for who has to hold."""
    turns = mission.turns + _sign("turn", mission, way)
    last = max((due.turn for due in mission.entering), default=0)
    if not max(FEWEST_TURNS, last + 1) <= turns <= MOST_TURNS:
        return None
    return replace(mission, turns=turns), "turn"


def _ac(mission: Mission, way: int) -> tuple[Mission, str] | None:
    """The AC# one lower to make it easier, one higher to make it harder."""
    shift = mission.ac_shift - way
    return (replace(mission, ac_shift=shift), "AC#") if shift in (-1, 0, 1) else None


def _group(mission: Mission, way: int) -> tuple[Mission, str] | None:
    """A group fewer or more, of those that enter on one turn: where there are most."""
    most = max((due.groups for due in mission.entering), default=0)
    if not (most and FEWEST_GROUPS <= most - way <= MOST_GROUPS):
        return None
    nth = next(n for n, due in enumerate(mission.entering) if due.groups == most)
    due = replace(mission.entering[nth], groups=most - way)
    entering = (*mission.entering[:nth], due, *mission.entering[nth + 1 :])
    return replace(mission, entering=entering), "group"


def _a1(mission: Mission, way: int) -> tuple[Mission, str] | None:
    """The DRM on {A1} higher to make it easier: less comes out of S?."""
    drm = mission.a1_drm + way
    return (replace(mission, a1_drm=drm), A1) if abs(drm) <= MOST_A1 else None


def _sign(lever: str, mission: Mission, way: int) -> int:
    """Whether a lever is moved up (1) or down (-1) to make a Mission easier."""
    down = lever in ("AC#", "group")
    down |= lever == "turn" and mission.held_by == "FRIENDLY"
    return -way if down else way


def _said(lever: str, steps: int) -> str:
    """A change as one says it: one squad more, two turns fewer."""
    number = NUMBERS[abs(steps)] if abs(steps) < len(NUMBERS) else str(abs(steps))
    if lever in ("AC#", A1):
        return f"{lever} {number} {'higher' if steps > 0 else 'lower'}"
    lever = f"ENEMY {lever}" if lever == "group" else lever
    plural = "s" * (abs(steps) > 1)
    return f"{number} {lever}{plural} {'more' if steps > 0 else 'fewer'}"
