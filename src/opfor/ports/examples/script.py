"""Orders, dice and answers as an example has them."""

import re
from collections.abc import Collection
from typing import Any, NamedTuple, get_args

from msgspec import Struct

from opfor.core.ask import (
    Adjudicate,
    Asked,
    Choose,
    Context,
    Order,
    Pending,
    Place,
    Port,
)
from opfor.core.dice import Scripted, ScriptEntry
from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.policy import Policies
from opfor.ports.examples.form import CaseStep, Orders, Texts
from opfor.ports.examples.order_text import ENEMY, said_order
from opfor.ports.examples.places import full_names, location
from opfor.ports.examples.read import Origin
from opfor.rules.choices.policies import POLICIES
from opfor.state.units import Phase, Side
from opfor.state.world import World
from opfor.views.text.words import say

RUN = "run"
_RUN_TO = re.compile(rf"{RUN} to ({'|'.join(get_args(Phase))})")
WAYS: dict[str, dict[str, Any]] = {
    "move": {},
    "assault": {"assault": True},
    "double time": {"double_time": True},
}
"""The ways to move, and what each sets in the order."""
ALONE = {
    "halt": {"type": "halt"},
    "end": {"type": "end"},
    "hold fire": {"type": "hold fire"},
}
"""Orders without units."""

SIDES: tuple[Side, ...] = ("FRIENDLY", "ENEMY")

PLACES = frozenset({"to", "target", "second", "at"})
"""Fields of orders that name a Location."""

NO_PLACES = frozenset({("transfer", "to"), ("fire", "at")})
"""Where such a field names a unit."""

_MOVE = re.compile(
    rf"(?P<units>\w+(?:\s*\+\s*\w+)*)\s+(?P<way>{'|'.join(WAYS)})\s+(?P<to>\S+)",
    re.ASCII,
)
_ANSWER = re.compile(r'(\S+)\s+([^"]*?)\s*(?:"([^"]*)")?')
HOW = (
    'write "V assault K6", "V fire K6 by L", "ENEMY E move K6", "end", "run"'
    ' or "run to DFPh"'
)


def texts(value: Texts) -> list[str]:
    """The texts of a key that may have one or several."""
    return [value] if isinstance(value, str) else list(value)


class Ordered(NamedTuple):
    """An order of a side as it answers an Order; no answer for `run`.

    `until` is the phase with whose beginning a `run to` ends.
    """

    side: Side
    answer: dict[str, Any] | None
    until: str = ""


def orders(value: Orders) -> list[str | dict[str, Any]]:
    """The orders of a key that may have one or several."""
    return value if isinstance(value, list) else [value]


def ordered(value: str | dict[str, Any], world: World, where: str) -> Ordered:
    """An order in words or as a table; a table may name the side, else FRIENDLY.

    Errors:
        OpforError: it is none; `where` is the place in the file.
    """
    if isinstance(value, str):
        if match := _RUN_TO.fullmatch(" ".join(value.split())):
            return Ordered("FRIENDLY", None, match[1])
        first, _, rest = value.partition(" ")
        if first == ENEMY:
            return Ordered("ENEMY", order(rest, world, where))
        return Ordered("FRIENDLY", order(value, world, where))
    side = value.get("side", "FRIENDLY")
    if side not in SIDES:
        raise OpforError("there is no such side", where, 'write side = "ENEMY"')
    answer = {key: given for key, given in value.items() if key != "side"}
    for key in PLACES & answer.keys():
        unit = (answer.get("type"), key) in NO_PLACES
        if isinstance(answer[key], str) and not unit:
            answer[key] = location(world, answer[key], where)
    return Ordered(side, answer)


def order(text: str, world: World, where: str) -> dict[str, Any] | None:
    """The answer to an Order that a text means; None for `run`.

    Errors:
        OpforError: it is none; `where` is the place in the file.
    """
    words = " ".join(text.split())
    if words == RUN:
        return None
    if words in ALONE:
        return ALONE[words]
    match = _MOVE.fullmatch(words)
    if match is None and (said := said_order(words, world, where)):
        return said
    if match is None:
        do = did_you_mean(words, [*ALONE, RUN]) or HOW
        raise OpforError(f"{text[:60]!r} is no order", where, do)
    units = re.split(r"\s*\+\s*", match["units"])
    to = location(world, match["to"], where)
    return {"type": "move", "units": units, "to": to, **WAYS[match["way"]]}


class ScriptedAnswer(Struct, frozen=True):
    """What the player answers to a rule, and, if it says so, to which question."""

    rule: str
    text: str
    purpose: str

    @classmethod
    def parse(cls, text: str, where: str) -> "ScriptedAnswer":
        """Read 'S5.3 broken', or 'S5.3 broken "what the attack did to V"'.

        Errors:
            OpforError: the text has not that form.
        """
        match = _ANSWER.fullmatch(text.strip())
        if match is None or not match[2]:
            do = 'write "S5.3 broken": the rule that asks, and the answer'
            raise OpforError(f"{text[:60]!r} is no answer", where, do)
        return cls(match[1], match[2], match[3] or "")

    def to(self, asked: Asked) -> Any:
        """The raw answer to a request."""
        match asked.request:
            case Adjudicate(form=form):
                return _filled(self.text, form)
            case Choose():
                return self.text
            case Place():
                return dict(_pairs(self.text))
        raise OpforError(f"an example cannot answer: {asked}")

    def fault(self, asked: Asked) -> str:
        """Why it does not fit a request, or an empty text."""
        if self.rule != asked.rule:
            return f"the rule is {asked.rule or 'none'}, not {self.rule}"
        question = say(asked.request.purpose)
        if self.purpose and self.purpose != question:
            return f"the question is {question!r}"
        return ""


def _filled(text: str, form: Any) -> dict[str, Any]:
    """A form filled in: "broken", or "result = broken, MF = 2" for several fields."""
    given = dict(_pairs(text)) if "=" in text else {form[0].name: text}
    kinds = {field.name: field.kind for field in form}
    return {name: _value(value, kinds.get(name, "")) for name, value in given.items()}


def _pairs(text: str) -> list[tuple[str, str]]:
    parts = [part.partition("=") for part in text.split(",")]
    return [(name.strip(), value.strip()) for name, _, value in parts]


def _value(text: str, kind: str) -> Any:
    if kind == "number" and re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
        return int(text)
    if kind == "yes" and text in ("yes", "no"):
        return text == "yes"
    return text


class ScriptedHand:
    """The port that answers everything: dice, questions; orders are given later."""

    # Not human: an answer that is refused ends the case, nobody is asked again.
    human = False

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = Scripted()
        self.answers: list[ScriptedAnswer] = []

    def take(self, step: CaseStep, origin: Origin, ids: Collection[str] = ()) -> None:
        """Take the dice and answers of a step in hand; `ids` are no Locations.

        Errors:
            OpforError: one of them has not the form of one.
        """
        for number, line in enumerate(texts(step.dice)):
            try:
                ScriptEntry.parse(line)
            except OpforError as error:
                where = origin.at("dice", number)
                what = f"{line[:60]!r}: {error.what}"
                raise OpforError(what, where, error.do) from None
        lines = (self._purposed(line, ids) for line in texts(step.dice))
        self.dice = Scripted(*lines, say=say)
        self.answers = [
            ScriptedAnswer.parse(
                self._purposed(line, ids), origin.at("answers", number)
            )
            for number, line in enumerate(texts(step.answers))
        ]

    def _purposed(self, line: str, ids: Collection[str]) -> str:
        """A line whose purpose, in quotes, names Locations as the game does."""
        head, quote, purpose = line.partition('"')
        return head + quote + full_names(self.world, purpose, ids)

    def left(self) -> list[str]:
        """Dice and answers that nothing asked for."""
        answers = [f"{answer.rule} {answer.text}" for answer in self.answers]
        return [*map(str, self.dice.left), *answers]

    def pick(self, _asked: Asked) -> Port:
        """Itself, for every request."""
        return self

    def _unsaid(self, asked: Asked) -> bool:
        """Whether it is a question of discretion that the next answer is not for."""
        request = asked.request
        if not isinstance(request, Choose) or request.why != "discretion":
            return False
        return not self.answers or bool(self.answers[0].fault(asked))

    def answer(self, asked: Asked, context: Context) -> object:
        """The next dice or the next answer; an order comes by `game.answer`.

        Discretion that the example says nothing of is left to its policy.
        """
        if asked.stream:
            return self.dice.answer(asked, context)
        if isinstance(asked.request, Order):
            raise Pending(asked)
        if self._unsaid(asked):
            return Policies(POLICIES).answer(asked, context)
        if not self.answers:
            raise OpforError(f"the example has no answer to {asked}")
        entry = self.answers[0]
        if fault := entry.fault(asked):
            raise OpforError(f"the example answers {entry.text!r} to {asked}: {fault}")
        self.answers.pop(0)
        if isinstance(request := asked.request, Choose):
            keys = [option.key for option in request.options]
            named = full_names(self.world, entry.text)
            return named if entry.text not in keys and named in keys else entry.text
        return entry.to(asked)
