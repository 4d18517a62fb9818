"""Rule numbers, the register of coded rules, and the stack of active rules.

A rule is a plain function under `@rule("S6.311", "Self Preservation")`. While it
runs, its number is on the stack that `causes()` returns; the game writes that
stack on every event and request, which is how `why` can name the rule. A query, which
is given no game to act on, asks and tells nothing; it is registered and left as it is.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from inspect import isgeneratorfunction
from typing import ParamSpec, TypeVar, get_origin

from msgspec import Struct

from opfor.core.errors import OpforError

P = ParamSpec("P")
R = TypeVar("R")

_FORM = re.compile(
    r"(?P<chapter>[A-Z])(?P<section>\d+|(?=\.))"
    r"(?:\.(?:(?P<digits>\d+)(?P<letter>[a-z]?)|p(?P<paragraph>\d+)))?"
    r"(?:/(?P<suffix>[a-z]+)(?P<nth>\d*))?",
    re.ASCII,
)


class RuleId(Struct, frozen=True, order=True):
    """A rule's number, which sorts as the book does: 6.301 < 6.31 < 6.3121 < 6.313.

    The digits behind the point are compared as text, digit by digit. A letter
    ("S4.1a"), a paragraph ("S8.p14") and a part ("S6.311/exc1", "S5.32/b2") come
    after the rule they belong to.
    """

    chapter: str
    section: int
    digits: str = ""
    letter: str = ""
    paragraph: int = 0
    suffix: str = ""
    nth: int = 0

    @classmethod
    def parse(cls, text: str) -> "RuleId":
        """Read "S6.311", "S4.1a", "S8.p14", "A.8", "S6.311/exc1" or "S5.32/b2".

        Raises:
            OpforError: the text is not a rule number.
        """
        found = _FORM.fullmatch(text) if len(text) <= 40 else None
        if found is None:
            raise OpforError(
                "this is not a rule number", repr(text[:40]), "write it as S6.311"
            )
        return cls(
            found["chapter"],
            int(found["section"] or 0),
            found["digits"] or "",
            found["letter"] or "",
            int(found["paragraph"] or 0),
            found["suffix"] or "",
            int(found["nth"] or 0),
        )

    def __str__(self) -> str:
        text = f"{self.chapter}{self.section or ''}"
        if self.digits:
            text += f".{self.digits}{self.letter}"
        elif self.paragraph:
            text += f".p{self.paragraph}"
        if self.suffix:
            text += f"/{self.suffix}{self.nth or ''}"
        return text

    @property
    def parent(self) -> "RuleId":
        """The whole rule that an exception or bullet is a part of."""
        return RuleId(
            self.chapter, self.section, self.digits, self.letter, self.paragraph
        )


@dataclass(frozen=True, slots=True)
class Registered:
    """One coded rule: its number, title in our words, place in the code."""

    id: RuleId
    title: str
    function: str
    exc: tuple[str, ...] = ()
    cites: tuple[RuleId, ...] = ()

    @property
    def exceptions(self) -> dict[RuleId, str]:
        """Each EXC by its own id: S6.311/exc1, S6.311/exc2 and so on.

        An empty text leaves a number to an EXC that is not coded yet.
        """
        numbered = enumerate(self.exc, 1)
        return {_exc_id(self.id, nth): text for nth, text in numbered if text}


class Registry:
    """The coded rules by number."""

    def __init__(self) -> None:
        self._rules: dict[RuleId, Registered] = {}

    def rule(
        self,
        number: str,
        title: str,
        *,
        exc: tuple[str, ...] = (),
        cites: tuple[str, ...] = (),
    ) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Register a function as the rule of that number.

        Raises:
            OpforError: the number is malformed, or taken by another function.
        """
        rule_id = RuleId.parse(number)
        cited = tuple(RuleId.parse(cite) for cite in cites)

        def register(function: Callable[P, R]) -> Callable[P, R]:
            place = f"{function.__module__}:{function.__qualname__}"
            if isgeneratorfunction(function):
                # Its body would run after the number has left the stack.
                raise OpforError("a rule cannot be a generator", place)
            self._add(Registered(rule_id, title, place, exc, cited))
            # A query asks and tells nothing, so nobody would see its number.
            query = _only_looks(function)
            return function if query else _on_stack(str(rule_id), function)

        return register

    def _add(self, entry: Registered) -> None:
        other = self._rules.get(entry.id)
        if other is not None:
            raise OpforError(
                f"this rule is already coded by {other.function}",
                f"{entry.id} in {entry.function}",
                "give one of the two its own number",
            )
        self._rules[entry.id] = entry

    def __contains__(self, number: str) -> bool:
        return RuleId.parse(number) in self._rules

    def __iter__(self) -> Iterator[Registered]:
        """The coded rules in the order of the book."""
        return iter(self._rules[key] for key in sorted(self._rules))

    def __len__(self) -> int:
        return len(self._rules)

    def find(self, number: str) -> Registered:
        """The coded rule of that number, also by the id of one of its parts.

        Raises:
            OpforError: no such rule is coded.
        """
        rule_id = RuleId.parse(number)
        found = self._rules.get(rule_id) or self._rules.get(rule_id.parent)
        if found is None:
            raise OpforError("no rule of this number is coded", number)
        return found

    def exception(self, number: str, text: str) -> str:
        """The id of an EXC of a rule by its text: "S6.311/exc1".

        Raises:
            OpforError: the rule has no EXC with this text.
        """
        for exc_id, known in self.find(number).exceptions.items():
            if known == text:
                return str(exc_id)
        raise OpforError(f"this rule has no EXC {text!r}", number)

    def citing(self, number: str) -> tuple[RuleId, ...]:
        """The coded rules that cite this one, in the order of the book."""
        wanted = RuleId.parse(number)
        return tuple(entry.id for entry in self if wanted in entry.cites)


_ACTIVE: ContextVar[tuple[str, ...]] = ContextVar("active rules", default=())
_AROUND: ContextVar[tuple[str, ...]] = ContextVar("what is done", default=())

#: The rules of this program. `rule` registers here; tests make their own Registry.
REGISTRY = Registry()
rule = REGISTRY.rule


def printed(number: str) -> str:
    """A rule's number as the book has it, without the name or number of a part."""
    return number.partition("/")[0]


def causes() -> tuple[str, ...]:
    """The numbers of the rules now running, outermost first."""
    return _ACTIVE.get() or _AROUND.get()


@contextmanager
def part_of_rule(number: str) -> Iterator[None]:
    """Name a part of a rule, such as an EXC, as the cause of what is done inside."""
    token = _ACTIVE.set((*_ACTIVE.get(), str(RuleId.parse(number))))
    try:
        yield
    finally:
        _ACTIVE.reset(token)


@contextmanager
def default_cause(number: str) -> Iterator[None]:
    """Name what is done inside; it is the cause of what no rule of a number causes."""
    token = _AROUND.set((number,))
    try:
        yield
    finally:
        _AROUND.reset(token)


_BY_WHICH_RULES_ACT: set[object] = {Callable}
"""What a rule may ask and tell by: a game, or a function that may have one."""

_TO_LOOK_AT: set[object] = set()
"""What a rule is given to look at a game, and no more."""


def rules_act_by(kind: type[R]) -> type[R]:
    """Mark a type as a game in play: who is given one may ask and tell."""
    _BY_WHICH_RULES_ACT.add(kind)
    return kind


def rules_look_at(kind: type[R]) -> type[R]:
    """Mark a type as a game to look at: who is given one, and no callback, is a query.

    Beside a marked one a callback is taken for one that only looks as well.
    """
    _TO_LOOK_AT.add(kind)
    return kind


def _only_looks(function: Callable[..., object]) -> bool:
    """Whether a rule is given a game only to look at, or no game at all."""
    given = function.__annotations__.values()
    kinds = {get_origin(kind) or kind for kind in given if isinstance(kind, Hashable)}
    acting = kinds & _BY_WHICH_RULES_ACT
    return not acting or (acting == {Callable} and bool(kinds & _TO_LOOK_AT))


def _on_stack(number: str, function: Callable[P, R]) -> Callable[P, R]:
    # Bound once here, because a rule is called some million times a game.
    active, push, pop = _ACTIVE.get, _ACTIVE.set, _ACTIVE.reset
    own = (number,)

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        token = push(active() + own)
        try:
            return function(*args, **kwargs)
        finally:
            pop(token)

    return run


def _exc_id(rule_id: RuleId, nth: int) -> RuleId:
    return RuleId(
        rule_id.chapter,
        rule_id.section,
        rule_id.digits,
        rule_id.letter,
        rule_id.paragraph,
        "exc",
        nth,
    )
