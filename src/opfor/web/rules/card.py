"""The card of one rule: its title, our words for it, its parts and its decisions."""

import re
from asyncio import to_thread
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import getdoc

from fastapi import FastAPI, Response
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.views.coverage import Coverage, Covered, coverage
from opfor.web.json_http import described, json_of
from opfor.web.pages import HTML, rendered
from opfor.web.rules.routes import decisions_of

MOST_NUMBER = 40
"""Letters of the longest rule number that is looked up."""

_END = re.compile(r"\n\s*\n?(?:Args|Attributes|Errors|Raises|Returns|Reading)s?:")
"""Where a docstring goes on to what only programmers read."""


class RulePart(Struct, frozen=True):
    """A case, an EXC or a sub-rule of a rule, or a page about it."""

    id: str
    title: str


class RuleCard(Struct, frozen=True, kw_only=True):
    """What is known of a rule.

    Args:
        id: its number.
        title: ours.
        section: the title of its section.
        words: paragraphs in our words; none where it is not coded.
        status: what became of it.
        reason: why it is not coded.
        parts: its cases, EXC and sub-rules.
        decisions: the pages on its open points.
    """

    id: str
    title: str
    section: str
    words: tuple[str, ...]
    status: str
    reason: str
    parts: tuple[RulePart, ...]
    decisions: tuple[RulePart, ...]


def rule_card(number: str) -> RuleCard:
    """The card of a rule by its number; the S of Chapter S may be left out.

    Errors:
        OpforError: no such number is known.
    """
    if len(number) > MOST_NUMBER:
        raise OpforError("this is no rule number")
    covered = _covered()
    entry = covered.index.find(number)
    found = covered.rules[entry.id]
    below = covered.index.below(entry.id)
    return RuleCard(
        id=str(entry.id),
        title=entry.title,
        section=covered.index.sections.get(f"{entry.id.chapter}{entry.id.section}", ""),
        words=tuple(_words(covered, found)),
        status=found.status,
        reason="" if found.code else entry.reason,
        parts=tuple(RulePart(str(part.id), part.title) for part in below),
        decisions=tuple(RulePart(*each) for each in decisions_of(str(entry.id))),
    )


_covered = cache(coverage)


def _words(covered: Coverage, found: Covered) -> Iterator[str]:
    """The docstring of its function, without what is for programmers."""
    rule = next((each for each in covered.registry if each.id == found.id), None)
    code = rule.function if rule else found.code
    module, _, name = code.partition(":")
    if not name:
        return
    told = getdoc(getattr(import_module(module), name, None)) or ""
    for paragraph in _END.split(told)[0].split("\n\n"):
        yield " ".join(paragraph.replace("`", "").split())


def add_rule_cards(app: FastAPI) -> None:
    """A rule by its number, for programs and for people."""

    @app.get(
        "/api/rules/{number:path}", summary="The card of a rule", **described(RuleCard)
    )
    async def card(number: str) -> Response:
        return json_of(await to_thread(rule_card, number))

    @app.get(
        "/rules/{number:path}", summary="A rule as a page", **described(media=HTML)
    )
    async def page(number: str) -> Response:
        found = await to_thread(rule_card, number)
        return Response(rendered("rule", card=found), media_type=HTML)
