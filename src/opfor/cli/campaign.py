"""`opfor campaign`: a company through several Missions."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from opfor.cli import companies, maps, play
from opfor.cli.packs import Packs

if TYPE_CHECKING:
    from opfor.ports.session import Session

campaign = typer.Typer(
    name="campaign",
    help="A company of yours, Mission after Mission.",
    no_args_is_help=True,
)

Name = Annotated[
    str,
    typer.Argument(
        metavar="[NAME]", help="A campaign's name; the last one that changed."
    ),
]


@campaign.command()
def new(  # noqa: PLR0913 - the options of the command
    name: Annotated[str, typer.Argument(help="What the company is called.")],
    *,
    nation: Annotated[str, typer.Option(help="Its nation.")] = companies.NATION,
    date: Annotated[
        str, typer.Option(metavar="MONTH", help="From when.")
    ] = companies.MONTH,
    enemy: Annotated[
        str, typer.Option(metavar="NATION", help="Whom it meets first; by chance.")
    ] = "",
    missions: Annotated[int, typer.Option(min=3, max=12, help="How many.")] = 6,
    seed: play.Seed = None,
    dice: play.Dice = "seeded",
    replacements: Annotated[
        str, typer.Option(metavar="none|few|usual|many", help="How many come.")
    ] = "usual",
    without: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Clauses off: wounds, experience, promotions, medals, captured, "
            "support, drift.",
        ),
    ] = "",
    boards: maps.Boards = None,
    on: Annotated[
        str, typer.Option(metavar="A,B", help="Boards that maps are drawn from.")
    ] = "",
    pack: Packs = None,
) -> None:
    """Begin a campaign.

    Example: opfor campaign new "Iron Dogs" --nation german --date 1941-08 --missions 3
    """
    from opfor.campaign.file import campaigns_folder, free_id, write_campaign
    from opfor.campaign.game import new_campaign
    from opfor.ports.session import folders

    options = companies.options_of(
        missions=missions,
        dice=dice,
        replacements=replacements,
        without=companies.words_of(without),
        boards=companies.words_of(on),
        folders=folders(maps.folders(boards)),
        packs=folders(pack or []),
    )
    chosen = secrets.randbelow(play.MOST_SEED) if seed is None else seed
    begun = new_campaign(name, nation, date, chosen, options, enemy)
    folder = campaigns_folder()
    id_ = free_id(folder, name)
    write_campaign(folder / f"{id_}.toml", begun)
    companies.tell(begun)
    typer.echo(f"\nKept as {id_}. To play: opfor campaign play {id_}")


@campaign.command("list")
def list_() -> None:
    """The campaigns that there are, the one that changed last first."""
    from opfor.campaign.file import campaign_ids, campaigns_folder, read_campaign
    from opfor.campaign.text import standing
    from opfor.core.errors import OpforError

    folder = campaigns_folder()
    for id_ in campaign_ids(folder):
        try:
            line = standing(read_campaign(folder / f"{id_}.toml"))
        except OpforError as error:
            line = str(error)
        typer.echo(f"{id_:<20} {line}")


@campaign.command()
def show(
    name: Name = "",
    history: Annotated[
        bool, typer.Option("--history", help="What was played, and what became.")
    ] = False,
) -> None:
    """The roster, the next Mission and what may be bought for it."""
    _, found = companies.read_last(name)
    if history:
        companies.tell_history(found)
    else:
        companies.tell(found)


@campaign.command()
def buy(
    support: Annotated[str, typer.Argument(metavar="oba|gun|tank|mg|men|rest")],
    name: Name = "",
    back: Annotated[bool, typer.Option("--back", help="Give it back.")] = False,
) -> None:
    """Buy support for the next Mission, or give it back.

    Example: opfor campaign buy tank
    """
    from opfor.campaign.file import write_campaign
    from opfor.campaign.game import bought, support_named
    from opfor.campaign.p11_support import give_back

    path, found = companies.read_last(name)
    wanted = support_named(support)
    if back:
        found = give_back(found, wanted)
    else:
        found = companies.with_dice(lambda rolls: bought(found, wanted, rolls))
    write_campaign(path, found)
    companies.tell(found)


@campaign.command()
def rest(
    person: Annotated[int, typer.Argument(help="His number in the roster.")],
    name: Name = "",
    off: Annotated[bool, typer.Option("--off", help="He goes again.")] = False,
) -> None:
    """Leave somebody out of the next Mission."""
    from opfor.campaign.file import write_campaign
    from opfor.campaign.game import resting

    path, found = companies.read_last(name)
    found = resting(found, person, rests=not off)
    write_campaign(path, found)
    companies.tell(found)


@campaign.command("play")
def play_(  # noqa: PLR0913 - the options of the command
    name: Name = "",
    *,
    web: play.Web = False,
    map_: play.MapText = None,
    enemy: Annotated[
        str | None, typer.Option(metavar="NATION", help="Another ENEMY of that month.")
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Begin the Mission once more.")
    ] = False,
    host: play.Host = "127.0.0.1",
    port: play.Port = 0,
    browser: play.Browser = True,
    commands: play.Commands = None,
) -> None:
    """Play the next Mission, or go on with it; what comes of it is told at its end.

    Examples: opfor campaign play iron-dogs; opfor campaign play --web
    """
    from opfor.campaign.file import write_campaign
    from opfor.campaign.game import abandoned, changed_plan
    from opfor.campaign.saves import beginning, game_path
    from opfor.ports.lines import lines_from
    from opfor.ports.session import begin, resume

    path, found = companies.read_last(name)
    if anew:
        found = abandoned(found)
    if map_ is not None or enemy is not None:
        found = changed_plan(found, map_=map_, enemy=enemy)

    def opened() -> "Session":
        if found.battle is not None:
            return resume(game_path(found.battle))
        now = beginning(found)
        session = begin(now.setup, now.path)
        write_campaign(path, now.campaign)
        return session

    if web:
        options = found.options
        folders, packs = map(Path, options.folders), map(Path, options.packs)
        play.serve_game(
            opened, list(folders), list(packs), host=host, port=port, browser=browser
        )
        return
    session = opened()
    if not play.run_game(session, lines_from(commands)):
        raise KeyboardInterrupt
    if session.game.state.over:
        typer.echo("What became of the company: opfor campaign next")
    else:
        typer.echo("To go on: opfor campaign play")


@campaign.command("next")
def next_(
    name: Name = "",
    give_up: Annotated[
        bool, typer.Option("--give-up", help="A game that goes on counts as lost.")
    ] = False,
) -> None:
    """After a Mission: what became of the company, and what comes next."""
    from opfor.campaign.file import write_campaign
    from opfor.campaign.game import nation_of
    from opfor.campaign.saves import settled_by_save
    from opfor.campaign.text import played_text

    path, found = companies.read_last(name)
    after = companies.with_dice(
        lambda rolls: settled_by_save(found, None, rolls, give_up=give_up)
    )
    write_campaign(path, after)
    for line in played_text(len(after.history), after.history[-1], nation_of(after)):
        typer.echo(line)
    typer.echo("")
    companies.tell(after)


@campaign.command("export")
def export(
    name: Name = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there.")
    ] = None,
) -> None:
    """A campaign as a file, without its games.

    Example: opfor campaign export iron-dogs -o iron-dogs.toml
    """
    from opfor.campaign.file import toml_of, write_campaign

    _, found = companies.read_last(name)
    if output is None:
        typer.echo(toml_of(found), nl=False)
    else:
        write_campaign(output, found)


@campaign.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="The file of a campaign.")],
) -> None:
    """Take a campaign from a file."""
    from opfor.campaign.file import (
        campaigns_folder,
        free_id,
        read_campaign,
        write_campaign,
    )
    from opfor.campaign.game import obstacle

    found = read_campaign(file)
    folder = campaigns_folder()
    id_ = free_id(folder, found.company.name)
    write_campaign(folder / f"{id_}.toml", found)
    typer.echo(f"Kept as {id_}.")
    if why := obstacle(found):
        typer.echo(f"Its next Mission cannot be played as it is: {why}")
