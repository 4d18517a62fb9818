"""Calls of Python functions a game makes: the same on every machine, busy or not.

`python -m benchmarks calls` counts them for fixed games of each Mission;
`… calls --check [MISSION …]` says which rose by more than a twentieth over what is
kept in `calls.json`, and fails then; `… calls --keep [MISSION …]` keeps what it counts.
Games are counted after one that fills what is kept of the map, with LOS worked out.
"""

import sys
from cProfile import Profile
from pathlib import Path
from platform import python_version_tuple
from types import CodeType

import msgspec
from msgspec import Struct

from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, get_ready, play_one
from opfor.state.mission import load_mission, missions

KEPT = Path(__file__).with_suffix(".json")
"""What was counted when it was last looked at."""

GAMES = 2
"""Games of each Mission that are counted."""

MORE = 0.05
"""The share by which calls may rise before it is said."""


class Kept(Struct, frozen=True):
    """Calls a game that are kept.

    Args:
        python: the Python they were counted with; others call otherwise.
        calls: by Mission.
    """

    python: str
    calls: dict[str, int]


def run() -> dict[str, int]:
    """Calls a game, by Mission."""
    return {name: calls(name) for name in missions()}


def main(args: list[str]) -> int:
    """Compare what is counted with what is kept, or keep it; the exit code."""
    named = [arg for arg in args if not arg.startswith("--")]
    now = {name: calls(name) for name in named or missions()}
    before = kept()
    if "--keep" in args:
        new = Kept(python_name(), {**before.calls, **now})
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(new)) + b"\n")
        return 0
    if before.python != python_name():
        print(f"kept with Python {before.python}, this is {python_name()}")
        return 0
    lines, risen = compared(before.calls, now)
    print("\n".join(lines))
    return 1 if risen else 0


def compared(before: dict[str, int], now: dict[str, int]) -> tuple[list[str], bool]:
    """A line for each Mission, and whether calls of any rose by too much."""
    lines, risen = [], False
    for name, count in now.items():
        was = before.get(name, count)
        change, much = count / was - 1, count > (1 + MORE) * was
        risen |= much
        word = "  more than a twentieth: say so in the commit" if much else ""
        lines.append(f"{name:16} {count:>11,} calls a game {change:+7.1%}{word}")
    return lines, risen


def calls(mission: str) -> int:
    """Calls of Python functions in a game of a Mission, the mean of some."""
    return sum(counted(mission).values()) // GAMES


def counted(mission: str) -> dict[str, int]:
    """Calls in the games of a Mission, by function."""
    order = BatchOrder(setup=Setup(mission=load_mission(mission), seed=1), seed=1)
    get_ready(order)
    play_one(order, 0)
    profile = Profile(subcalls=False, builtins=False)
    profile.enable()
    for index in range(1, GAMES + 1):
        play_one(order, index)
    profile.disable()
    found: dict[str, int] = {}
    for entry in profile.getstats():
        name = name_of(entry.code)
        found[name] = found.get(name, 0) + entry.callcount
    return found


def name_of(code: CodeType | str) -> str:
    """A function by its file in opfor, its line and name."""
    if isinstance(code, str):
        return code
    file = code.co_filename.rpartition("/opfor/")[2]
    return f"{file}:{code.co_firstlineno} {code.co_qualname}"


def kept() -> Kept:
    """What is kept; nothing at first."""
    if not KEPT.exists():
        return Kept(python_name(), {})
    return msgspec.json.decode(KEPT.read_bytes(), type=Kept)


def python_name() -> str:
    """The Python that runs this, such as 3.11."""
    return ".".join(python_version_tuple()[:2])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
