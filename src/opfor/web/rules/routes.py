"""The page of the rules: which are coded, where, with which tests and decisions."""

import re
from asyncio import to_thread
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Query, Response
from msgspec import Struct

import opfor
from opfor.core.errors import OpforError
from opfor.views.coverage import SHOWN, coverage
from opfor.web.json_http import described, json_of
from opfor.web.pages import page


class ShownRule(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rule: its title in our words, what became of it, where, and its tests."""

    id: str
    title: str
    status: str
    reason: str = ""
    code: str = ""
    tests: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class Section(Struct, frozen=True, kw_only=True):
    """A section of the book with its rules."""

    id: str
    title: str
    rules: tuple[ShownRule, ...]


class AllRules(Struct, frozen=True, kw_only=True):
    """Every known rule, the states there are, and the titles of the decisions."""

    states: tuple[str, ...]
    sections: tuple[Section, ...]
    decisions: dict[str, str]


class DecisionPage(Struct, frozen=True, kw_only=True):
    """A page of decisions."""

    id: str
    text: str


_ROW = re.compile(r"\| \[(D-\d+)\]\([^)]*\) \| ([^|]*) \| ([^|]*) \|")


def all_rules() -> AllRules:
    """What the page shows."""
    covered = coverage()
    decided = {id_: (rules, title) for id_, rules, title in _decisions()}
    by_rule: dict[str, list[str]] = {}
    for id_, (rules, _) in decided.items():
        for rule in rules:
            by_rule.setdefault(rule, []).append(id_)
    return AllRules(
        states=SHOWN,
        sections=tuple(
            Section(
                id=section,
                title=title,
                rules=tuple(
                    ShownRule(
                        id=str(rule.id),
                        title=rule.entry.title,
                        status=rule.status,
                        reason="" if rule.code else rule.entry.reason,
                        code=rule.code.removeprefix("opfor."),
                        tests=rule.tests,
                        decisions=tuple(by_rule.get(str(rule.id), ())),
                        tables=tuple(covered.index.tables_of(rule.id)),
                    )
                    for rule in covered.in_section(section)
                ),
            )
            for section, title in covered.index.sections.items()
            if any(f"{id_.chapter}{id_.section}" == section for id_ in covered.rules)
        ),
        decisions={id_: title for id_, (_, title) in decided.items()},
    )


def _folder() -> Path:
    """The pages of decisions: packed with an installed program, else the checkout's."""
    package = Path(opfor.__file__).parent
    packed = package / "docs" / "decisions"
    return packed if packed.is_dir() else package.parents[1] / "docs" / "decisions"


def _decisions() -> Iterator[tuple[str, list[str], str]]:
    """Each decision: its id, the rules that it is about, its title."""
    for line in (_folder() / "README.md").read_text("utf-8").splitlines():
        if found := _ROW.match(line):
            rules = [rule.strip() for rule in found[2].split(",")]
            yield found[1], rules, found[3].strip()


def decisions_of(rule: str) -> list[tuple[str, str]]:
    """The decisions about a rule: id and title of each."""
    return [(id_, title) for id_, rules, title in _decisions() if rule in rules]


def decision(id_: str) -> DecisionPage:
    """A page of decisions.

    Errors:
        OpforError: there is none of that number here.
    """
    path = _folder() / f"{id_}.md"
    if not path.is_file():
        raise OpforError(f"the page {id_} is not here")
    return DecisionPage(id=id_, text=path.read_text("utf-8"))


_kept = cache(all_rules)

DecisionId = Annotated[str, Query(pattern=r"^D-\d{3}$")]


def add_rules(app: FastAPI) -> None:
    """The page of the rules, and what it fetches."""

    @app.get("/coverage", summary="The page of the rules", response_class=Response)
    def coverage_page() -> Response:
        return page("coverage")

    @app.get("/api/rules", summary="Every known rule", **described(AllRules))
    async def rules() -> Response:
        return json_of(await to_thread(_kept))

    @app.get("/api/decision", summary="A page of decisions", **described(DecisionPage))
    def one(id: DecisionId) -> Response:  # noqa: A002
        return json_of(decision(id))
