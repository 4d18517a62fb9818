"""What the command groups share."""

from typing import Any

import typer
from typer.core import TyperGroup


def group(text: str, *, usual: str = "") -> typer.Typer:
    """A group of commands that prints its help when it is called alone.

    Args:
        text: what the group is for.
        usual: the command that is meant where none is named: `opfor tables A1`.
    """

    class Group(TyperGroup):
        # typer has a click of its own, whose names it does not give away.
        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            named = args[0].startswith("-") or args[0] in self.commands
            return super().resolve_command(ctx, args if named else [*meant, *args])

    meant = [usual] if usual else []
    made = typer.Typer(help=text, add_completion=False, cls=Group)

    @made.callback(invoke_without_command=True)
    def alone(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())

    return made
