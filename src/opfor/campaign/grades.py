"""Better and lower classes of squads and leaders, and what stands for half a squad."""

from collections.abc import Iterable

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import better_of
from opfor.state.counters import MMC
from opfor.state.nations import Nation


def better(nation: Nation, name: str, date: str) -> str:
    """The name of the next better counter of its kind; empty if it is the best."""
    return better_of(nation.counters, nation.counter(name), date)


def lower(nation: Nation, name: str) -> str:
    """The name of the squad one class below; the same if there is none."""
    below = _squad(nation, name).replaced_by
    kind = nation.counter(below[0]) if len(below) == 1 else None
    return kind.name if isinstance(kind, MMC) and kind.size == "squad" else name


def usual_squad(nation: Nation, date: str) -> str:
    """The name of a nation's usual squad of a month, by {x2}."""
    return nation.counter(nation.look_up("x2", 7, date=date).result).name


def half(nation: Nation, name: str) -> str:
    """The counter that a reduced squad goes into a Mission with."""
    kind = _squad(nation, name)
    return kind.reduced or kind.half_squad or kind.name


def strength(nation: Nation, was: str, now: Iterable[str]) -> tuple[str, bool]:
    """What counters at the end of a Mission are: a squad by name, and whether reduced.

    Args:
        nation: the company's.
        was: the name of the whole squad that began.
        now: the names of the counters that are left of it.
    """
    left = [kind for kind in map(nation.counter, now) if isinstance(kind, MMC)]
    squads = [kind for kind in left if kind.size == "squad"]
    line = steps(nation, was)
    if not squads:
        names = {kind.name for kind in left}
        halves = (step for step in line if _squad(nation, step).half_squad in names)
        return next(halves, was), len(left) < 2
    name = squads[0].name
    whole = next((s for s in line if _squad(nation, s).reduced == name), "")
    return (whole, True) if whole else (name, False)


def steps(nation: Nation, name: str) -> list[str]:
    """A squad and those below it, class by class."""
    found = [name]
    while (less := lower(nation, found[-1])) not in found:
        found.append(less)
    return found


def _squad(nation: Nation, name: str) -> MMC:
    """The squad of that name.

    Errors:
        OpforError: the nation has none.
    """
    kind = nation.counter(name)
    if not isinstance(kind, MMC):
        raise OpforError(f"{name!r} is no {nation.id} squad")
    return kind
