"""What may be played instead of what cannot be, chosen with one key."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import typer

if TYPE_CHECKING:
    from opfor.ports.suited import WithoutTables

Changes = dict[str, str | int | None]

Opened = TypeVar("Opened")


def with_offers(opened: Callable[[Changes], Opened], changes: Changes) -> Opened:
    """What is opened with some changes, or with one of those that are offered.

    Errors:
        OpforError: it cannot be opened; of what is offered none was chosen, or nobody
            sits at the terminal.
    """
    from opfor.ports.suited import WithoutTables

    try:
        return opened(changes)
    except WithoutTables as error:
        if not sys.stdin.isatty():
            raise
        return opened(changes | _chosen(error))


def _chosen(error: "WithoutTables") -> Changes:
    """The changes of the offer whose key is pressed; any other key takes none."""
    typer.echo(f"{error.what}. Play instead:", err=True)
    for number, offer in enumerate(error.offers, 1):
        typer.echo(f"  {number}  {offer.text}", err=True)
    key = typer.getchar()
    if key not in map(str, range(1, len(error.offers) + 1)):
        raise error
    return {**error.offers[int(key) - 1].changes}
