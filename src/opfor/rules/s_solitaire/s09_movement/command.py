"""S9.2, S9.21, S9.22: Move Commands, and how a row of {A4a} and {A4b} is read.

A clause is `conditions: manner, toward or into where`; "then …" narrows what the clause
before it leaves, "stop …" ends its move, "as 5" goes on with another row.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import OpforError
from opfor.core.explain import consult, decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.core.table import Row
from opfor.geo.edges import printed
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import mmc
from opfor.rules.a_infantry.a26_victory.control import vpo_locations
from opfor.rules.choices.discretion import ask_policy, places
from opfor.rules.choices.vocabulary import Clause, ReadClause, Vocabulary, always
from opfor.rules.s_solitaire.s09_movement.command_clauses import (
    CONDITIONS,
    GOALS,
    NARROWS,
    PLACES,
    Goal,
    Place,
)
from opfor.rules.s_solitaire.s09_movement.danger import fire_at, own_tem
from opfor.rules.s_solitaire.s09_movement.movers import (
    ALLOTMENT,
    Mover,
    after,
    at,
    units_of,
    ways,
)
from opfor.rules.s_solitaire.s09_movement.prohibited import prohibited
from opfor.rules.s_solitaire.s09_movement.random_direction import (
    NOWHERE,
    directed,
    headings,
    leads,
    roll_each_hex,
    table_of,
)
from opfor.rules.s_solitaire.s09_movement.routes import nearer, route, within_reach
from opfor.state.events import CommandRolled
from opfor.state.in_progress import (
    MovePlan,
    Style,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    OFFBOARD,
    LocationName,
)

AND, INTO, TOWARD, THEN, STOP = " + ", " into ", " toward ", "then ", "stop "

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
    """

    how: How
    ends: tuple[LocationName, ...] = ()
    way: tuple[LocationName, ...] = ()
    style: Style = "safest"
    double: bool = False
    opportunity: bool = False


class CommandReading(Struct, frozen=True, kw_only=True):
    """What a Move Command comes to for a mover.

    Args:
        row: the row that decides.
        clause: the place of the clause that decides.
        going: what it lets the mover do.
    """

    row: Row
    clause: int
    going: MoveScope


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
    return _one_hex([to] if to != NOWHERE and can_assault(play, mover, to) else [])


def assault_by_reh(play: Play, mover: Mover, place: Place) -> MoveScope | None:
    """By Assault Movement into the Location of a REH, if it is such a place."""
    to = roll_each_hex(play, mover, NOWHERE)
    fits = to not in (NOWHERE, OFFBOARD) and place(play, mover, to)
    return _one_hex([to] if fits and can_assault(play, mover, to) else [])


# -- many hexes --------------------------------------------------------------------


def by_route(style: Style, *, double: bool = False) -> Toward:
    """Toward a goal by a route of some style.

    One out of LOS must bring the mover nearer to the goal in this MPh (D-397).
    """

    def going(
        play: Play, mover: Mover, goals: Sequence[LocationName]
    ) -> MoveScope | None:
        way = route(play, mover, goals, style)
        detour = style.startswith("out of") and not nearer(
            play, mover, way[:STEPS], goals
        )
        if not way or detour:
            return None
        return MoveScope(
            how="route", ends=way[-1:], way=way, style=style, double=double
        )

    return going


def into_nearest(play: Play, mover: Mover, place: Place) -> MoveScope | None:
    """Into the nearest such place within reach, by the safest way."""
    spent = within_reach(play, mover)
    fit = [to for to in spent if _open(play, mover, to) and place(play, mover, to)]
    closest = min((spent[to] for to in fit), default=0)
    return by_route("safest")(play, mover, [t for t in fit if spent[t] == closest])


def _open(view: GameView, mover: Mover, to: LocationName) -> bool:
    held = view.state.units_at(to, "FRIENDLY")
    return not any(not unit.hidden for unit in held) and not prohibited(view, mover, to)


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

    kind: Literal["move", "then", "stop", "as"]
    conditions: tuple[Callable[[GameView, Mover], bool], ...] = ()
    manner: Manner | None = None
    places: tuple[Place, ...] = ()
    narrow: Callable[[GameView, Mover], Line[LocationName]] | None = None
    row: int = 0


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
            "stop", places=_places(text[len(STOP) :].removeprefix("in "))
        )
    before, colon, action = text.rpartition(": ")
    named = before.split(" and ") if colon else []
    conditions = tuple(_known(CONDITIONS, condition) for condition in named)
    if (row := AS.read(action)) is not None:
        return ParsedClause("as", conditions, row=row.meaning)
    return ParsedClause("move", conditions, manner=_manner(action))


AS: Vocabulary[int] = Vocabulary((Clause("as {row}", lambda row: row),))


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


def _goes_into(manner: Into, places: Sequence[Place]) -> Manner:
    def all_of(view: GameView, mover: Mover, to: LocationName) -> bool:
        return all(place(view, mover, to) for place in places)

    return lambda play, mover: manner(play, mover, all_of)


def _places(text: str) -> tuple[Place, ...]:
    return tuple(_known(PLACES, part) for part in text.split(AND))


def _manner(action: str) -> Manner:
    """The manner of an action, with the places or the goal that it names."""
    if said := MANNERS.read(action):
        return said.meaning
    how, toward, goal = action.partition(TOWARD)
    if toward:
        return _goes_toward(_known(TOWARDS, how), _known(GOALS, goal))
    how, into, places = action.partition(INTO)
    if into:
        places = places.removeprefix("the nearest ")
        return _goes_into(_known(INTOS, how), _places(places))
    return _known(MANNERS, action)


# -- S9.2 --------------------------------------------------------------------------


@rule(
    "S9.2",
    "Move Commands",
    exc=("an Automatic Action moves the unit", "a platoon has one Move Command"),
    cites=("S9.21", "S9.22", "S6.22", "S6.3175"),
)
def move_command(play: Play, mover: Mover) -> CommandReading | None:
    """The Move Command of a mover, and what it comes to; None: it cannot be performed.

    One DR serves all Advance Infantry of this MPh, one all Hold Infantry that begins
    it in odd-numbered hexes, one that in even-numbered ones.

    EXC: a lone leader with nothing to do has row 6 of {A4b} (S6.3175); platoons are
    the vehicles' matter.
    """
    named = {unit.automatic for unit in units_of(play, mover)}
    # S9.21: the table; S6.3175: a lone leader has a row of his own.
    name = LONELY_TABLE if named == {LONELY} else table_of(mover)
    table = play.world.enemy.table(name)
    number = LONELY_ROW if named == {LONELY} else shared_roll(play, mover)
    # S9.22: the first clause that can be fulfilled.
    return read_command(play, mover, consult(play, table, number))


LONELY, LONELY_TABLE, LONELY_ROW = "S6.3175", "A4b", 6


@rule("S9.21", "Which Movement Table", cites=("S9.2",))
def shared_roll(play: Play, mover: Mover) -> int:
    """The DR of the mover's table and of those who share its Command, made once."""
    who = sharing(play, mover)
    if who not in play.state.commands:
        roll = dice_roll(play, fact("move_command_of", who=who))
        play.emit(CommandRolled(who, roll.final))
    return play.state.commands[who]


def sharing(view: GameView, mover: Mover) -> str:
    """Who shares a mover's Command, in words that name it."""
    if mover.vehicle:
        vehicle = units_of(view, mover)[0]
        return (vehicle.vehicle and vehicle.vehicle.platoon) or vehicle.id
    if mover.attitude == "Advance":
        return "Advance Infantry"
    world = view.world
    _, coordinate = printed(world.map, world.locate(at(mover)).hex)
    return f"Hold Infantry in {'odd' if coordinate % 2 else 'even'} hexes"


# -- S9.22 -------------------------------------------------------------------------


@rule("S9.22", "Reading a Move Command", cites=("S9.2",))
def read_command(play: Play, mover: Mover, row: Row) -> CommandReading | None:
    """The first clause of a row that a mover can fulfil; None if it can fulfil none.

    Reading: D-021, that clause decides; the later ones narrow what it leaves.
    """
    for n, text in enumerate(row.result):
        clause = parse(text)
        if not all(holds(play, mover) for holds in clause.conditions):
            continue
        if clause.kind == "as":
            table = play.world.enemy.table(table_of(mover))
            return read_command(play, mover, consult(play, table, clause.row))
        going = clause.manner(play, mover) if clause.manner else None
        if going and may_leave(play, mover, row, going):
            return CommandReading(row=row, clause=n, going=going)
    return None


def may_leave(view: GameView, mover: Mover, row: Row, going: MoveScope) -> bool:
    """Whether a Hold MMC that is alone in a VPO Location may leave it so (D-156).

    Only for another VPO Location; the rows that are known from examples go first.
    """
    here = at(mover)
    if mover.attitude == "Advance" or mover.suspect or going.how == "stay":
        return True
    if row.source == "example" or here not in vpo_locations(view):
        return True
    others = view.state.units_at(here, "ENEMY")
    if any(mmc(view, u) and u.id not in mover.ids and u.good_order for u in others):
        return True
    return bool(going.ends) and set(going.ends) <= set(vpo_locations(view))


def attached(
    row: Row, clause: int, kind: Literal["then", "stop"]
) -> list[ParsedClause]:
    """What follows a clause of a row and belongs to it."""
    found = []
    for text in row.result[clause + 1 :]:
        parsed = parse(text)
        if parsed.kind in ("move", "as"):
            break
        found += [parsed] if parsed.kind == kind else []
    return found


def choose_hex(play: Play, mover: Mover, reading: CommandReading) -> LocationName:
    """The Location entered, by what narrows the clause, then at discretion (S9.2).

    By the later clauses; by TEM and the FRIENDLY fire to be met; toward the FBE in
    Advance Attitude; then a Random dr.
    """
    row, going = reading.row, reading.going
    # S9.22: what the clause itself adds, then the later clauses.
    narrows = attached(row, reading.clause, "then")
    lines = [clause.narrow(play, mover) for clause in narrows if clause.narrow]
    said = [*lines, *_later(play, mover, reading)]
    # S9.2: discretion, in the interest of who moves.
    lines = [
        *said,
        most("most TEM", lambda to: own_tem(play, to)),
        least("least FRIENDLY fire", lambda to: _fire(play, mover, to)),
    ]
    if mover.attitude == "Advance":
        lines.append(least("nearest the FBE", play.world.fbe_distance))
    tie = random_dr(play, fact("where_goes", units=mover.ids))
    clause = row.result[reading.clause]
    purpose = fact("clause_of", units=mover.ids, clause=clause)
    best = decide(play, PriorityList(tuple(lines), tie), going.ends, purpose=purpose)
    left, _ = PriorityList(tuple(said), tie).narrow(going.ends)
    options = places(best, left)
    asked = f"{mover.name}: {clause}"
    chosen = ask_policy(play, policy="S9.2 hex", purpose=asked, options=options)
    return LocationName(chosen)


def _fire(view: GameView, mover: Mover, to: LocationName) -> float:
    move = after(view, mover, to, assault=True)
    return fire_at(view, to, move) if move else 0.0


def _later(
    view: GameView, mover: Mover, reading: CommandReading
) -> list[Line[LocationName]]:
    """The later clauses of the same manner, as lines that narrow (D-021)."""

    def line(text: str, places: Sequence[Place]) -> Line[LocationName]:
        return where(text, lambda to: all(fit(view, mover, to) for fit in places))

    later = reading.row.result[reading.clause + 1 :]
    found = ((text, _assaults_into(text)) for text in later)
    return [line(text, places) for text, places in found if places]


def _assaults_into(text: str) -> tuple[Place, ...]:
    how, into, places = text.rpartition(": ")[2].partition(INTO)
    return _places(places) if into and how == "Assault Move" else ()


def course_of(mover: Mover, reading: CommandReading) -> MovePlan:
    """The course that a reading sets a mover, its direction or hex apart."""
    going = reading.going
    return MovePlan(
        movers=mover.ids,
        table=table_of(mover),
        row=reading.row.on.low,
        clause=reading.clause,
        how="route" if going.how == "stay" else going.how,
        goal=going.ends,
        way=going.way,
        style=going.style,
        double=going.double,
    )


def stops(view: GameView, mover: Mover, course: MovePlan, there: LocationName) -> bool:
    """Whether a "stop" of the Command ends the move in a Location."""
    if not course.table:
        return False
    row = view.world.enemy.table(course.table).look_up(course.row)
    going = replace(mover, goal=course.goal)
    return any(
        all(place(view, going, there) for place in clause.places)
        for clause in attached(row, course.clause, "stop")
    )
