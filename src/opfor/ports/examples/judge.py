"""Compares what happened in a step with what the example expects."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import Illegal, OpforError
from opfor.core.event import Emitted
from opfor.core.explain import Decided
from opfor.ports.examples.form import Expect, ExpectedDecision
from opfor.ports.examples.in_words import (
    fortification_text,
    marker_text,
    suspect_text,
    unit_text,
    weapon_text,
)
from opfor.ports.examples.match import (
    NONE,
    Pattern,
    differences,
    is_nothing,
    missing,
    same,
    story_texts,
)
from opfor.ports.examples.pieces import (
    WEAPON_STATES,
    as_stated,
    fits,
    fortification,
    marker,
    placed,
    said,
    same_name,
    stated,
    unit_words,
)
from opfor.ports.examples.places import OFF, location, told_in
from opfor.ports.examples.question import mods_total
from opfor.ports.examples.read import Origin
from opfor.ports.examples.result import Miss
from opfor.ports.examples.script import ordered, orders, texts
from opfor.ports.examples.tell import decided_by, event_text, plain
from opfor.rules.sequence.s02_turn import read_legal
from opfor.state.play import FrozenView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit, Weapon

GONE = "gone"


class StepOutcome(Struct, frozen=True):
    """What a step came to.

    Args:
        play: the game after it.
        told: its events.
        result: what its question gave.
        refused: why its last order was turned down.
        left: dice and answers that nothing asked for.
        over: whether the game has ended.
    """

    play: Play
    told: list[Emitted]
    result: Any = None
    refused: OpforError | None = None
    left: tuple[str, ...] = ()


def judge(expect: Expect, outcome: StepOutcome, origin: Origin) -> list[Miss]:
    """Everything in which a step is not as expected.

    Errors:
        OpforError: an expectation is not written as one.
    """
    scale = _Scale(expect, outcome, origin.inside("expect"))
    misses = [miss for check in _CHECKS for miss in check(scale)]
    if outcome.left:
        unused = ", ".join(outcome.left)
        line = origin.line("dice")
        misses.append(Miss(line, "dice", "all used up", f"not asked for: {unused}"))
    return misses


class _Scale(Struct, frozen=True):
    """What the checks look at."""

    expect: Expect
    out: StepOutcome
    origin: Origin

    def miss(self, *path: str | int, expected: object, got: object) -> Miss:
        key = ".".join(str(part) for part in ("expect", *path) if part != "")
        return Miss(self.origin.line(*path), key, plain(expected), plain(got))

    def piece(
        self,
        path: tuple[str, str],
        good: bool,
        told: tuple[Any, str],
        fields: dict[str, Any],
        got: Struct | None,
    ) -> Iterator[Miss]:
        """The miss of a piece whose words are not `good`, or those of its fields."""
        if not good:
            yield self.miss(*path, expected=told[0], got=told[1])
            return
        for found in differences(self.out.play.world, fields, got):
            there = (*path, *found.path)
            yield self.miss(*there, expected=found.expected, got=found.got)


def _result(scale: _Scale) -> Iterator[Miss]:
    want, got, world = scale.expect.result, scale.out.result, scale.out.play.world
    if want is None:
        return
    if want == NONE:
        if got != NONE and not is_nothing(got):
            yield scale.miss("result", expected="nothing", got=got)
        return
    if isinstance(want, str) and isinstance(got, str):
        if f"{got} ".startswith(f"{want} ") or same(world, want, got):
            return
        yield scale.miss("result", expected=want, got=got)
        return
    for found in differences(world, want, got):
        path = ("result", *found.path)
        yield scale.miss(*path, expected=found.expected, got=found.got)


def _total(scale: _Scale) -> Iterator[Miss]:
    want = scale.expect.total
    got = mods_total(scale.out.result)
    if want is not None and got != want:
        yield scale.miss("total", expected=want, got=scale.out.result)


def _left(scale: _Scale) -> Iterator[Miss]:
    want, got = scale.expect.left, list(scale.out.play.state.suspects)
    if isinstance(want, int):
        if want != len(got):
            yield scale.miss("left", expected=want, got=len(got))
    elif want is not None and sorted(want) != sorted(got):
        yield scale.miss("left", expected=want, got=got)


def _suspects_in(scale: _Scale) -> Iterator[Miss]:
    want = _locations(scale, "suspects_in", scale.expect.suspects_in)
    got = [suspect.location for suspect in scale.out.play.state.suspects_onboard()]
    if want is not None and sorted(want) != sorted(got):
        yield _less_and_more(scale, "suspects_in", want, got)


def _entering(scale: _Scale) -> Iterator[Miss]:
    want = _locations(scale, "entering", scale.expect.entering)
    suspects = scale.out.play.state.suspects.values()
    got = [suspect.enters for suspect in suspects if suspect.location == OFFBOARD]
    if want is not None and want != got:
        yield scale.miss("entering", expected=want, got=got)


def _locations(
    scale: _Scale, key: str, names: list[str] | None
) -> list[LocationName] | None:
    """The full names of Locations that are expected."""
    if names is None:
        return None
    world = scale.out.play.world
    return [
        location(world, name, scale.origin.at(key, at)) for at, name in enumerate(names)
    ]


def _less_and_more(
    scale: _Scale, key: str, want: Sequence[str], got: Sequence[str]
) -> Miss:
    """A miss that tells of two long lists only where they differ."""
    lost = sorted((Counter(want) - Counter(got)).elements())
    more = sorted((Counter(got) - Counter(want)).elements())
    expected = f"{len(want)} S?, also in {plain(lost)}" if lost else f"{len(want)} S?"
    told = f"{len(got)} S?, also in {plain(more)}" if more else f"{len(got)} S?"
    return scale.miss(key, expected=expected, got=told)


def _suspects(scale: _Scale) -> Iterator[Miss]:
    state, world = scale.out.play.state, scale.out.play.world
    for id_, value in scale.expect.suspects.items():
        where = scale.origin.at("suspects", id_)
        suspect = state.suspects.get(id_)
        text, fields = said(value, where)
        rest, place = placed(text)
        there = location(world, place, where) if place else None
        good = (text == GONE) if suspect is None else (
            there in (None, suspect.location)
            and {*rest.split()} <= {suspect.attitude, suspect.colour}
        )  # fmt: skip
        got = suspect_text(suspect) if suspect else GONE
        yield from scale.piece(("suspects", id_), good, (value, got), fields, suspect)


def _units(scale: _Scale) -> Iterator[Miss]:
    state, world = scale.out.play.state, scale.out.play.world
    for id_, value in scale.expect.units.items():
        where = scale.origin.at("units", id_)
        unit = state.units.get(id_)
        text, fields = said(value, where)
        words = unit_words(text)
        good = text == GONE
        if unit is not None:
            good = not good and fits(world, state, unit, words, where)
        got = unit_text(world, state, unit) if unit else GONE
        yield from scale.piece(("units", id_), good, (value, got), fields, unit)


def _at(scale: _Scale) -> Iterator[Miss]:
    state, world = scale.out.play.state, scale.out.play.world
    for place, wanted in scale.expect.at.items():
        where = scale.origin.at("at", place)
        here = state.units_at(location(world, place, where))
        if not _paired(scale, wanted, here, where):
            got = [unit_text(world, state, unit, place=False) for unit in here]
            yield scale.miss("at", place, expected=wanted, got=got)


def _paired(
    scale: _Scale, wanted: Sequence[str], here: Sequence[Unit], where: str
) -> bool:
    """Whether each text has a unit of its own, and no unit is left over."""
    if not wanted or not here:
        return not wanted and not here
    words, play = unit_words(wanted[0]), scale.out.play
    return any(
        fits(play.world, play.state, unit, words, where)
        and _paired(scale, wanted[1:], [*here[:at], *here[at + 1 :]], where)
        for at, unit in enumerate(here)
    )


def _weapons(scale: _Scale) -> Iterator[Miss]:
    state, world = scale.out.play.state, scale.out.play.world
    for id_, value in scale.expect.weapons.items():
        where = scale.origin.at("weapons", id_)
        weapon = state.weapons.get(id_)
        text, fields = said(value, where)
        good = text == GONE
        got = GONE
        if weapon is not None:
            got = f"{weapon_text(world, weapon)} {_whereabouts(weapon)}"
            good = _weapon_fits(scale, text, weapon, where)
        yield from scale.piece(("weapons", id_), good, (value, got), fields, weapon)


def _whereabouts(weapon: Weapon) -> str:
    return f"of {weapon.owner}" if weapon.owner else f"in {weapon.location}"


def _weapon_fits(scale: _Scale, text: str, weapon: Weapon, where: str) -> bool:
    """Whether words say what a Weapon is: states, name, owner or place; any of them.

    With its name it is dm only if that is said, and lies nowhere unless that is.
    """
    state, world = scale.out.play.state, scale.out.play.world
    rest, place = placed(text)
    rest, _, owner = f" {rest}".partition(" of ")
    states, name = stated(rest.strip(), WEAPON_STATES)
    if not as_stated(weapon, states) or (owner and owner != weapon.owner):
        return False
    if name and (weapon.dm != ("dm" in states) or not same_name(name, weapon.counter)):
        return False
    if not place and (owner or not name):
        return True
    held = state.units.get(weapon.owner)
    there = held.location if held and not name else weapon.location
    return there == location(world, place or OFF, where)


def _fortifications(scale: _Scale) -> Iterator[Miss]:
    want = scale.expect.fortifications
    if want is None:
        return
    where = scale.origin.at("fortifications")
    world = scale.out.play.world
    wanted = [
        fortification_text(fortification(world, "", text, where)) for text in want
    ]
    there = scale.out.play.state.fortifications.values()
    got = [fortification_text(fort) for fort in there]
    if sorted(wanted) != sorted(got):
        yield scale.miss("fortifications", expected=want, got=got)


def _events(scale: _Scale) -> Iterator[Miss]:
    world, told = scale.out.play.world, scale.out.told
    patterns = [
        Pattern.parse(form, scale.origin.at("events", at))
        for at, form in enumerate(scale.expect.events)
    ]
    if lost := missing(world, patterns, told):
        yield _lost(scale, "events", patterns.index(lost), lost)
    for at, form in enumerate(scale.expect.also):
        pattern = Pattern.parse(form, scale.origin.at("also", at))
        if missing(world, [pattern], told):
            yield _lost(scale, "also", at, pattern)
    for at, form in enumerate(scale.expect.no_events):
        pattern = Pattern.parse(form, scale.origin.at("no_events", at))
        if found := [e for e in told if pattern.fits(world, e)]:
            got = f"event {found[0].number}"
            yield scale.miss("no_events", at, expected=f"no {pattern}", got=got)


def _lost(scale: _Scale, key: str, at: int, pattern: Pattern) -> Miss:
    """The miss of an event that did not come, with those that are like it."""
    alike = [e for e in scale.out.told if pattern.of_kind(e)]
    got = "; ".join(event_text(scale.out.play.world, e.event) for e in alike)
    wanted = str(pattern)
    return scale.miss(key, at, expected=wanted, got=got or "no event of this kind")


NOTHING_TOLD = "nothing was told at all, so that nothing could have been"
HINT = "expect what must come of it by events, units or result instead"


def _notes(scale: _Scale) -> Iterator[Miss]:
    world = scale.out.play.world
    told = story_texts(world, scale.out.told)
    for at, text in enumerate(texts(scale.expect.notes)):
        if not any(told_in(world, text, line) for line in told):
            yield scale.miss("notes", at, expected=text, got="; ".join(told) or "none")
    for at, text in enumerate(texts(scale.expect.no_notes)):
        if found := [line for line in told if told_in(world, text, line)]:
            yield scale.miss("no_notes", at, expected=f"not {text!r}", got=found[0])
        elif not told and scale.out.refused is None:
            got = f"{NOTHING_TOLD}; {HINT}"
            yield scale.miss("no_notes", at, expected=f"not {text!r}", got=got)


def _decided(scale: _Scale) -> Iterator[Miss]:
    made = [e.event for e in scale.out.told if isinstance(e.event, Decided)]
    at = 0
    for number, want in enumerate(scale.expect.decided):
        while at < len(made) and not _as_decided(want, made[at]):
            at += 1
        if at == len(made):
            got = "; ".join(f"{each.chosen} {decided_by(each)}" for each in made)
            yield scale.miss("decided", number, expected=want, got=got or "none")
            return
        at += 1


def _as_decided(want: ExpectedDecision, made: Decided) -> bool:
    return (
        want.chosen in ("", made.chosen)
        and (not want.among or sorted(want.among) == sorted(made.candidates))
        and want.by.casefold() in decided_by(made).casefold()
    )


def _markers(scale: _Scale) -> Iterator[Miss]:
    want = scale.expect.markers
    if want is None:
        return
    where, world = scale.origin.at("markers"), scale.out.play.world
    want = sorted(marker_text(marker(world, "", text, where)) for text in want)
    got = sorted(map(marker_text, scale.out.play.state.markers.values()))
    if want != got:
        yield scale.miss("markers", expected=want, got=got)


def _orders(scale: _Scale) -> Iterator[Miss]:
    for at, text in enumerate(orders(scale.expect.may)):
        if (why := _forbidden(scale, text, "may", at)) is not None:
            yield scale.miss("may", at, expected=f"{text} is legal", got=why)
    for text, rule in scale.expect.may_not.items():
        why = _forbidden(scale, text, "may_not", text)
        if why is None or why.rule != rule:
            got = why or "it is legal"
            want = f"{text} is forbidden by {rule}"
            yield scale.miss("may_not", text, expected=want, got=got)


def _forbidden(
    scale: _Scale, text: str | dict[str, Any], *path: str | int
) -> Illegal | None:
    where = scale.origin.at(*path)
    side, answer, _ = ordered(text, scale.out.play.world, where)
    if answer is None:
        raise OpforError("run is no order of the player", where, "leave it out")
    try:
        read_legal(_held(scale.out.play, side), side, answer)
    except Illegal as error:
        return error
    return None


def _held(play: Play, side: Side) -> FrozenView:
    """The game for one side; the other, if it may First Fire now, holds its fire."""
    state = play.state
    if (window := state.window) and window.side != side:
        state = replace(state, window=replace(window, asked=False))
    return FrozenView(state, play.world)


def _refused(scale: _Scale) -> Iterator[Miss]:
    want, got = texts(scale.expect.refused), scale.out.refused
    if not want:
        if got is not None:
            yield scale.miss("refused", expected="nothing refused", got=got)
        return
    rule = got.rule if isinstance(got, Illegal) else ""
    told = str(got or "nothing was refused")
    if rule != want[0] or any(w.casefold() not in told.casefold() for w in want[1:]):
        yield scale.miss("refused", expected=", ".join(want), got=told)


def _now(scale: _Scale) -> Iterator[Miss]:
    state = scale.out.play.state
    for key, got in (
        ("ac", state.ac_number),
        ("turn", state.turn),
        ("phase", f"{state.side} {state.phase}"),
        ("over", bool(state.over)),
    ):
        want = getattr(scale.expect, key)
        if want is not None and want != got:
            yield scale.miss(key, expected=want, got=got)


_CHECKS: tuple[Callable[[_Scale], Iterator[Miss]], ...] = (
    *(_result, _total, _left, _suspects_in, _entering, _suspects),
    *(_units, _at, _weapons, _fortifications, _markers),
    *(_events, _notes, _decided, _refused, _orders, _now),
)
