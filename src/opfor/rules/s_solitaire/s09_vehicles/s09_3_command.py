"""S9.2, S9.21, S9.22 for vehicles: a row of {A4c}, and what it comes to."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.explain import consult
from opfor.core.rule import rule
from opfor.core.table import Row
from opfor.rules.choices.vocabulary import (
    OWN,
    Clause,
    Vocabulary,
    in_own_words,
    own_fault,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import commander_serves
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_2_command import shared_roll
from opfor.rules.s_solitaire.s09_vehicles.command_clauses import (
    CONDITIONS,
    DRIVES,
    STOPS,
    Condition,
    Manner,
    Stops,
)
from opfor.rules.s_solitaire.s09_vehicles.own_words import meant
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

TABLE = "A4c"

AS: Vocabulary[int] = Vocabulary((Clause("as {row}", lambda row: row),))


class ParsedVehicleClause(Struct, frozen=True):
    """A clause taken apart."""

    conditions: tuple[Condition, ...] = ()
    manner: Manner | None = None
    stops: Stops | None = None
    row: int = 0
    words: str = ""


class VehicleCommandReading(Struct, frozen=True, kw_only=True):
    """What a Move Command comes to for a vehicle.

    Args:
        row: the row that decides.
        clause: the place of the clause that decides.
        driving: what it has the vehicle do.
    """

    row: Row
    clause: int
    driving: VehiclePlan


def parse(text: str) -> ParsedVehicleClause:
    """What a clause of {A4c} says.

    Errors:
        OpforError: it is no clause, or a part of it is none.
    """
    if said := STOPS.read(text):
        return ParsedVehicleClause(stops=said.meaning)
    if in_own_words(text):
        before, _, words = text.partition(OWN)
        if wrong := own_fault(words):
            raise OpforError(wrong, "a Move Command")
        conditions = _conditions(before.removesuffix(": "))
        return ParsedVehicleClause(conditions, words=words)
    before, _, action = text.rpartition(": ")
    conditions = _conditions(before)
    if row := AS.read(action):
        return ParsedVehicleClause(conditions, row=row.meaning)
    manner = DRIVES.read(action)
    if manner is None:
        raise OpforError(DRIVES.fault(action), "a Move Command")
    return ParsedVehicleClause(conditions, manner=manner.meaning)


def _conditions(text: str) -> tuple[Condition, ...]:
    found = []
    for name in text.split(" and ") if text else []:
        condition = CONDITIONS.read(name)
        if condition is None:
            raise OpforError(CONDITIONS.fault(name), "a Move Command")
        found.append(condition.meaning)
    return tuple(found)


def fault(result: Sequence[str]) -> str:
    """Why a row is no Move Command of a vehicle; empty if it is one."""
    for text in result:
        try:
            parse(text)
        except OpforError as error:
            return error.what
    return ""


@rule("S9.3", "Vehicles: the player's judgement", cites=("S9.2", "S9.21", "S9.22"))
def vehicle_command(play: Play, unit: Unit) -> VehicleCommandReading | None:
    """The Move Command of a vehicle, and what it comes to; None: it can do nothing.

    One DR a vehicle on {A4c}, one for all vehicles of a platoon. What the rules leave
    to the player's judgement, the lists of S9.31 to S9.37 decide here.
    """
    # S9.2: one DR for all of a platoon; S9.22: the first clause it can fulfil.
    number = shared_roll(play, stack(play, [unit]))
    return read_row(play, unit, consult(play, play.world.enemy.table(TABLE), number))


def read_row(
    play: Play, unit: Unit, row: Row, *, hops: int = 3
) -> VehicleCommandReading | None:
    """The first clause of a row that a vehicle can fulfil (S9.22)."""
    for n, text in enumerate(row.result):
        clause = parse(text)
        if not all(holds(play, unit) for holds in clause.conditions):
            continue
        if clause.row and hops:
            table = play.world.enemy.table(TABLE)
            return read_row(play, unit, consult(play, table, clause.row), hops=hops - 1)
        driving = clause.manner(play, unit) if clause.manner else None
        # D-630: in the player's own words
        if clause.words:
            driving = meant(play, unit, clause.words)
        if driving is not None:
            ce = driving.ce and not _stays_bu(play, unit, row)
            whole = replace(driving, stops=_stops_after(row, n), ce=ce)
            return VehicleCommandReading(row=row, clause=n, driving=whole)
    return None


def _stays_bu(view: GameView, unit: Unit, row: Row) -> bool:
    """Whether no row of ours has a crew CE that could not fire then (D-897)."""
    return row.source == "project" and commander_serves(view, unit)


def _stops_after(row: Row, clause: int) -> tuple[str, ...]:
    """The "stop" clauses that follow the one that counts."""
    after = row.result[clause + 1 :]
    return tuple(takewhile(lambda text: parse(text).stops is not None, after))


def stops_of(driving: VehiclePlan) -> list[Stops]:
    """What ends the drive."""
    found = (parse(text).stops for text in driving.stops)
    return [stop for stop in found if stop is not None]
