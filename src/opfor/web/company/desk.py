"""The campaigns of a server: what is asked of them, and what is done."""

import asyncio
import secrets
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from opfor.campaign.campaign import Campaign, Support
from opfor.campaign.company import Name, Options, Switch
from opfor.campaign.file import (
    campaign_from,
    campaign_ids,
    campaign_path,
    campaigns_folder,
    free_id,
    read_campaign,
    write_campaign,
)
from opfor.campaign.game import (
    abandoned,
    bought,
    changed_plan,
    new_campaign,
    resting,
)
from opfor.campaign.p11_support import give_back
from opfor.campaign.p12_next_mission import enemies
from opfor.campaign.saves import beginning, settled_by_save
from opfor.core.errors import OpforError
from opfor.ports.session import folders
from opfor.state.mission import Month
from opfor.state.nations import load_all
from opfor.web.company.view import CampaignShown, line, shown
from opfor.web.game.rooms import MOST_MAP, MOST_SEED, OpenGames

MOST_ROLLS = 200
"""Own rolls of one aftermath."""

Rolls = Annotated[
    tuple[Annotated[tuple[int, ...], Meta(max_length=2)], ...],
    Meta(max_length=MOST_ROLLS),
]


class NewCampaign(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign to begin, as `opfor campaign new` has it."""

    name: Name
    nation: Name
    date: Month
    enemy: Annotated[str, Meta(max_length=60)] = ""
    missions: Annotated[int, Meta(ge=3, le=12)] = 6
    dice: Literal["seeded", "mine"] = "seeded"
    replacements: Literal["none", "few", "usual", "many"] = "usual"
    without: tuple[Switch, ...] = ()
    boards: Annotated[tuple[Name, ...], Meta(max_length=200)] = ()
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None


class Preparation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something done before a Mission; what is not named stays as it is.

    Args:
        buy, give_back: support for points.
        rest, go: the number of somebody who stays behind, or goes again.
        map, enemy: other boards, another ENEMY of that month.
        rolls: the player's own dice so far.
    """

    buy: Support | None = None
    give_back: Support | None = None
    rest: int | None = None
    go: int | None = None
    map: Annotated[str, Meta(max_length=MOST_MAP)] | None = None
    enemy: Annotated[str, Meta(max_length=60)] | None = None
    rolls: Rolls = ()


class PlayMission(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a game that is gone is begun anew."""

    anew: bool = False


class Settle(Struct, frozen=True, forbid_unknown_fields=True):
    """After a Mission: the player's own dice so far, and whether he gives it up."""

    rolls: Rolls = ()
    give_up: bool = False


class Step(Struct, frozen=True, kw_only=True):
    """A campaign after a step, or the roll of the player's that comes next.

    Args:
        campaign: None while a roll is wanted.
        wanted: what is to be rolled.
        dice: with how many dice.
    """

    campaign: CampaignShown | None = None
    wanted: str = ""
    dice: int = 0


class Campaigns:
    """The campaigns of a server, as files beside its saves.

    Args:
        rooms: the games that are open.
    """

    def __init__(self, rooms: OpenGames) -> None:
        self.rooms = rooms
        self.games = rooms.places.games
        self.folder = campaigns_folder(self.games)
        self.lock = asyncio.Lock()

    def lines(self) -> list[dict[str, Any]]:
        """Every campaign in a line; of one that cannot be read, why."""
        found = []
        for id_ in campaign_ids(self.folder)[:50]:
            try:
                found.append(line(id_, self.read(id_)))
            except OpforError as error:
                found.append(
                    {"id": id_, "standing": str(error), "over": False, "game": ""}
                )
        return found

    def read(self, id_: str) -> Campaign:
        """A campaign by id.

        Errors:
            OpforError: there is none, or it cannot be read.
        """
        return read_campaign(campaign_path(self.folder, id_))

    def write(self, id_: str, campaign: Campaign) -> CampaignShown:
        """Keep a campaign, and show it."""
        write_campaign(self.folder / f"{id_}.toml", campaign)
        return shown(id_, campaign, self.games)

    def show(self, id_: str) -> CampaignShown:
        """A campaign for its page."""
        return shown(id_, self.read(id_), self.games)

    def new(self, wish: NewCampaign) -> str:
        """Begin a campaign; its id.

        Errors:
            OpforError: it cannot be begun so.
        """
        places = self.rooms.places
        options = Options(
            missions=wish.missions,
            dice=wish.dice,
            replacements=wish.replacements,
            without=wish.without,
            boards=wish.boards,
            folders=folders(places.boards),
            packs=folders(places.packs),
        )
        seed = secrets.randbelow(MOST_SEED) if wish.seed is None else wish.seed
        begun = new_campaign(
            wish.name, wish.nation, wish.date, seed, options, wish.enemy
        )
        return self.keep(begun)

    def keep(self, campaign: Campaign) -> str:
        """Keep a campaign that is new here; its id."""
        id_ = free_id(self.folder, campaign.company.name)
        write_campaign(self.folder / f"{id_}.toml", campaign)
        return id_

    def take(self, data: bytes) -> str:
        """A campaign from a file that the player chose; its id.

        The boards and tables of this server are its own now.
        """
        found = campaign_from(data, "this file")
        places = self.rooms.places
        options = msgspec.structs.replace(
            found.options, folders=folders(places.boards), packs=folders(places.packs)
        )
        return self.keep(msgspec.structs.replace(found, options=options))

    def prepare(self, id_: str, wish: Preparation) -> CampaignShown:
        """Do something before a Mission."""
        return self.write(id_, prepared(self.read(id_), wish))

    def settle(self, id_: str, wish: Settle) -> CampaignShown:
        """What became of the company in the game that is over."""
        found = self.read(id_)
        after = settled_by_save(found, self.games, wish.rolls, give_up=wish.give_up)
        return self.write(id_, after)

    async def play(self, id_: str, wish: PlayMission) -> str:
        """The game of the next Mission, begun if it is not; its id."""
        found = await asyncio.to_thread(self.read, id_)
        if wish.anew:
            found = abandoned(found)
        if found.battle is not None:
            self.rooms.path(found.battle.game)  # refuses one that is gone
            return found.battle.game
        now = await asyncio.to_thread(beginning, found, self.games)
        game = await self.rooms.begin_on(now.setup, now.path)
        await asyncio.to_thread(self.write, id_, now.campaign)
        return game


def met(nation: str, date: str) -> list[dict[str, str]]:
    """Whom a nation may meet in a month, id and name; nobody where it did not fight."""
    loaded = load_all()
    found = enemies(nation, date, loaded)
    return [{"id": foe, "name": str(loaded.nation(foe).fact("name"))} for foe in found]


def prepared(campaign: Campaign, wish: Preparation) -> Campaign:
    """A campaign after something that is done before a Mission."""
    if wish.buy is not None:
        campaign = bought(campaign, wish.buy, wish.rolls)
    if wish.give_back is not None:
        campaign = give_back(campaign, wish.give_back)
    if wish.rest is not None:
        campaign = resting(campaign, wish.rest, rests=True)
    if wish.go is not None:
        campaign = resting(campaign, wish.go, rests=False)
    if wish.map is not None or wish.enemy is not None:
        campaign = changed_plan(campaign, map_=wish.map, enemy=wish.enemy)
    return campaign
