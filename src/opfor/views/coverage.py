"""Which rules are coded and tested, and whether the index of the rules is true."""

import importlib
import inspect
import pkgutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import get_args

from msgspec import Struct

import opfor.rules
from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.rule import REGISTRY, Registered, Registry, RuleId
from opfor.views import second_reading
from opfor.views.rule_index import Index, IndexEntry, Status, load_index
from opfor.views.rule_tests import checkout_tests, find_tests

CODED = "coded"

Tests = Mapping[RuleId, tuple[str, ...]]


class Covered(Struct, frozen=True):
    """One rule of the index with what the code and the tests say about it.

    Args:
        entry: its line of the index.
        status: "coded", or the status that the index gives.
        code: where it is coded, as `module:function`; empty if it is not.
        tests: the test classes and methods that carry its number.
    """

    entry: IndexEntry
    status: str
    code: str = ""
    tests: tuple[str, ...] = ()

    @property
    def id(self) -> RuleId:
        """The number of the rule."""
        return self.entry.id


class Coverage(Struct, frozen=True):
    """All rules of the index, the registry they are coded in, and their tests.

    `tests` is None where there are none to look at, as in an installed program.
    """

    index: Index
    registry: Registry
    rules: Mapping[RuleId, Covered]
    tests: Tests | None

    def in_section(self, section: str) -> list[Covered]:
        """The rules of a section, in the order of the book.

        Raises:
            OpforError: there is no such section.
        """
        if section.upper() not in self.index.sections:
            do = (
                did_you_mean(section, self.index.sections)
                or "`opfor coverage` lists them"
            )
            raise OpforError("no rule of this section is known", section, do)
        return [r for r in self.rules.values() if _section(r) == section.upper()]


def coverage() -> Coverage:
    """The coverage of this program."""
    import_all(opfor.rules)
    folder = checkout_tests(Path(__file__).parents[1])
    return cover(load_index(), REGISTRY, find_tests(folder) if folder else None)


def import_all(package: ModuleType) -> None:
    """Import every module below a package, so that its rules are registered."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)


def cover(index: Index, registry: Registry, tests: Tests | None) -> Coverage:
    """Join the index, the registry and the tests."""
    coded = {rule.id: rule for rule in registry}
    rules = {
        entry.id: _covered(entry, coded, tests or {}) for entry in index.rules.values()
    }
    return Coverage(index, registry, rules, tests)


def _covered(
    entry: IndexEntry, coded: Mapping[RuleId, Registered], tests: Tests
) -> Covered:
    found = tests.get(entry.id, ())
    rule = coded.get(entry.id)
    if entry.within:
        return _within(entry, coded, tests)
    if rule is None and entry.id.suffix:
        rule = _coded_with(entry, coded.get(entry.id.parent))
    if rule is None:
        return Covered(entry, entry.status, tests=found)
    return Covered(entry, CODED, rule.function, found)


def _within(
    entry: IndexEntry, coded: Mapping[RuleId, Registered], tests: Tests
) -> Covered:
    """A rule that another one, or a module as a whole, does; its tests are theirs."""
    if "." in entry.within and entry.within[0].islower():
        code = f"opfor.{entry.within}"
        return Covered(entry, CODED, code, tests.get(entry.id, (entry.within,)))
    other = coded.get(RuleId.parse(entry.within))
    if other is None:
        return Covered(entry, entry.status)
    return Covered(entry, CODED, other.function, tests.get(other.id, ()))


def _coded_with(part: IndexEntry, rule: Registered | None) -> Registered | None:
    """The rule that a part is coded with.

    An EXC is coded if its rule lists it. A bullet, a NOTE or a second paragraph is
    coded with its rule, unless the index gives it a status of its own.
    """
    if rule is None:
        return None
    if part.id.suffix == "exc":
        return rule if rule.exceptions.get(part.id) else None
    return None if part.own else rule


# -- checking --------------------------------------------------------------------


def faults(covered: Coverage) -> list[str]:
    """What is wrong with the index, the registry or the tests; empty if nothing."""
    return [
        *(fault for rule in covered.registry for fault in _rule_faults(rule, covered)),
        *(_untested(covered) if covered.tests is not None else ()),
        *_stale(covered.rules.values()),
        *_astray(covered.rules.values()),
        *_unknown_tables(covered.index),
    ]


def _rule_faults(rule: Registered, covered: Coverage) -> Iterator[str]:
    titles = {rule.id: rule.title, **rule.exceptions}
    for rule_id, title in titles.items():
        entry = covered.index.rules.get(rule_id)
        if entry is None:
            yield f"{rule_id} in {rule.function} is not in rules/index.toml; add it"
        # An EXC that is not coded yet leaves an empty text to keep the numbers.
        elif title and entry.title != title:
            yield (
                f"{rule_id}: {rule.function} says {title!r}, rules/index.toml "
                f"{entry.title!r}; let them agree"
            )


def _untested(covered: Coverage) -> Iterator[str]:
    """Rules, and each of their EXC and bullets, that no test carries the number of."""
    for rule in covered.rules.values():
        if rule.status != CODED or rule.tests:
            continue
        inside = str(rule.id) not in covered.registry and rule.id.nth
        of = rule.id.parent if inside else rule.id
        name = f"class Test{str(of).replace('.', '_').replace('/', '_')}…"
        if inside:
            name = f"test_{rule.id.suffix}{rule.id.nth}_… in {name}"
        yield f"{rule.id} in {rule.code} has no test; write {name}"


def _stale(rules: Iterable[Covered]) -> Iterator[str]:
    for rule in rules:
        if rule.status == CODED and rule.entry.own:
            yield f"{rule.id} is coded; take its status out of rules/index.toml"


def _astray(rules: Iterable[Covered]) -> Iterator[str]:
    """Rules said to be done within another that is not coded, or does not name them."""
    for rule in rules:
        if not rule.entry.within:
            continue
        if rule.status != CODED:
            yield f"{rule.id}: {rule.entry.within} is not coded; say what does it"
        elif ":" not in rule.code and not _named_in(rule):
            yield f"{rule.id}: {rule.code} does not name it; say what does it"


def _named_in(rule: Covered) -> bool:
    module = importlib.import_module(rule.code)
    return str(rule.id) in Path(str(module.__file__)).read_text("utf-8")


def _unknown_tables(index: Index) -> Iterator[str]:
    for table, rules in index.tables.items():
        for rule_id in rules:
            if rule_id not in index.rules:
                yield f"{rule_id}, which reads table {table}, is not in the index"


# -- showing ---------------------------------------------------------------------


SHOWN = (CODED, *get_args(Status))
HEADINGS = ("Section", "Title", "Rules", *map(str.capitalize, SHOWN), "Tested")


def counts(covered: Coverage) -> list[tuple[str, ...]]:
    """The counts by section under HEADINGS, the totals last; "" stands for none."""
    rows = [
        (section, covered.index.sections[section], *_count(list(rules)))
        for section, rules in groupby(covered.rules.values(), _section)
    ]
    return [*rows, ("", "All", *_count(covered.rules.values()))]


def _count(rules: Collection[Covered]) -> list[str]:
    numbers = [
        len(rules),
        *(sum(rule.status == status for rule in rules) for status in SHOWN),
        sum(rule.status == CODED and bool(rule.tests) for rule in rules),
    ]
    return [str(number or "") for number in numbers]


def _section(rule: Covered) -> str:
    return f"{rule.id.chapter}{rule.id.section}"


def markdown(covered: Coverage) -> str:
    """The page docs/rules-coverage.md."""
    page = [
        "# Which rules are coded",
        "",
        "Written by `opfor coverage --markdown docs/rules-coverage.md`. Titles are",
        "ours; /exc1 is the first EXC of a rule, /b1 its first bullet, p numbers are",
        "the project's own rules where no text is public.",
        "",
        *_markdown_table(HEADINGS, counts(covered)),
        "",
        "What independent cases from the text found, and what two readings of the same",
        "paragraphs say about the faults left there ([how](second-reading.md)):",
        "",
        *_markdown_table(second_reading.HEADINGS, second_reading.reading_rows()),
    ]
    for section, rules in groupby(covered.rules.values(), _section):
        rows = [(str(r.id), r.entry.title, _markdown_status(r)) for r in rules]
        page += ["", f"## {section} {covered.index.sections[section]}", ""]
        page += _markdown_table(("Rule", "Title", "Status"), rows)
    return "\n".join(page) + "\n"


def _markdown_status(rule: Covered) -> str:
    if rule.status == CODED:
        return f"**coded**: `{rule.code.removeprefix('opfor.rules.')}`"
    return f"{rule.status}: {rule.entry.reason}"


def _markdown_table(
    headings: Iterable[str], rows: Iterable[Iterable[str]]
) -> Iterator[str]:
    head = list(headings)
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |"


def as_json(covered: Coverage) -> list[dict[str, object]]:
    """Every rule as {id, title, status, code, tests}."""
    return [
        {
            "id": str(rule.id),
            "title": rule.entry.title,
            "status": rule.status,
            "code": rule.code,
            "tests": list(rule.tests),
        }
        for rule in covered.rules.values()
    ]


def place(function: str) -> str:
    """The file and line of `module:function`, as `opfor/geo/hexes.py:12`."""
    module, name = function.split(":")
    code = inspect.unwrap(getattr(importlib.import_module(module), name))
    return f"{module.replace('.', '/')}.py:{inspect.getsourcelines(code)[1]}"
