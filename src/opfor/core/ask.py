"""Requests: the only way by which anything comes into a game from outside.

A rule builds a request and calls `game.ask(request)`; a port answers it, or raises
`Pending` when a person has yet to. `validate` reads a raw answer (any JSON value)
and gives the value that the rule gets, or an error that says what is wrong with it.
"""

from typing import Any, Generic, Literal, Protocol, TypeVar, overload

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from opfor.core.codec import normal
from opfor.core.errors import OpforError
from opfor.core.event import Emitted, Event
from opfor.core.fact import Fact
from opfor.core.modifier import Mod

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")

DICE = {"dr": 1, "DR": 2}


class Option(Struct, frozen=True):
    """One thing to choose: its key in answers, its wording, and where it lies."""

    key: str
    label: str = ""
    hexes: tuple[str, ...] = ()


class Request(Struct, Generic[A_co], frozen=True, tag=True, kw_only=True):
    """A question to the world outside; `side` says whose hand or dice answer it."""

    purpose: Fact | str
    side: str = ""

    def validate(self, answer: object) -> A_co:
        """The value that the raw answer means.

        Raises:
            OpforError: the answer does not fit the request.
        """
        # Each kind below has its own; a Struct takes no ABCMeta that would demand it.
        raise NotImplementedError

    def _refuse(self, what: str, do: str = "") -> OpforError:
        return OpforError(what, str(self.purpose), do)


class Roll(Request[tuple[int, ...]], frozen=True, kw_only=True):
    """Dice: a dr (one), a DR (coloured, white), or `count` dice at "random".

    What is unset is not saved, so that saves of releases without it stay as they are.

    Args:
        kind: which dice.
        count: how many at "random".
        stream: the sequence the dice come from; empty means the rule's own.
        meaning: whom each die or number means, or whose roll it is, in a question.
        mods: the DRM or drm that are known before the dice fall.
    """

    kind: Literal["dr", "DR", "random"]
    count: int = 0
    stream: str = ""
    meaning: Fact | UnsetType = UNSET
    mods: tuple[Mod, ...] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not 0 <= self.count <= 1000 or (self.kind == "random" and not self.count):
            raise ValueError(f"a roll of {self.count} dice is not possible")

    @property
    def size(self) -> int:
        """How many dice are rolled."""
        return DICE.get(self.kind) or self.count

    def validate(self, answer: object) -> tuple[int, ...]:
        """The dice as rolled, each 1 to 6."""
        if not isinstance(answer, list | tuple) or len(answer) != self.size:
            raise self._refuse(
                f"{answer!r} is not {self.size} dice", "give one number for each die"
            )
        # `type is`, because True is an int to isinstance.
        if not all(type(die) is int and 1 <= die <= 6 for die in answer):
            raise self._refuse(f"{answer!r} has a die that is not 1 to 6")
        return tuple(answer)


class Draw(Request[str], frozen=True, kw_only=True):
    """One chit out of a cup. `stream` as for Roll."""

    chits: tuple[str, ...]
    stream: str = ""

    def __post_init__(self) -> None:
        if not self.chits:
            raise ValueError("there is no chit to draw")

    def validate(self, answer: object) -> str:
        """The chit drawn."""
        if answer not in self.chits:
            raise self._refuse(
                f"chit {answer!r} is not in the cup", f"one of {', '.join(self.chits)}"
            )
        return str(answer)


class Choose(Request[str], frozen=True, kw_only=True):
    """One of several options; the answer is its key.

    `why` is "discretion" where the rules leave it to whoever plays that side (then
    `policy` names the policy that decides), or "player" for a person's own choice.
    """

    options: tuple[Option, ...]
    why: Literal["discretion", "player"] = "player"
    policy: str = ""

    def __post_init__(self) -> None:
        keys = [option.key for option in self.options]
        if not keys or len(set(keys)) != len(keys):
            raise ValueError(f"options need different keys, at least one: {keys}")

    def validate(self, answer: object) -> str:
        """The key of the option chosen."""
        for option in self.options:
            if option.key == answer:
                return option.key
        keys = ", ".join(option.key for option in self.options)
        raise self._refuse(f"{answer!r} is not an option", f"choose one of {keys}")


class Order(Request[Any], frozen=True, kw_only=True):
    """The player's command in a phase; the rule that asks decodes the answer."""

    phase: str
    options: tuple[Option, ...] = ()

    def validate(self, answer: object) -> Any:
        """Any JSON value, as it would come back from a save."""
        return normal(answer)


class Place(Request[dict[str, str]], frozen=True, kw_only=True):
    """Where the player puts things; the answer maps each thing to a place.

    No `places` means any place; the rule that asks then decides what is legal.
    """

    things: tuple[str, ...]
    places: tuple[str, ...] = ()

    def validate(self, answer: object) -> dict[str, str]:
        """A place for each thing, in the order of the request."""
        if not isinstance(answer, dict) or set(answer) != set(self.things):
            raise self._refuse(
                "the answer must give a place for each thing and for nothing else",
                f"place {', '.join(self.things)}",
            )
        for thing, place in answer.items():
            if not isinstance(place, str) or (self.places and place not in self.places):
                raise self._refuse(f"{thing} cannot be placed at {place!r}")
        return {thing: answer[thing] for thing in self.things}


class Field(Struct, frozen=True):
    """One line of a form: a number (low to high), a yes or no, a text or an option."""

    name: str
    label: str = ""
    kind: Literal["number", "yes", "text", "option"] = "text"
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None

    def fault(self, value: object) -> str:
        """What is wrong with the value, or an empty text."""
        match self.kind:
            case "number":
                if type(value) is not int:
                    return f"{value!r} is not a whole number"
                low, high = self.low, self.high
                if (low is not None and value < low) or (
                    high is not None and value > high
                ):
                    return f"{value} is not within {low} to {high}"
                return ""
            case "yes":
                return "" if isinstance(value, bool) else f"{value!r} is not yes or no"
            case "text":
                return "" if isinstance(value, str) else f"{value!r} is not a text"
            case "option":
                keys = [option.key for option in self.options]
                return "" if value in keys else f"{value!r} is not one of {keys}"


class Adjudicate(Request[dict[str, Any]], frozen=True, kw_only=True):
    """What happened on the player's table: a form, answered field by field."""

    form: tuple[Field, ...]

    def validate(self, answer: object) -> dict[str, Any]:
        """The form filled in, in the order of its fields."""
        names = [line.name for line in self.form]
        if not isinstance(answer, dict) or set(answer) != set(names):
            raise self._refuse(
                "the form is not filled in as asked", f"give {', '.join(names)}"
            )
        for line in self.form:
            if fault := line.fault(answer[line.name]):
                raise self._refuse(fault, line.label or line.name)
        return {name: normal(answer[name]) for name in names}


AnyRequest = Roll | Draw | Choose | Order | Place | Adjudicate


class Asked(Struct, frozen=True):
    """A request as the game put it: its number (from 1), cause and moment.

    `after` is the number of the last event before it, so that a replay which told
    another story is found at its next request.
    """

    number: int
    causes: tuple[str, ...]
    after: int
    request: AnyRequest

    @property
    def rule(self) -> str:
        """The innermost rule that asks, or an empty text."""
        return self.causes[-1] if self.causes else ""

    @property
    def stream(self) -> str:
        """The name of the sequence that dice and chits for this request come from."""
        match self.request:
            case Roll():
                return self.request.stream or self.rule or "game"
            case Draw():
                return (self.request.stream or self.rule or "game") + "/chits"
            case _:
                return ""

    def __str__(self) -> str:
        request = self.request
        kind = request.kind if isinstance(request, Roll) else type(request).__name__
        side = f" for {request.side}" if request.side else ""
        return f"{self.rule or 'no rule'} asking {kind} {str(request.purpose)!r}{side}"


def same_question(one: Asked, other: Asked) -> bool:
    """Whether two requests ask the same, whatever their words are.

    The words of a request are its purpose, what it tells of dice besides, and the
    labels of its options and fields: a release may change them, and the answers to it
    stay what they were.
    """
    return one == other or _unworded(one) == _unworded(other)


def _unworded(asked: Asked) -> Asked:
    """A request without what is only wording."""
    request: Any = asked.request
    changes: dict[str, Any] = {"purpose": ""}
    match request:
        case Roll():
            changes |= {"meaning": UNSET, "mods": UNSET}
        case Choose() | Order():
            changes["options"] = _unlabelled(request.options)
        case Adjudicate():
            changes["form"] = tuple(
                replace(line, label="", options=_unlabelled(line.options))
                for line in request.form
            )
    return replace(asked, request=replace(request, **changes))


def _unlabelled(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(replace(option, label="") for option in options)


class Context(Struct, frozen=True):
    """What a port may know beside the request.

    `drawn` is how many dice or chits the stream has already given; `refused` is the
    error of the answer that was just turned down, for a port that asks again.
    """

    state: Any
    drawn: int = 0
    refused: OpforError | None = None


class Pending(Exception):  # noqa: N818 - not an error: the game waits
    """Nobody has answered yet; the game stops here until `answer` is called."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(str(asked))
        self.asked = asked


class Port(Protocol):
    """Answers requests. `human` tells whether a person decides what it says."""

    @property
    def human(self) -> bool:
        """Whether undo counts its answers and the save waits for each."""
        ...

    def answer(self, asked: Asked, context: Context) -> object:
        """The raw answer. Raises Pending when it is yet to come."""
        ...


class Router(Protocol):
    """Says which port answers a request."""

    def pick(self, asked: Asked) -> Port:
        """The port for this request."""
        ...


class Asker(Protocol):
    """The two things that a rule does with a game beside reading its state."""

    @overload
    def ask(self, request: Request[A], /) -> A: ...
    @overload
    def ask(self, request: Request[Any], /, read: Any) -> Any: ...
    def ask(self, request: Any, /, read: Any = None) -> Any:
        """The answer to a request."""
        ...

    def emit(self, event: Event, /) -> Emitted:
        """Let an event happen."""
        ...


class Waiting:
    """The port of a person who answers later, through `game.answer`."""

    human = True

    def answer(self, asked: Asked, _context: Context) -> object:
        """Never now."""
        raise Pending(asked)
