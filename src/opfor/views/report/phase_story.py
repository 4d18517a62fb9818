"""What happened in a phase as a paragraph: its events in order, a sentence each."""

from collections import Counter
from collections.abc import Iterable

from opfor.state.events import PhaseBegan
from opfor.state.state import State
from opfor.state.world import World
from opfor.views.text.names import kind_name, place
from opfor.views.text.story import StoryLine

ENDS = ".!?"


def prose(story: Iterable[StoryLine]) -> str:
    """Events in order as a paragraph; empty if there is nothing to tell.

    What is told twice in a row, as two shots alike, is told once with how often.
    """
    sentences: list[tuple[str, int]] = []
    for line in story:
        if any(isinstance(one.event, PhaseBegan) for one in line.lines):
            continue
        if sentences and sentences[-1][0] == line.text:
            sentences[-1] = (line.text, sentences[-1][1] + 1)
        else:
            sentences.append((line.text, 1))
    return " ".join(_sentence(text, times) for text, times in sentences)


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
