"""What happened in a phase as a paragraph: its events in order, a sentence each."""

from collections import Counter
from collections.abc import Iterable

from opfor.state.events import PhaseBegan, UnitChanged, WeaponChanged
from opfor.state.state import State
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
    """What stands against what as play begins."""
    own = Counter(
        kind_name(world, unit)
        for unit in state.units.values()
        if unit.side == "FRIENDLY"
    )
    names = (f"{count} × {name}" if count > 1 else name for name, count in own.items())
    suspects, number = len(state.suspects_onboard()), state.ac_number
    told = [f"You have {', '.join(names)}."] if own else []
    told.append(f"{suspects} S? are on the map; the AC# is {number}.")
    if state.vpo:
        where = ", ".join(place(world, vpo) for vpo in state.vpo)
        told.append(f"The VPO Locations: {where}.")
    return " ".join(told)
