"""No front end reads out of a sentence what a fact has as data."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import opfor

SOURCE = Path(opfor.__file__).parent
LAYERS = ("views", "web", "ports", "sim")

ALLOWED: Mapping[str, str] = MappingProxyType(
    {
        "ports/commands.py": "what a person types",
        "ports/examples/explain.py": "rule numbers and the cases of an example page",
        "ports/examples/match.py": "names of types and what an example page expects",
        "ports/examples/order_text.py": "the orders of an example page",
        "ports/examples/pieces.py": "what an example page says is given",
        "ports/examples/places.py": "names of hexes on an example page",
        "ports/examples/read.py": "faults of TOML",
        "ports/examples/script.py": "the orders and answers of an example page",
        "ports/router.py": "rule numbers",
        "sim/by_situation.py": "ids of S? in a question, for the key of its dice",
        "sim/unknowns.py": "letters of units that it invents",
        "views/board/counters.py": "drawings",
        "views/board/glyphs.py": "drawings",
        "views/board/style.py": "CSS",
        "views/board/svg.py": "characters that XML cannot have",
        "views/report/render.py": "Markdown's own characters",
        "views/rule_tests.py": "names of tests",
        "views/sheets/cells.py": "what a person types into a cell",
        "views/sheets/constraints.py": "what a person types into a cell",
        "views/sheets/file.py": "TOML",
        "views/sheets/months.py": "what a person types above a column",
        "views/text/called.py": "ids become names wherever they stand, in errors and"
        " labels too: the last step before a page shows a text",
        "views/text/names.py": "hexes lose their board wherever they stand, in errors"
        " and labels too: the last step before a text is shown",
        "web/commands/words.py": "the clauses of a Command",
        "web/designer/draft.py": "names of Missions, and where a decoder says that a"
        " file is wrong",
        "web/game/view.py": "hexes become links wherever they stand in a line, in the"
        " player's own names for things too: it adds to the text and takes nothing out",
        "web/packs/editor.py": "TOML, names of files and what a person types",
        "web/pages.py": "the imports of its own modules",
        "web/roll.py": "a number that a person types",
        "web/rules/card.py": "what of a docstring is for programmers alone",
        "web/rules/routes.py": "the page of decisions",
    }
)
"""Modules that use regular expressions, and on what."""

TOLD = frozenset({"say", "say_many", "told"})
"""Functions that give the words of facts."""

READS = frozenset(
    {"startswith", "endswith", "partition", "rpartition", "removeprefix", "find"}
    | {"removesuffix", "split", "index", "replace"}
)
"""Methods that take a text apart."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the front ends."""
    for layer in LAYERS:
        for file in sorted((SOURCE / layer).rglob("*.py")):
            name = str(file.relative_to(SOURCE))
            yield name, ast.parse(file.read_text("utf-8"))


def test_regular_expressions() -> None:
    """They stand where they are allowed, and nowhere else."""
    found = {
        name
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import) and any(one.name == "re" for one in node.names)
    }
    assert found == set(ALLOWED)


def test_words_of_facts() -> None:
    """What say() gives is shown: it is neither compared nor taken apart."""
    assert [
        f"{name}:{node.lineno}"
        for name, tree in modules()
        for node in ast.walk(tree)
        if _reads(node)
    ] == []


def _reads(node: ast.AST) -> bool:
    match node:
        case ast.Compare(left=left, comparators=others):
            return any(map(_says, (left, *others)))
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            return attr in READS and (_says(value) or _field(value))
    return False


def _says(node: ast.AST) -> bool:
    """Whether an expression is the words of a fact."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TOLD
        case ast.Subscript(value=value):
            return _says(value)
    return False


def _field(node: ast.AST) -> bool:
    """Whether an expression is the text of a line of the log."""
    match node:
        case ast.Attribute(value=ast.Name(id="line"), attr="text"):
            return True
    return False
