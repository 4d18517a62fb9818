"""How a clause of {A4a} and {A4b} has a mover move: its manners, and how one is read.

A clause is `conditions: manner, toward or into where`; "then …" narrows what the clause
before it leaves, "stop …" ends its move, "as 5" goes on with another row.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.priority import Line
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vocabulary import (
    OWN,
    Clause,
    ReadClause,
    Vocabulary,
    always,
    in_own_words,
    own_fault,
)
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends_at
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s09_movement.command_clauses import (
    CONDITIONS,
    FBE,
    GOALS,
    NARROWS,
    PLACES,
    Condition,
    Goal,
    Place,
)
from opfor.rules.s_solitaire.s09_movement.movers import (
    ALLOTMENT,
    NOWHERE,
    Mover,
    at,
)
from opfor.rules.s_solitaire.s09_movement.next_step import after, ways
from opfor.rules.s_solitaire.s09_movement.s09_2_route import (
    nearer,
    route,
    to_go,
    within_reach,
)
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import (
    leads_off,
    may_leave_map,
)
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import (
    blocked,
    directed,
    headings,
)
from opfor.rules.s_solitaire.s09_movement.s09_24_each_hex import roll_each_hex
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.rules.s_solitaire.s09_movement.s09_27_changing_levels import leads
from opfor.state.in_progress import (
    Style,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
)

AND, INTO, TOWARD, THEN, STOP = " + ", " into ", " toward ", "then ", "stop "
ASSAULT = "Assault Move"

How = Literal["stay", "one hex", "route", "RAS", "REH"]


class MoveScope(Struct, frozen=True, kw_only=True):
    """What a clause lets a mover do.

    Args:
        how: the way it moves.
        ends: the next Locations to choose from, or the goals of a route.
        way: the Locations of the route.
        style: what the route looks for, or keeps to.
        double: by Double Time.
        opportunity: it stays, marked for Opportunity Fire.
        crest: it stays, and goes up to the Crest of its hex (S9.28).
        leaves: past its goal it goes off the map (S9.4).
    """

    how: How
    ends: tuple[LocationName, ...] = ()
    way: tuple[LocationName, ...] = ()
    style: Style = "safest"
    double: bool = False
    opportunity: bool = False
    crest: bool = False
    leaves: bool = False


STEPS = ALLOTMENT // MF
"""Locations that a mover enters in a MPh at most, roads and Double Time apart."""

W = TypeVar("W")

Manner = Callable[[Play, Mover], MoveScope | None]
"""What a clause without a place means; None if it cannot be fulfilled."""

Toward = Callable[[Play, Mover, Sequence[LocationName]], MoveScope | None]
Into = Callable[[Play, Mover, Place], MoveScope | None]


# -- one hex -----------------------------------------------------------------------


def steps(view: GameView, mover: Mover) -> list[LocationName]:
    """The Locations that a mover can enter by Assault Movement.

    In Advance Attitude only those that its rosette points at, or the stairs where none
    of these is open (S9.23 EX, S9.27).
    """
    near = [to for to in ways(view, mover) if to != at(mover)] or [at(mover)]
    if mover.attitude == "Advance" and mover.location:
        ahead = {leads(view, mover, heading) for heading in headings(view, mover)}
        near = [to for to in near if to in ahead]
    return [to for to in near if can_assault(view, mover, to)]


def can_assault(view: GameView, mover: Mover, to: LocationName) -> bool:
    """Whether it may enter a Location by Assault Movement, and it is not Prohibited."""
    if prohibited(view, mover, to):
        return False
    return after(view, mover, to, assault=True) is not None


def _one_hex(ends: Sequence[LocationName]) -> MoveScope | None:
    return MoveScope(how="one hex", ends=tuple(ends)) if ends else None


def assault_into(play: Play, mover: Mover, place: Place) -> MoveScope | None:
    """By Assault Movement into a Location that is such a place."""
    return _one_hex([to for to in steps(play, mover) if place(play, mover, to)])


def assault_toward(
    play: Play, mover: Mover, goals: Sequence[LocationName]
) -> MoveScope | None:
    """By Assault Movement one Location nearer to a goal."""
    near = [to for to in ways(play, mover) if can_assault(play, mover, to)]
    return _one_hex(nearer(play, mover, near, goals)) if goals else None


def assault_at_random(play: Play, mover: Mover) -> MoveScope | None:
    """By Assault Movement where a dr points; nowhere if that cannot be entered."""
    heading = directed(play, mover, fact("direction_of", units=mover.ids))
    to = leads(play, mover, heading)
    if to == NOWHERE or (to == OFFBOARD and not leads_off(play, mover, heading)):
        return None
    return _one_hex([to] if can_assault(play, mover, to) else [])


def assault_by_reh(play: Play, mover: Mover, place: Place) -> MoveScope | None:
    """By Assault Movement into the Location of a REH, if it is such a place."""
    to = roll_each_hex(play, mover, NOWHERE)
    fits = to not in (NOWHERE, OFFBOARD) and place(play, mover, to)
    return _one_hex([to] if fits and can_assault(play, mover, to) else [])


# -- many hexes --------------------------------------------------------------------


def by_route(style: Style, *, double: bool = False) -> Toward:
    """Toward a goal by a route of some style, if its first Location can be entered.

    One out of LOS is so to its end, and must bring the mover nearer to the goal in this
    MPh (D-397). Where no way at all is open to it he comes as near as he can (D-901).
    """

    def going(
        play: Play, mover: Mover, goals: Sequence[LocationName]
    ) -> MoveScope | None:
        way = route(play, mover, goals, style)
        if not way and not route(play, mover, goals):
            way = as_near_as_it_can(play, mover, goals, style, double=double)
        detour = style.startswith("out of") and not nearer(
            play, mover, way[:STEPS], goals
        )
        if not way or detour or not _enterable(play, mover, way[0]):
            return None
        return MoveScope(
            how="route", ends=way[-1:], way=way, style=style, double=double
        )

    return going


def as_near_as_it_can(
    view: GameView,
    mover: Mover,
    goals: Sequence[LocationName],
    style: Style = "safest",
    *,
    double: bool = False,
) -> tuple[LocationName, ...]:
    """The way to where a mover is nearest to goals that no way is open to.

    To the least MF that it can have left after this MPh, by Double Time if its Command
    says so (`double`).
    Reading: D-901; D-411 who has a HW.
    """
    left = to_go(view, goals)

    def ahead(to: LocationName) -> int:
        return left[view.world.number(to)]

    reached = within_reach(view, mover, double=double)
    able = [to for to in reached if free(view, mover, to)]
    closer = nearer(view, mover, able, goals)
    # S9.26: what lies in reach may do so behind a Prohibited Location alone
    ways = (
        route(view, mover, [to for to in closer if ahead(to) == far], style)
        for far in sorted(set(map(ahead, closer)))
    )
    return next(filter(None, ways), ())


def _enterable(view: GameView, mover: Mover, to: LocationName) -> bool:
    """Whether a mover can enter the next Location of its way, and may (S9.26)."""
    return not blocked(view, mover, to) and after(view, mover, to) is not None


def into_nearest(play: Play, mover: Mover, place: Place) -> MoveScope | None:
    """Into the nearest such place within reach, by the safest way."""
    spent = within_reach(play, mover)
    able = (to for to in spent if free(play, mover, to))
    fit = [to for to in able if place(play, mover, to)]
    closest = min((spent[to] for to in fit), default=0)
    return by_route("safest")(play, mover, [t for t in fit if spent[t] == closest])


def free(view: GameView, mover: Mover, to: LocationName) -> bool:
    """Whether a mover may end there: no enemy is in it, and it is not Prohibited."""
    return not friends_at(view, to) and not prohibited(view, mover, to)


def _always(**going: object) -> Manner:
    made = MoveScope(**going)  # type: ignore[arg-type] # the fields of Going
    return lambda _play, _mover: made


MANNERS: Vocabulary[Manner] = Vocabulary(
    (
        always("stay", _always(how="stay")),
        always("stay, Opportunity Fire", _always(how="stay", opportunity=True)),
        always("Opportunity Fire", _always(how="stay", opportunity=True)),
        always("Assault Move where the rosette points", assault_at_random),
        always("full MF by RAS", _always(how="RAS")),
        always("full MF by REH", _always(how="REH")),
        always("Double Time by RAS", _always(how="RAS", double=True)),
        always("Double Time by REH", _always(how="REH", double=True)),
    )
)

INTOS: Vocabulary[Into] = Vocabulary(
    (
        always("Assault Move", assault_into),
        always("Assault Move by REH", assault_by_reh),
        always("full MF", into_nearest),
    )
)
"""Manners that go "into" a place."""

_STYLES: tuple[tuple[str, Style], ...] = (
    ("", "safest"),
    (" by the safest route", "safest"),
    (" by the shortest route", "shortest"),
    (" out of FRIENDLY LOS", "out of FRIENDLY LOS"),
    (" out of LOS of every Known Target", "out of Known LOS"),
)


def _routes() -> Iterator[Clause[Toward]]:
    yield always("Assault Move", assault_toward)
    for words, style in _STYLES:
        yield always(f"full MF{words}", by_route(style))
        yield always(f"Double Time{words}", by_route(style, double=True))


TOWARDS: Vocabulary[Toward] = Vocabulary(_routes())
"""Manners that go "toward" a goal."""


# -- reading a clause --------------------------------------------------------------


def unknown(text: str) -> str:
    """Why a text is no clause of a Move Command; empty if it is one."""
    try:
        parse(text)
    except OpforError as error:
        return error.what
    return ""


def fault(result: Sequence[str]) -> str:
    """Why a row is no Move Command; empty if it is one."""
    return next(filter(None, map(unknown, result)), "")


class ParsedClause(Struct, frozen=True):
    """A clause taken apart: what it is, and its parts as the rules know them."""

    kind: Literal["move", "then", "stop", "as", "own"]
    conditions: tuple[Condition, ...] = ()
    manner: Manner | None = None
    places: tuple[Place, ...] = ()
    narrow: Callable[[GameView, Mover], Line[LocationName]] | None = None
    row: int = 0
    assault: bool = False
    words: str = ""


@cache
def parse(text: str) -> ParsedClause:
    """What a clause of a Move Command says.

    Errors:
        OpforError: it is no clause, or a part of it is none.
    """
    if text.startswith(THEN):
        return ParsedClause("then", narrow=_known(NARROWS, text[len(THEN) :]))
    if text.startswith(STOP):
        return ParsedClause(
            "stop", places=places_in(text[len(STOP) :].removeprefix("in "))
        )
    if in_own_words(text):
        before, _, words = text.partition(OWN)
        if wrong := own_fault(words):
            raise OpforError(wrong, "a Move Command")
        conditions = _conditions(before.removesuffix(": "))
        return ParsedClause("own", conditions, words=words)
    before, _, action = text.rpartition(": ")
    conditions = _conditions(before)
    if (row := AS.read(action)) is not None:
        return ParsedClause("as", conditions, row=row.meaning)
    assault = action.startswith(ASSAULT)
    return ParsedClause("move", conditions, manner=_manner(action), assault=assault)


AS: Vocabulary[int] = Vocabulary((Clause("as {row}", lambda row: row),))


def _conditions(text: str) -> tuple[Condition, ...]:
    named = text.split(" and ") if text else []
    return tuple(_known(CONDITIONS, condition) for condition in named)


def _known(words: Vocabulary[W], text: str) -> W:
    """What a text means in a vocabulary.

    Errors:
        OpforError: nothing.
    """
    said: ReadClause[W] | None = words.read(text)
    if said is None:
        raise OpforError(words.fault(text), "a Move Command")
    return said.meaning


def _goes_toward(manner: Toward, goals: Goal) -> Manner:
    return lambda play, mover: manner(play, mover, goals(play, mover))


def _goes_off(manner: Toward, goals: Goal) -> Manner:
    """Toward an edge, and off the map by it while there is no VPO to take (S9.4)."""

    def going(play: Play, mover: Mover) -> MoveScope | None:
        leaves = not friendly_vpo(play)
        if leaves and may_leave_map(play, mover):
            return MoveScope(how="route", leaves=True)
        found = manner(play, mover, goals(play, mover))
        return found and replace(found, leaves=leaves)

    return going


def _goes_into(manner: Into, places: Sequence[Place]) -> Manner:
    def all_of(view: GameView, mover: Mover, to: LocationName) -> bool:
        return all(place(view, mover, to) for place in places)

    return lambda play, mover: manner(play, mover, all_of)


def places_in(text: str) -> tuple[Place, ...]:
    """What a Location must be that a text describes, part by part."""
    return tuple(_known(PLACES, part) for part in text.split(AND))


def _manner(action: str) -> Manner:
    """The manner of an action, with the places or the goal that it names."""
    if said := MANNERS.read(action):
        return said.meaning
    how, toward, goal = action.partition(TOWARD)
    if toward:
        goes = _goes_off if goal.startswith(FBE) else _goes_toward
        return goes(_known(TOWARDS, how), _known(GOALS, goal))
    how, into, places = action.partition(INTO)
    if into:
        places = places.removeprefix("the nearest ")
        return _goes_into(_known(INTOS, how), places_in(places))
    return _known(MANNERS, action)
