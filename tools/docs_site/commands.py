"""The page of every command and option, from the program itself."""

from collections.abc import Iterator

import typer
from typer.core import TyperGroup

from opfor.cli import app

HEAD = """# Every command

Written from the program itself; `opfor COMMAND --help` says the same. The pages of
"Play" and "Your own" show what they are good for.
"""


def page() -> str:
    """The page."""
    root = typer.main.get_command(app)
    return "\n".join([HEAD, *_told(root, "opfor")])


def _told(command: "typer.core.TyperCommand | TyperGroup", name: str) -> Iterator[str]:
    if isinstance(command, TyperGroup):
        for part, each in sorted(command.commands.items()):
            yield from _told(each, f"{name} {part}")
        return
    yield f"## {name}\n"
    text, _, examples = (command.help or "").partition("Example")
    yield f"{' '.join(text.split())}\n"
    if examples:
        _, _, lines = examples.partition(":")
        shown = (f"    {each.strip()}" for each in " ".join(lines.split()).split(";"))
        yield "\n".join([*shown, ""])
    rows = [_row(each) for each in command.params if not getattr(each, "hidden", False)]
    if rows:
        yield "\n".join(["| | |", "|---|---|", *rows, ""])


def _row(each: "typer.core.TyperArgument | typer.core.TyperOption") -> str:
    names = [*each.opts, *each.secondary_opts]
    metavar = each.metavar or each.name.upper()
    is_flag = getattr(each, "is_flag", False)
    if each.param_type_name == "argument":
        names = [metavar]
    elif not is_flag:
        names[-1] += f" {metavar}"
    told = " ".join((getattr(each, "help", "") or "").split()).replace("|", "\\|")
    shown = ", ".join(f"`{name}`" for name in names).replace("|", "\\|")
    return f"| {shown} | {told} |"
