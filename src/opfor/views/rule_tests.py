"""Which tests belong to which rule, by the names of their classes.

`class TestS6_311SelfPreservation` tests S6.311, `TestS4_1aBuildings` S4.1a,
`TestS8_p14HoldingFire` S8.p14. An EXC or a bullet has its own class, as
`TestS6_311_exc1`, or its own method in the rule's class, as `test_exc1_melee`.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from opfor.core.rule import RuleId

_CLASS = re.compile(
    r"Test(?P<section>[A-Z]\d+|[A-Z](?=_\d))(_(?P<number>p\d+|\d+[a-z]?))?"
    r"(_(?P<part>[a-z]+\d*))?(?![a-z0-9])"
)
_METHOD = re.compile(r"test_(?P<part>(exc|b|n|s)\d+)(_|\Z)")


def checkout_tests(package: Path) -> Path | None:
    """The tests/ of the checkout that holds the package; None if it is installed."""
    checkout = package.parent.parent
    tests = checkout / "tests"
    return tests if tests.is_dir() and (checkout / "pyproject.toml").is_file() else None


def find_tests(folder: Path | None) -> Mapping[RuleId, tuple[str, ...]]:
    """For each rule its tests, as `test_actions.py::TestS6_311…`."""
    found: dict[RuleId, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")) if folder else ():
        for rule_id, test in _tests_in(path):
            place = f"{path.relative_to(folder or path).as_posix()}::{test}"
            found.setdefault(rule_id, []).append(place)
    return {rule_id: tuple(tests) for rule_id, tests in found.items()}


def rule_of_class(name: str) -> RuleId | None:
    """The rule that a test class of this name tests, if any."""
    match = _CLASS.match(name)
    if match is None:
        return None
    number, part = match["number"], match["part"]
    text = match["section"] + (f".{number}" if number else "")
    return RuleId.parse(f"{text}/{part}" if part else text)


def _tests_in(path: Path) -> Iterator[tuple[RuleId, str]]:
    for node in ast.parse(path.read_bytes(), str(path)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        rule_id = rule_of_class(node.name)
        if rule_id is None:
            continue
        yield rule_id, node.name
        for method in node.body:
            if not isinstance(method, ast.FunctionDef):
                continue
            if match := _METHOD.match(method.name):
                part = RuleId.parse(f"{rule_id}/{match['part']}")
                yield part, f"{node.name}::{method.name}"
