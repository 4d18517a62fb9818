"""S9.2, S9.21, S9.22: Move Commands, and what a row of {A4a} and {A4b} comes to."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.explain import consult, decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.core.table import Row
from opfor.geo.edges import printed
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.choices.discretion import ask_policy, places
from opfor.rules.choices.vocabulary import in_own_words
from opfor.rules.s_solitaire.s09_movement.command_clauses import (
    Place,
)
from opfor.rules.s_solitaire.s09_movement.command_manners import (
    ASSAULT,
    INTO,
    MoveScope,
    ParsedClause,
    parse,
    places_in,
)
from opfor.rules.s_solitaire.s09_movement.danger import fire_at, own_tem
from opfor.rules.s_solitaire.s09_movement.movers import Mover, at, units_of
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.own_words import meant
from opfor.rules.s_solitaire.s09_movement.s09_23_random_direction import (
    table_of,
)
from opfor.rules.s_solitaire.s09_movement.s09_28_crest import crest_for_target
from opfor.state.events import CommandRolled
from opfor.state.in_progress import (
    MovePlan,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    LocationName,
)


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


@rule("S9.22", "Reading a Move Command", cites=("S6.307", "S9.2", "S9.28"))
def read_command(
    play: Play, mover: Mover, row: Row, *, seen: frozenset[int] = frozenset()
) -> CommandReading | None:
    """The first clause of a row that a mover can fulfil; None if it can fulfil none.

    A row that comes back to itself by "as …" goes no further; `seen` are those on the
    way.

    Reading: D-021, that clause decides; the later ones narrow what it leaves. The first
    Assault Move that it comes to is Crest status where S9.28 has it so, whether there
    is a Location for it or not. D-881, who must leave his Location can fulfil none by
    which he stays.
    """
    for n, text in enumerate(row.result):
        clause = parse(text)
        if not all(holds(play, mover) for holds in clause.conditions):
            continue
        if clause.kind == "as":
            table = play.world.enemy.table(table_of(mover))
            if table.look_up(clause.row).index in seen | {row.index}:
                return None
            further = consult(play, table, clause.row)
            return read_command(play, mover, further, seen=seen | {row.index})
        # D-630: in the player's own words; what he says holds.
        if clause.kind == "own":
            if told := meant(play, mover, clause.words):
                return CommandReading(row=row, clause=n, going=told)
            continue
        # S9.28: Crest status in place of an Assault Move.
        up = clause.assault and crest_for_target(play, mover)
        if up and not bound_to_leave(play, mover):
            crest = MoveScope(how="stay", crest=True)
            return CommandReading(row=row, clause=n, going=crest)
        going = clause.manner(play, mover) if clause.manner else None
        if going and may_go_so(play, mover, row, going):
            return CommandReading(row=row, clause=n, going=going)
    return None


def bound_to_leave(view: GameView, mover: Mover) -> bool:
    """Whether it has to leave an Overstacked Location (S6.307)."""
    return any(unit.automatic == "S6.307" for unit in units_of(view, mover))


def may_go_so(view: GameView, mover: Mover, row: Row, going: MoveScope) -> bool:
    """Whether a mover may do what a clause lets it.

    A Hold MMC that is alone in a VPO Location leaves it only for another one; the rows
    that are known from examples go first (D-156). To stay is open to all but those
    whom S6.307 sends away (D-881).
    """
    here = at(mover)
    if going.how == "stay":
        return not bound_to_leave(view, mover)
    if mover.attitude == "Advance" or mover.suspect:
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
        if parsed.kind in ("move", "as", "own"):
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
        least("least FRIENDLY fire", lambda to: fire_met(play, mover, to)),
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


def fire_met(view: GameView, mover: Mover, to: LocationName) -> float:
    """The weight of the FRIENDLY fire that awaits its Assault Movement."""
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
    if in_own_words(text):
        return ()
    how, into, places = text.rpartition(": ")[2].partition(INTO)
    return places_in(places) if into and how == ASSAULT else ()


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
        leaves=going.leaves,
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
