"""The games of a campaign as saves: begun, and read when they are over."""

from pathlib import Path
from typing import NamedTuple

from opfor.campaign.campaign import Battle, Campaign
from opfor.campaign.game import Rolls, begun, sent, settled, setup_of
from opfor.campaign.result import GameResult, result_of
from opfor.core.disk_cache import games_folder
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.ports.session import (
    SUFFIX,
    Setup,
    kind_on,
    new_path,
    read_setup,
    saved_world,
)


class Beginning(NamedTuple):
    """A game of a campaign that is about to begin, and the campaign then."""

    campaign: Campaign
    setup: Setup
    path: Path


def beginning(campaign: Campaign, games: Path | None = None) -> Beginning:
    """The game of the next Mission.

    Errors:
        OpforError: the campaign is over, or the game is being played.
    """
    if campaign.battle is not None:
        raise OpforError("the Mission has begun", do="go on with its game")
    who = sent(campaign)
    setup = setup_of(campaign, who.mission)
    path = new_path(who.mission, setup.seed, games)
    return Beginning(begun(campaign, path.stem, who), setup, path)


def game_path(battle: Battle, games: Path | None = None) -> Path:
    """The save of a campaign's game.

    Errors:
        OpforError: it is not there any more.
    """
    path = (games or games_folder()) / f"{battle.game}{SUFFIX}"
    if not path.is_file():
        raise OpforError(
            f"the game {battle.game} is not there any more",
            str(path.parent),
            "put it back, or begin the Mission anew: opfor campaign play NAME --anew",
        )
    return path


def result_in(battle: Battle, games: Path | None = None) -> GameResult:
    """What happened in the game of a Mission, over or given up.

    Errors:
        OpforError: it is not there any more, or cannot be read.
    """
    path = game_path(battle, games)
    saved = read_save(path)
    setup = read_setup(saved.options, str(path))
    world = saved_world(setup, str(path))
    return result_of(setup.mission, battle.sent, kind_on(world).told(saved))


def settled_by_save(
    campaign: Campaign,
    games: Path | None = None,
    rolls: Rolls | None = None,
    *,
    give_up: bool = False,
) -> Campaign:
    """A campaign after its Mission, as the save of the game has it.

    Args:
        campaign: with its battle.
        games: the folder of saves.
        rolls: the player's own dice so far.
        give_up: a game that goes on yet counts as lost.

    Errors:
        OpforError: no Mission is being played, or its game is not over.
    """
    if campaign.battle is None:
        raise OpforError("no Mission is being played", do="opfor campaign play NAME")
    result = result_in(campaign.battle, games)
    if not result.over and not give_up:
        do = "go on with opfor campaign play, or give it up: next --give-up"
        raise OpforError("the game of this Mission goes on", campaign.battle.game, do)
    return settled(campaign, result, rolls)
