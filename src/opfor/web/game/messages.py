"""Every message between page and server, as typed values.

The page sends numbered requests, `{"do": "answer", "id": 3, …}`; each gets one reply
with the same id, a `Done` or a `Refused`. Besides, the server tells `News` to every
page on the game whenever the game goes on, and `Progress` of what takes long.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from opfor.core.codec import BAD_JSON
from opfor.core.errors import OpforError

MOST_BYTES = 65_536
"""The longest message, and the longest body, that is read."""

MOST_UNITS = 200
"""The most ids that one message names."""

MOST_ROUTE = 100
"""The most Locations of a route."""

# -- from the page -----------------------------------------------------------------


class _Request(
    Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True
):
    id: int


class AnswerRequest(_Request, frozen=True, tag="answer"):
    """The answer to the open request of that number, given at that token."""

    number: int
    token: str
    value: Any


class MarchRequest(_Request, frozen=True, tag="march"):
    """Move units along a route, hex by hex, until something happens.

    Args:
        number: of the open request.
        token: of the moment.
        units: their ids.
        route: the Locations to enter, in order.
        how: fields of the first order, such as assault.
    """

    number: int
    token: str
    units: tuple[str, ...]
    route: tuple[str, ...]
    how: dict[str, bool] = {}


class OrdersRequest(_Request, frozen=True, tag="orders"):
    """Give orders in turn until something happens, as a rout that was shown whole.

    Args:
        number: of the open request.
        token: of the moment.
        orders: as they would be answered one by one.
    """

    number: int
    token: str
    orders: tuple[dict[str, Any], ...]


class Undo(_Request, frozen=True, tag="undo"):
    """Take back the last decision."""

    token: str


class Retype(_Request, frozen=True, tag="retype"):
    """Take the last dice of the player's back, to be told anew."""

    token: str


class Dice(_Request, frozen=True, tag="dice"):
    """Who rolls from now on.

    Args:
        mine: the player does.
        auto: but for these steps (`ports.router.STEPS`), whose dice are the seed's.
        suggest: steps whose dice the seed shows before the player takes them.
    """

    mine: bool
    auto: tuple[str, ...] = ()
    suggest: tuple[str, ...] = ()


class StopRequest(_Request, frozen=True, tag="stop"):
    """Stop what is being worked out; the decision that it follows from is undone."""


class Suggest(_Request, frozen=True, tag="suggest"):
    """What a practised player would answer to the open request of the player's side."""


class Legal(_Request, frozen=True, tag="legal"):
    """The legal orders that name any of the units; of all, if none is named."""

    units: tuple[str, ...] = ()


class ReachOf(_Request, frozen=True, tag="reach"):
    """Where units could go as one stack, and for how many MF."""

    units: tuple[str, ...]
    how: dict[str, bool] = {}


class Threats(_Request, frozen=True, tag="threats"):
    """The S? that entering a Location may Activate; `how`: fields such as assault."""

    units: tuple[str, ...]
    to: str
    how: dict[str, bool] = {}


class Ways(_Request, frozen=True, tag="ways"):
    """The shortest and the safest way of units to a Location within their MF."""

    units: tuple[str, ...]
    to: str
    how: dict[str, bool] = {}


class OutOfReach(_Request, frozen=True, tag="out of reach"):
    """Why units do not go to a Location in this MPh, or not so; in one sentence."""

    units: tuple[str, ...]
    to: str
    how: dict[str, bool] = {}


class Danger(_Request, frozen=True, tag="danger"):
    """Of all Locations in reach of units: what entering each may bring on the way."""

    units: tuple[str, ...]
    how: dict[str, bool] = {}


class Routs(_Request, frozen=True, tag="routs"):
    """The routs of a unit as a whole, each with its end, cover and Interdiction."""

    unit: str


class Drives(_Request, frozen=True, tag="drives"):
    """Where a vehicle could drive in one go, each hex with its MP and the orders."""

    unit: str


class FirePlan(_Request, frozen=True, tag="fire"):
    """What a Fire order would mean: FP, DRM, exact odds. Nothing is rolled."""

    order: dict[str, Any]


class BestShot(_Request, frozen=True, tag="best shot"):
    """Whether no Defensive First Fire at who moves now has a chance of `least`."""

    least: Annotated[float, Meta(ge=0, le=1)]


class CloseCombatAt(_Request, frozen=True, tag="close combat"):
    """Who may fight whom in CC in a hex, and the odds of each attack."""

    at: str


class CombatPlan(_Request, frozen=True, tag="combat"):
    """What an attack in CC would mean: odds, DRM, chances. Nothing is rolled."""

    order: dict[str, Any]


class Why(_Request, frozen=True, tag="why"):
    """The reasons of an event, by its number."""

    event: int


class LineOfSight(_Request, frozen=True, tag="los"):
    """LOS between two Locations."""

    a: str
    b: str


class FieldRequest(_Request, frozen=True, tag="field"):
    """What a Location sees."""

    at: str


class LookAt(_Request, frozen=True, tag="look"):
    """A hex and all that is in it."""

    at: str


class GroundRequest(_Request, frozen=True, tag="ground"):
    """What a hex and its hexsides are, and what they can be judged to be."""

    at: str


class Thing(_Request, frozen=True, tag="thing"):
    """What can be adjusted of a unit, Weapon, S? or other counter, by its id."""

    key: str


class Briefing(_Request, frozen=True, tag="briefing"):
    """The Mission's card: OB, victory, special rules, and how it stands."""


class Standing(_Request, frozen=True, tag="standing"):
    """What is needed to win, what is held, VP and losses, as it is now."""


class Ending(_Request, frozen=True, tag="ending"):
    """Who won and why, turning points, losses, and how the dice fell."""


class Counters(_Request, frozen=True, tag="counters"):
    """What lies on the map, as a list for the player's own table."""


class Log(_Request, frozen=True, tag="log"):
    """The last lines of the log."""

    most: int = 200


AnyRequest = (
    AnswerRequest | MarchRequest | OrdersRequest | Undo | Retype | Dice | StopRequest
    | Suggest | Legal | ReachOf | Threats | Ways | OutOfReach | Danger | Routs | Drives
    | FirePlan | BestShot | CloseCombatAt | CombatPlan | Why | LineOfSight
    | FieldRequest | LookAt | GroundRequest | Thing | Counters | Log | Briefing
    | Standing | Ending
)  # fmt: skip

_DECODER = msgspec.json.Decoder(AnyRequest)


def read_request(text: str | bytes) -> AnyRequest:
    """The request that a message is.

    Errors:
        OpforError: it is none, or it names too much.
    """
    if len(text) > MOST_BYTES:
        raise OpforError(f"a message has at most {MOST_BYTES} bytes")
    try:
        request: AnyRequest = _DECODER.decode(text)
    except BAD_JSON as error:
        raise OpforError(f"this message is not understood ({error})") from None
    if len(getattr(request, "units", ())) > MOST_UNITS:
        raise OpforError(f"a message names at most {MOST_UNITS} units")
    if len(getattr(request, "route", ())) > MOST_ROUTE:
        raise OpforError(f"a route has at most {MOST_ROUTE} hexes")
    if len(getattr(request, "orders", ())) > MOST_ROUTE:
        raise OpforError(f"at most {MOST_ROUTE} orders are given at once")
    return request


def read_id(text: str | bytes) -> int:
    """The id of a message that is not understood, 0 if it has none."""
    try:
        found = msgspec.json.decode(text)
    except BAD_JSON:
        return 0
    number = found.get("id", 0) if isinstance(found, dict) else 0
    return number if type(number) is int else 0


# -- from the server ---------------------------------------------------------------


class DrawnCounter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One counter as the page draws it.

    Args:
        key: the id of the thing.
        look: the name of its face among the looks.
        hex: the hex it lies in; -1 offboard.
        at: the Location, empty offboard.
        kind: what it is: unit, weapon, suspect or thing.
        side: whose it is.
        name: it in words.
        called: its short name, of a unit or Weapon.
        owner: the unit that possesses it.
        done: a unit that can move no more in this Player Turn.
        states: what its counter shows has happened to it, in words.
    """

    key: str
    look: str
    hex: int
    at: str = ""
    kind: str = "thing"
    side: str = ""
    name: str = ""
    called: str = ""
    owner: str = ""
    done: bool = False
    states: tuple[str, ...] = ()


class Beat(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the story, and what it changes on the board.

    Args:
        number: the event's number, to ask why.
        rule, text, style: the line; an empty text only changes the board, by a step
            into a hex where one is named.
        dice: what was rolled.
        pieces: counters that are new or changed.
        gone: keys of counters that are not on the board any more.
        hexes: where it happens.
        why: what a table or a priority list decided, as a reader wants it.
        result: what an attack gives, as it is said over the target.
        begins: turn, ATTACKER and phase, where one begins.
    """

    number: int
    rule: str = ""
    text: str = ""
    style: str = ""
    dice: tuple[int, ...] = ()
    pieces: tuple[DrawnCounter, ...] = ()
    gone: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    why: str = ""
    result: str = ""
    begins: tuple[int, str, str] | None = None


class ToldEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event of the log in a sentence.

    Args:
        text, style: the sentence.
        enemy: the ENEMY does it.
        loss: somebody is lost, reduced or broken by it.
        lines: the numbers of the lines behind it, in order.
        dice: its own roll.
    """

    text: str
    style: str = ""
    enemy: bool = False
    loss: bool = False
    lines: tuple[int, ...]
    dice: tuple[int, ...] = ()


class View(Struct, frozen=True, kw_only=True):
    """What the FRIENDLY player sees of the game now.

    `mission` is its id; `labels` are what kinds of orders are called, by their tags;
    `mover` is who may be fired at as he moves, while that is asked; `must` are the
    player's who are lost if they stay where they are at the end of the RtPh;
    `typed` are the player's last dice, where he may take them back;
    `ground` is the fingerprint of the map, `judged` the hexes that are by his word.
    """

    mission: str
    title: str
    status: str
    turn: int
    turns: int
    phase: str
    side: str
    acting: str
    ac: int
    over: str
    pieces: tuple[DrawnCounter, ...]
    vpo: tuple[tuple[int, str], ...]
    move: tuple[str, ...]
    left: str
    window: bool
    mover: tuple[str, ...]
    must: tuple[str, ...]
    on_table: tuple[str, ...]
    resolutions: tuple[str, ...]
    mine: bool
    auto: tuple[str, ...]
    suggest: tuple[str, ...]
    steps: tuple[str, ...]
    labels: dict[str, str]
    undo: bool
    typed: str
    score: tuple[str, ...]
    ground: str
    judged: tuple[int, ...]


class Done(Struct, frozen=True, tag_field="is", tag="done"):
    """The reply to a request."""

    id: int
    ok: Any = None


class Refused(Struct, frozen=True, tag_field="is", tag="refused"):
    """Why a request was not done, in one sentence."""

    id: int
    error: str


class Progress(Struct, frozen=True, tag_field="is", tag="progress"):
    """What is being worked on; empty when it is done. `stop`: it can be stopped."""

    text: str
    stop: bool = False


class News(Struct, frozen=True, kw_only=True, tag_field="is", tag="news"):
    """The game as it is now, and how it came to that.

    Args:
        beats: what happened, in order; none after an undo or a reload.
        story: the same as the log tells it.
        chores: what the player does with his own counters, if he plays on a table.
        view: the state of things.
        asked: the open request; None if the game is over.
        question: it in words.
        suggested: what opfor would answer to it; None if that is the player's alone.
        token: the moment, to be given back with the answer.
        looks: faces of counters that this page has not had yet.
        anew: the story was cut; read the log again.
        notice: what is told of the game as a page opens it; empty: nothing.
    """

    beats: tuple[Beat, ...] = ()
    story: tuple[ToldEvent, ...] = ()
    chores: tuple[str, ...] = ()
    view: View
    asked: Any = None
    question: str = ""
    suggested: Any = None
    token: str = ""
    looks: dict[str, str] = {}
    anew: bool = False
    notice: str = ""


AnyReply = Done | Refused | Progress | News
