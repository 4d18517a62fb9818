"""Why something happened: rolls taken apart, rows lit, lists line by line."""

from collections.abc import Iterable, Iterator
from functools import cache

from opfor.core.errors import OpforError
from opfor.core.event import Emitted, RollMade
from opfor.core.explain import Considered, Decided, RowRead
from opfor.core.rule import REGISTRY, RuleId, printed
from opfor.rules.choices.switches import switched
from opfor.state.world import World
from opfor.views.rule_index import load_index
from opfor.views.table_text import result_text
from opfor.views.text.events import row_of, selection, told
from opfor.views.text.log import NO_NEWS, LogLine, in_sight
from opfor.views.text.names import SOURCES, plain
from opfor.views.text.words import say


def why_lines(world: World, events: Iterable[Emitted]) -> list[LogLine]:
    """Each rule with its title and those it came under, then what it did and why."""
    lines = []
    causes: tuple[str, ...] = ()
    for emitted in in_sight(events):
        if isinstance(emitted.event, NO_NEWS):
            continue
        if emitted.causes != causes:
            causes = emitted.causes
            lines += [LogLine(emitted.number, emitted.rule, _heading(causes), "rule")]
            lines += [LogLine(emitted.number, "", each) for each in _set(world, causes)]
        own = [
            _bare(world, emitted),
            *(f"  {reason}" for reason in reasons(world, emitted)),
        ]
        lines += [LogLine(emitted.number, "", plain(world.map, text)) for text in own]
    return lines


def _heading(causes: tuple[str, ...]) -> str:
    """The innermost rule's title, that of the rule around it, and all others above.

    Numbers are those of the book: of parts of a rule its own, once.
    """
    if not causes:
        return "what the player set"
    own, *above = reversed(causes)
    around = {printed(number): number for number in reversed(above)}
    around.pop(printed(own), None)
    numbers = [*reversed(around)]
    if not numbers:
        return title(own)
    first, *others = numbers
    told_first = f"{first} {title(around[first])}".strip()
    return f"{title(own)} (under {', '.join([told_first, *others])})"


def _set(world: World, causes: tuple[str, ...]) -> Iterator[str]:
    """What of its rule this game, or a pack, has set another way."""
    for switch, way in switched(world.readings, causes[-1] if causes else ""):
        yield f"  set to {way!r} in this game: {switch.name}, {switch.title}"


def _bare(world: World, emitted: Emitted) -> str:
    """The event's line without what its reasons say anyway."""
    match emitted.event:
        case RollMade(fact=fact, each=each) if each:
            return f"{say(fact)}: {selection(emitted.event)}"
        case RollMade(fact=fact, dice=dice):
            return f"{say(fact)}: {'+'.join(map(str, dice))}"
        case RowRead(fact=fact, number=number):
            return f"{say(fact)}, {number}"
        case Decided(fact=fact, chosen=chosen):
            return f"{say(fact)}: {chosen or 'nobody'}"
        case Considered(fact=fact, applies=applies):
            return f"{say(fact)}: {applies or 'none'}"
        case event:
            return told(world, event)[0]


def title(number: str) -> str:
    """A rule's title, or that of the rules that it is a part of."""
    try:
        return REGISTRY.find(number).title
    except OpforError:
        return _indexed().get(RuleId.parse(number), "")


@cache
def _indexed() -> dict[RuleId, str]:
    """The titles of the rules that have no function of their own."""
    return {id_: entry.title for id_, entry in load_index().rules.items()}


def reasons(world: World, emitted: Emitted) -> Iterator[str]:
    """What lies behind one event, a line each."""
    match emitted.event:
        case RollMade():
            yield from _roll(emitted.event)
        case RowRead():
            yield from _row(world, emitted.event)
        case Decided():
            yield from _list(emitted.event)
        case Considered():
            yield from _asked(emitted.event)


def _roll(roll: RollMade) -> Iterator[str]:
    if roll.each:
        yield f"the highest is selected: {max(roll.dice)}"
        return
    for mod in roll.mods:
        yield str(mod)
    original = f"Original {sum(roll.dice)}"
    yield f"{original}, Final {roll.final}" if roll.mods else original


def _row(world: World, read: RowRead) -> Iterator[str]:
    row = row_of(world, read)
    if row is None:
        return
    when = [value for name, value in read.when.items() if name != "date"]
    column = f", column {', '.join(map(str, when))}" if when else ""
    yield f"row {row.on}{column}: {result_text(row.result)}"
    pack = f", pack {row.pack}" if row.layer else ""
    note = f" ({row.note})" if row.note else ""
    yield f"source: {SOURCES[row.source]}{pack}{note}"


def _list(decided: Decided) -> Iterator[str]:
    if not decided.reasons:
        yield "the only candidate"
    for reason in decided.reasons:
        before, after = ", ".join(reason.before), ", ".join(reason.after) or "nobody"
        if reason.skipped:
            yield f"{say(reason.line)}: nobody meets it, skipped"
        else:
            yield f"{say(reason.line)}: {before} → {after}"


def _asked(asked: Considered) -> Iterator[str]:
    for number in asked.rules:
        verdict = "applies" if number == asked.applies else "does not apply"
        yield f"{printed(number)} {title(number)}: {verdict}"
