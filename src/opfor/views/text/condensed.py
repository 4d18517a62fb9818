"""The log as a story: what several units do alike is one line, and no bookkeeping.

What they enter hex by hex is one line, too (`condensed_moves.py`). The terminal's log
and the golden games have every line; a page that plays a game line by line, its replay
and its report have these.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from opfor.core.event import Emitted
from opfor.state.world import World
from opfor.views.text.condensed_moves import in_runs
from opfor.views.text.events import GOING
from opfor.views.text.log import LogLine, log_lines, set_up_lines

NOISE = re.compile(r"\w+: (?:A3\w \d+|has performed its Action.*|Delays)")
"""Lines that repeat what one beside them says."""

ALIKE = re.compile(rf"(\w+)(: | (?:{'|'.join(GOING)}) to )(.+)")
"""A line about one unit: who, and what it does."""

PLURALS = (
    ("has ", "have "),
    ("is ", "are "),
    ("lose its ", "lose their "),
    (" its Action", " their Action"),
    (" its Automatic Action", " their Automatic Action"),
)
"""How words change that are said of several units."""

VERB = re.compile(r"(?!(?:is|has)\b)[A-Za-z]+[^s\W]s\b")
"""A verb that begins what a unit does."""

FIREPOWER = re.compile(r"(?<= FP \()(.+)(?=\), column)")
"""The parts of an attack's FP."""


def story_lines(world: World, events: Iterable[Emitted]) -> list[LogLine]:
    """The lines of some events."""
    return list(_told(log_lines(world, events)))


def story_from_set_up(world: World, events: Sequence[Emitted]) -> list[LogLine]:
    """The lines of a game from its beginning, S4 in one of them."""
    return list(_told(set_up_lines(world, events)))


def _told(lines: Iterable[LogLine]) -> Iterator[LogLine]:
    wanted = (line for line in lines if not NOISE.fullmatch(line.text))
    for _, run in groupby(in_runs(wanted), key=_deed):
        same = list(run)
        text = same[0].text if len(same) == 1 else _together(same)
        yield same[-1]._replace(text=FIREPOWER.sub(_counted, text))


def _deed(line: LogLine) -> tuple[str, ...]:
    """What makes one line together; a line about no unit stands alone."""
    found = ALIKE.fullmatch(line.text)
    if not found or line.text.startswith(("fire ", "the ")):
        return (str(line.number), line.text)
    return (line.rule, line.style, found[2], found[3])


def _together(lines: Sequence[LogLine]) -> str:
    """Several units that do the same."""
    found = [ALIKE.fullmatch(line.text) for line in lines]
    who = ", ".join(match[1] for match in found if match)
    first = found[0]
    if first is None:
        return lines[0].text
    did, rest = first[2], first[3]
    if did != ": ":
        return f"{who} {did.split()[0].removesuffix('s')} to {rest}"
    rest = VERB.sub(_plural, rest, count=1) if VERB.match(rest) else rest
    for one, many in PLURALS:
        rest = re.sub(rf"(?:^|(?<= )){one.lstrip()}", many.lstrip(), rest)
    return f"{who}: {rest}"


def _plural(found: re.Match[str]) -> str:
    """A verb as it is said of several: Panics, searches, carries."""
    verb = found[0]
    for end, many in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("oes", "o")):
        if verb.endswith(end):
            return verb.removesuffix(end) + many
    return verb[:-1]


def _counted(found: re.Match[str]) -> str:
    """Equal parts of the FP once, with how many there are."""
    parts = found[0].split(" + ")
    counted = {part: parts.count(part) for part in parts}
    return " + ".join(
        part if count == 1 else f"{count} of {part}" for part, count in counted.items()
    )
