"""What the command groups share."""

import typer


def group(text: str) -> typer.Typer:
    """A group of commands that prints its help when it is called alone."""
    made = typer.Typer(help=text, add_completion=False)

    @made.callback(invoke_without_command=True)
    def alone(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            typer.echo(ctx.get_help())

    return made
