"""What happened in a phase as a paragraph: its events in order, a sentence each."""

from collections import Counter
from collections.abc import Iterable, Iterator

from opfor.state.events import PhaseBegan, UnitChanged, WeaponChanged
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from opfor.state.world import World
from opfor.views.text.log import LogLine
from opfor.views.text.names import kind_name, place
from opfor.views.text.story import StoryLine, is_head
from opfor.views.text.words import kind_of

ENDS = ".!?"

LEFT_OUT = frozenset(
    {
        "assumes_attitude", "enters_in_platoon", "follows_its_target", "is_to_enter_by",
        "is_to_enter_the_map", "goes_bu", "moves_by_itself_now", "starts", "stops",
        "waits_offboard",
    }
)  # fmt: skip
"""Kinds of what a paragraph passes over: how a unit gets ready."""


def prose(story: Iterable[StoryLine]) -> str:
    """Events in order as a paragraph; empty if there is nothing to tell.

    What is told twice in a row, as two shots alike, is told once with how often. Who
    starts, stops or waits is left to the lines below it.
    """
    sentences: list[tuple[str, int]] = []
    for line in story:
        if any(isinstance(one.event, PhaseBegan) for one in line.lines) or _idle(line):
            continue
        if sentences and sentences[-1][0] == line.text:
            sentences[-1] = (line.text, sentences[-1][1] + 1)
        else:
            sentences.append((line.text, 1))
    return " ".join(_sentence(text, times) for text, times in sentences)


def _idle(line: StoryLine) -> bool:
    """Whether nothing that matters has changed by an event."""
    kinds = {_kind(one) for one in line.lines if is_head(one)}
    return bool(kinds) and kinds <= LEFT_OUT


def _kind(line: LogLine) -> str:
    """The kind of change that a line tells, if it is one."""
    match line.event:
        case UnitChanged(what=what) | WeaponChanged(what=what):
            return kind_of(what)
    return ""


def _sentence(text: str, times: int) -> str:
    often = f" ({times} times)" if times > 1 else ""
    whole = f"{text.rstrip(ENDS)}{often}."
    starts = whole.startswith(("the ", "weather", "fire ", "repair", "you "))
    return whole[:1].upper() + whole[1:] if starts else whole


def set_up(world: World, state: State) -> str:
    """What stands against what as play begins, and where."""
    own = [unit for unit in state.units.values() if unit.side == "FRIENDLY"]
    carried = [weapon for unit in own for weapon in state.weapons_of(unit.id)]
    names = [kind_name(world, unit) for unit in own]
    names += [world.counter(one.counter).name for one in carried if not one.mount]
    counts = Counter(names).items()
    have = [f"{count} × {name}" if count > 1 else name for name, count in counts]
    suspects, number = len(state.suspects_onboard()), state.ac_number
    told = [f"You have {', '.join(have)}."] if have else []
    told += [f"In {where}: {who}." for where, who in _standing(world, own)]
    told.append(f"{suspects} S? are on the map; the AC# is {number}.")
    if state.vpo:
        where = ", ".join(place(world, vpo) for vpo in state.vpo)
        told.append(f"The VPO Locations: {where}.")
    return " ".join(told)


def _standing(world: World, units: Iterable[Unit]) -> Iterator[tuple[str, str]]:
    """Each Location that some units stand in, and who they are."""
    there: dict[LocationName, list[str]] = {}
    for unit in units:
        if unit.location:
            there.setdefault(unit.location, []).append(unit.id)
    for at, ids in there.items():
        yield place(world, at), ", ".join(ids)
