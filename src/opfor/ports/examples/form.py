"""The form of a worked example: every key that a file may have.

docs/examples.md explains each; a test holds the two together.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from opfor.geo.edges import Edge
from opfor.state.in_progress import (
    Resolution,
)
from opfor.state.units import (
    Attitude,
    Side,
)

Texts = str | list[str]
"""One text, or several in order."""

Orders = str | dict[str, Any] | list[str | dict[str, Any]]
"""One order, or several: in words, or as a table of its fields (choices/orders.py)."""

Small = Annotated[int, Meta(ge=-99, le=99)]
Month = Annotated[str, Meta(pattern=r"^(19|20)\d\d-(0[1-9]|1[0-2])$")]
Moment = Annotated[
    str,
    Meta(pattern=r"^(set-up|(FRIENDLY|ENEMY) (R|PF|M|DF|AF|Rt|A|CC)Ph)$"),
]
Pieces = dict[str, Any]
"""Things by name; pieces.py reads what they are."""


class HumanWave(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Human Wave: its colour, the entrance hex of its marker, and who is in it."""

    colour: str = "black"
    marker: str
    units: list[str] = []
    suspects: list[str] = []


class Givens(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands on the table before anything happens.

    Args:
        map: boards as in `opfor los`, or a text board.
        boards: text boards by the names that the map calls them.
        classes: for a board's name village, city or woods (table A9).
        mission: a Mission from which the keys not given here are taken.
        date, friendly, enemy, fbe, attitude, vpo: as in a Mission.
        ac: the ENEMY AC#, or the table that it is rolled on.
        msr: any other key of a Mission file: turns, placement, a1_drm, …
        phase, turn: where the sequence of play stands.
        on_table: what the player resolves on his own table and reports.
        units, enemies, suspects, weapons, fortifications, markers: what stands on
            the map.
        batteries, planes: OBA and aircraft, each by its fields; a battery with an
            `observer` gives that unit its radio or phone.
        tables: rows that win over those of a table, by the table's name.
        waves: Human Waves by name: their colour, marker, units and S?.
        platoons: vehicles of a platoon, by its name.
        san, snipers, alerted: SAN, where the Sniper is, whose Snipers were alerted.
        losses: what a side has gained and lost otherwise, by its fields.
        control: whose a Location is, or `hex K6`, `building K6`.
        weather: wind and weather now, by their fields.
        effects: what Random Events do later, or for some time, by their fields.
        happened: how often a Random Event of these words has happened.
        heavy: Guns and vehicles that S? have brought so far.
        move: a move in hand, by its fields.
    """

    map: str = ""
    boards: dict[str, str] = {}
    classes: dict[str, Literal["village", "city", "woods"]] = {}
    mission: str = ""
    date: Month = ""
    friendly: str = ""
    enemy: str = ""
    fbe: Edge | None = None
    attitude: Attitude | None = None
    ac: Small | str | None = None
    vpo: list[str] | None = None
    msr: dict[str, Any] = {}
    phase: Moment = "FRIENDLY MPh"
    turn: Annotated[int, Meta(ge=1, le=99)] = 1
    on_table: tuple[Resolution, ...] = ()
    units: Pieces = {}
    enemies: Pieces = {}
    suspects: Pieces = {}
    weapons: Pieces = {}
    fortifications: Pieces = {}
    markers: Pieces = {}
    batteries: dict[str, dict[str, Any]] = {}
    planes: dict[str, dict[str, Any]] = {}
    tables: dict[str, list[dict[str, Any]]] = {}
    waves: dict[str, HumanWave] = {}
    platoons: dict[str, list[str]] = {}
    san: dict[Side, Annotated[int, Meta(ge=0, le=7)]] = {}
    snipers: dict[Side, str] = {}
    alerted: list[Side] = []
    losses: dict[Side, dict[str, Any]] = {}
    control: dict[str, Side] = {}
    weather: dict[str, Any] = {}
    effects: list[dict[str, Any]] = []
    happened: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    heavy: Annotated[int, Meta(ge=0, le=99)] = 0
    move: dict[str, Any] = {}


class Change(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is another way from here on, between two things that are done.

    Args:
        units, enemies, suspects, weapons, fortifications, markers: pieces by name, new
            ones, or what is other about those that are there, or "gone".
        the others: as in the givens.
    """

    ac: Small | None = None
    units: Pieces = {}
    enemies: Pieces = {}
    suspects: Pieces = {}
    weapons: Pieces = {}
    fortifications: Pieces = {}
    markers: Pieces = {}
    waves: dict[str, HumanWave] = {}
    platoons: dict[str, list[str]] = {}
    san: dict[Side, Annotated[int, Meta(ge=0, le=7)]] = {}
    snipers: dict[Side, str] = {}
    alerted: list[Side] = []
    losses: dict[Side, dict[str, Any]] = {}
    control: dict[str, Side] = {}
    weather: dict[str, Any] = {}
    effects: list[dict[str, Any]] = []
    happened: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    heavy: Annotated[int, Meta(ge=0, le=99)] = 0


class ExpectedDecision(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A decision that was made by a priority list: who, among whom, by which line."""

    chosen: str = ""
    among: list[str] = []
    by: str = ""


class Expect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must come of it; what is left out is not looked at.

    Args:
        result: what look_up, call, los or range gives.
        total: the sum of the modifiers that a call gives.
        left: the S? that are left, or how many.
        suspects_in: the Locations of all S? on the map, once for each S?.
        entering: the entrance hexes of all S? offboard, in order of set-up.
        suspects: S? by name: what they are now, or "gone".
        units: units by name: what they are now, or "gone".
        at: by Location every unit in it.
        weapons: weapons by name: what they are now, or "gone".
        fortifications, markers: every one on the map.
        events: things that happen, in this order; others may come between.
        also: things that happen at any time.
        no_events: things that do not happen.
        notes, no_notes: words that some note has, and that none has.
        decided: decisions, in order.
        refused: the rule that forbids the last order, and words of the reason.
        may: orders that are legal now.
        may_not: orders that are not, with the rule that forbids each.
        ac, turn, phase: as they are now.
        over: whether the game has ended.
    """

    result: Any = None
    total: int | None = None
    left: list[str] | int | None = None
    suspects_in: list[str] | None = None
    entering: list[str] | None = None
    suspects: Pieces = {}
    units: Pieces = {}
    at: dict[str, list[str]] = {}
    weapons: Pieces = {}
    fortifications: list[str] | None = None
    markers: list[str] | None = None
    events: list[dict[str, Any]] = []
    also: list[dict[str, Any]] = []
    no_events: list[dict[str, Any]] = []
    notes: Texts = []
    no_notes: Texts = []
    decided: list[ExpectedDecision] = []
    refused: Texts = []
    may: Orders = []
    may_not: dict[str, str] = {}
    ac: int | None = None
    turn: int | None = None
    phase: str | None = None
    over: bool | None = None


class CaseStep(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that happens, or a question, and what must come of it.

    Args:
        change: what is another way from here on, before anything is done.
        do: orders, or `run`: play on to the next order of a side.
        dice: what falls, each with its rule.
        answers: what the player answers, each with the rule that asks.
        look_up: a table, a number and its columns.
        call: a rule by its number, with what it is given.
        los, range: two Locations.
        expect: what must come of it.
    """

    change: Change = Change()
    do: Orders = []
    dice: Texts = []
    answers: Texts = []
    look_up: dict[str, Any] = {}
    call: dict[str, Any] = {}
    los: list[str] = []
    range: list[str] = []
    expect: Expect = Expect()


class CaseRow(Givens, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one row of a case has in place of the case's own: givens and a Step."""

    # Structs have one base, so the fields of Step are here again.
    change: Change = Change()
    do: Orders = []
    dice: Texts = []
    answers: Texts = []
    look_up: dict[str, Any] = {}
    call: dict[str, Any] = {}
    los: list[str] = []
    range: list[str] = []
    expect: Expect = Expect()


class Case(CaseRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case: a sentence, givens, and one step or several.

    Args:
        what: the sentence that must be true.
        step: the steps of a case that has several.
        rows: the case is run once with each; beside steps a row has only givens.
    """

    what: Annotated[str, Meta(min_length=1)]
    step: list[CaseStep] = []
    rows: list[CaseRow] = []


class File(Givens, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file: givens that its cases share, and the cases.

    Args:
        title: what the example is called.
        source: where it comes from.
        note: anything a reader should know.
    """

    title: str = ""
    source: str = ""
    note: str = ""
    case: Annotated[list[Case], Meta(min_length=1)]
