"""What the commands of campaigns share: options, files, what is told, dice."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from opfor.campaign.campaign import Campaign
    from opfor.campaign.company import Options
    from opfor.campaign.game import Rolls

NATION, MONTH = "german", "1941-08"
"""The company and the month of a campaign where nothing else is said."""


def options_of(**given: object) -> "Options":
    """The options as they were typed.

    Errors:
        OpforError: one of them is not to be had.
    """
    import msgspec

    from opfor.campaign.company import Options
    from opfor.core.errors import OpforError

    try:
        return msgspec.convert(given, Options)
    except msgspec.ValidationError as error:
        do = "`opfor campaign new --help` says what there is"
        raise OpforError(str(error).replace("`$.", "`--"), do=do) from None


def words_of(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def read_last(name: str) -> "tuple[Path, Campaign]":
    """A campaign and its file; of no name that which changed last."""
    from opfor.campaign.file import (
        campaign_ids,
        campaign_path,
        campaigns_folder,
        read_campaign,
    )

    folder = campaigns_folder()
    path = campaign_path(folder, name or next(iter(campaign_ids(folder)), ""))
    return path, read_campaign(path)


def tell(found: "Campaign") -> None:
    """Roster, next Mission and support on the terminal."""
    from opfor.campaign.text import campaign_text

    for line in campaign_text(found):
        typer.echo(line)


def tell_history(found: "Campaign") -> None:
    """What was played, and what became of the company each time."""
    from opfor.campaign.game import nation_of
    from opfor.campaign.text import played_text

    for number, played in enumerate(found.history, 1):
        for line in played_text(number, played, nation_of(found)):
            typer.echo(line)


def with_dice(step: "Callable[[Rolls], Campaign]") -> "Campaign":
    """Do a step; where the dice are the player's, ask for one roll after another."""
    from opfor.campaign.dice import DiceWanted
    from opfor.core.dice import read_dice
    from opfor.core.errors import OpforError
    from opfor.views.text.words import say

    rolls: list[tuple[int, ...]] = []
    while True:
        try:
            return step(rolls)
        except DiceWanted as wanted:
            try:
                rolls.append(read_dice(typer.prompt(say(wanted.wanted)), wanted.size))
            except OpforError as error:
                typer.echo(str(error))
