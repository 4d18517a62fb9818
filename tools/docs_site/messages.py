"""The page of what opfor says when something is refused, from its source."""

import ast
from collections.abc import Iterator
from pathlib import Path

from opfor.core.errors import OpforError
from opfor.core.rule import RuleId

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "opfor"

HEAD = """# What opfor says when it refuses

Every refusal is one sentence, `where: what; what to do`. Here they are as the source
has them, a … where a name or a number stands, each part of opfor by itself. What a
rule forbids bears its number.
"""

PARTS = {
    "core": "Saves and the engine",
    "geo": "Boards and LOS",
    "state": "Units, Missions, packs",
    "rules": "Orders",
    "ports": "The terminal",
    "views": "Pictures, reports, sheets",
    "missions": "Missions made",
    "campaign": "Campaigns",
    "sim": "Many games",
    "study": "Studies",
    "vasl": "VASL",
    "web": "The page",
    "cli": "Commands",
}

Row = tuple[str, str, str]


def page() -> str:
    """The page."""
    parts = [HEAD]
    for folder, title in PARTS.items():
        rows = sorted({*_rows(PACKAGE / folder)})
        lines = (f"| {what} | {rule} | {do} |" for what, rule, do in rows)
        head = [f"## {title}\n", "| what | rule | what to do |", "|---|---|---|"]
        parts.append("\n".join([*head, *lines, ""]))
    return "\n".join(parts)


def _rows(folder: Path) -> Iterator[Row]:
    """What the files of a folder refuse."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _row(node, node.func.id)


def _row(call: ast.Call, name: str) -> Iterator[Row]:
    named = {each.arg: each.value for each in call.keywords}
    given = dict(enumerate(call.args))
    do = _text(named.get("do", given.get(2)))
    if name == "OpforError" and (what := _text(given.get(0))):
        yield what, "", do
    elif name == "Illegal" and (what := _text(given.get(1))):
        yield what, _rule(_text(given.get(0))), do


def _rule(text: str) -> str:
    try:
        return str(RuleId.parse(text))
    except OpforError:
        return ""


def _text(node: ast.expr | None) -> str:
    """The words of a text in the source, as a cell; empty if it is worked out."""
    match node:
        case ast.Constant(value=str() as text):
            found = text
        case ast.JoinedStr(values=parts):
            texts = (p.value if isinstance(p, ast.Constant) else "…" for p in parts)
            found = "".join(map(str, texts))
        case _:
            return ""
    return " ".join(found.split()).replace("|", "\\|").replace("<", "&lt;")
