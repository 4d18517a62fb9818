"""Every coded rule has its place in play: something in `src` asks it."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import opfor

SOURCE = Path(opfor.__file__).parent

BY_DESIGN = {
    "wind_force": "B25.63: the Mission names the wind that it begins with",
    "shot_odds": "C3.3/odds: for who wants to know; the tests hold the rules to it",
}
"""Rules that nothing in play calls, and why."""


def names(tree: ast.AST) -> Iterator[str]:
    """The names that some code uses; those that it only imports or defines not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def ruled(node: ast.AST) -> bool:
    """Whether something is a function under `@rule(...)`."""
    if not isinstance(node, ast.FunctionDef):
        return False
    calls = [by.func for by in node.decorator_list if isinstance(by, ast.Call)]
    return any(isinstance(call, ast.Name) and call.id == "rule" for call in calls)


def unused(*sources: str) -> set[str]:
    """The rules in some sources that nothing names but they themselves."""
    used, own, rules = Counter[str](), Counter[str](), set[str]()
    for tree in map(ast.parse, sources):
        used.update(names(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and ruled(node):
                rules.add(node.name)
                own.update(name for name in names(node) if name == node.name)
    return {name for name in rules if used[name] == own[name]}


def test_each_rule_is_asked() -> None:
    """But for those named here no coded rule is dead."""
    sources = [path.read_text("utf-8") for path in SOURCE.rglob("*.py")]
    assert unused(*sources) == set(BY_DESIGN)


def test_who_names_only_himself() -> None:
    """A rule that only an import or its own body names counts as dead."""
    dead = "@rule('A1.1', 'one')\ndef one(n): return one(n - 1)"
    live = "@rule('A1.2', 'two')\ndef two(n): return n"
    assert unused(dead, live, "from a import one, two\ntwo(1)") == {"one"}
