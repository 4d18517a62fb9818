"""A campaign as its page shows it."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from opfor.campaign.aftermath.circumstances import called
from opfor.campaign.campaign import Campaign, Played
from opfor.campaign.company import Person
from opfor.campaign.game import enemies_of, nation_of, sent
from opfor.campaign.p02_who_goes import counter_of
from opfor.campaign.p11_support import FOR_A_MISSION, NAMES, offers, price
from opfor.campaign.p12_next_mission import mission_of
from opfor.campaign.p13_end import ending
from opfor.campaign.text import (
    LEVELS,
    outcome_text,
    record_of,
    standing,
    state_of,
    told,
    weapon_name,
)
from opfor.campaign.values import customs
from opfor.core.errors import OpforError
from opfor.state.nations import Nation
from opfor.web import start_page
from opfor.web.thumbnails import snapshot


class PersonShown(Struct, frozen=True, kw_only=True):
    """Somebody in the roster.

    Args:
        id: his number.
        who: rank and name.
        what: the counter that he is, or that his squad goes with.
        leader, gone, resting: as in the company.
        goes: he goes into the next Mission.
        state: wounded, killed, missing or resting, in words.
        record: what he has done, in words.
    """

    id: int
    who: str
    what: str
    leader: bool
    gone: bool
    resting: bool
    goes: bool
    state: str
    record: str


class SupportShown(Struct, frozen=True, kw_only=True):
    """Support that may be bought: its name, what it is, its price, and how many."""

    support: str
    name: str
    what: str
    price: int
    bought: int
    returns: bool


class NextShown(Struct, frozen=True, kw_only=True):
    """The next Mission: `enemies` are those who may be met in its place."""

    title: str
    note: str
    date: str
    enemy: str
    map: str
    level: str
    enemies: dict[str, str]


class PlayedShown(Struct, frozen=True, kw_only=True):
    """A Mission that was played; `game` is empty where its save is gone."""

    title: str
    against: str
    outcome: str
    said: str
    game: str
    notes: list[str]


class CampaignShown(Struct, frozen=True, kw_only=True):
    """A campaign.

    Args:
        id: the name of its file.
        name, nation: the company's.
        standing: where it stands, in a line.
        ending: how it ended; empty while it goes on.
        points, elr: as they are.
        own_dice: the player rolls.
        people: the roster.
        weapons: SW in words.
        next: the next Mission; None when it is over.
        trouble: why the next Mission cannot be shown as it will be.
        shop: what may be bought.
        game: the game that is being played; empty for none.
        game_over: it has come to its end.
        history: what was played.
    """

    id: str
    name: str
    nation: str
    standing: str
    ending: str
    points: int
    elr: int
    own_dice: bool
    people: list[PersonShown]
    weapons: list[str]
    next: NextShown | None
    trouble: str
    shop: list[SupportShown]
    game: str
    game_over: bool
    history: list[PlayedShown]


def shown(id_: str, campaign: Campaign, games: Path) -> CampaignShown:
    """A campaign for its page.

    Args:
        id_: the name of its file.
        campaign: it.
        games: the folder of saves.
    """
    nation = nation_of(campaign)
    going, trouble = _going(campaign)
    company = campaign.company
    return CampaignShown(
        id=id_,
        name=company.name,
        nation=str(nation.fact("name")),
        standing=standing(campaign),
        ending=ending(campaign) if campaign.over else "",
        points=campaign.points,
        elr=company.elr,
        own_dice=campaign.options.dice == "mine",
        people=[_person(each, nation, going) for each in company.people],
        weapons=[weapon_name(name, nation) for name in company.weapons],
        next=_next(campaign, nation) if campaign.plan else None,
        trouble=trouble,
        shop=[] if campaign.battle else _shop(campaign, nation),
        game=campaign.battle.game if campaign.battle else "",
        game_over=_game_over(campaign, games),
        history=[_played(each, nation, games) for each in campaign.history],
    )


def line(id_: str, campaign: Campaign) -> dict[str, Any]:
    """A campaign in a line of the start page, with the game that is being played."""
    game = campaign.battle.game if campaign.battle else ""
    what = {"standing": standing(campaign), "over": campaign.over, "game": game}
    return {"id": id_} | what


def _going(campaign: Campaign) -> tuple[frozenset[int], str]:
    """Who goes into the next Mission, and why that cannot be told."""
    if campaign.battle:
        return frozenset(campaign.battle.sent.people), ""
    if campaign.over:
        return frozenset(), ""
    try:
        return frozenset(sent(campaign).order.people), ""
    except OpforError as error:
        return frozenset(), str(error)


def _person(person: Person, nation: Nation, going: frozenset[int]) -> PersonShown:
    what = person.counter if person.leader else counter_of(person, nation)
    return PersonShown(
        id=person.id,
        who=called(customs(nation), person),
        what=f"{what} of a {person.counter}" if person.reduced else what,
        leader=person.leader,
        gone=person.gone,
        resting=person.resting,
        goes=person.id in going,
        state=state_of(person),
        record=record_of(person),
    )


def _next(campaign: Campaign, nation: Nation) -> NextShown | None:
    plan = campaign.plan
    if plan is None:
        return None
    try:
        mission = mission_of(campaign, plan)
        title, note = mission.title, mission.note
    except OpforError as error:
        title, note = plan.mission, str(error)
    foes = enemies_of(campaign)
    return NextShown(
        title=title,
        note=note,
        date=plan.date,
        enemy=plan.enemy,
        map=plan.map,
        level=LEVELS[plan.level],
        enemies={foe: str(nation.other(foe).fact("name")) for foe in foes},
    )


def _shop(campaign: Campaign, nation: Nation) -> list[SupportShown]:
    bought = campaign.plan.bought if campaign.plan else ()
    return [
        SupportShown(
            support=support,
            name=NAMES[support],
            what=what,
            price=price(support),
            bought=bought.count(support),
            returns=support in FOR_A_MISSION,
        )
        for support, what in offers(campaign, nation).items()
    ]


def _game_over(campaign: Campaign, games: Path) -> bool:
    if campaign.battle is None:
        return False
    try:
        saved, _ = start_page.read(games / f"{campaign.battle.game}.opfor")
    except OpforError:
        return False
    state = snapshot(saved)
    return bool(state and state.over)


def _played(played: Played, nation: Nation, games: Path) -> PlayedShown:
    enemy = nation.other(played.plan.enemy).fact("name")
    there = (games / f"{played.game}.opfor").is_file()
    return PlayedShown(
        title=played.title,
        against=f"{enemy}, {played.plan.date}",
        outcome=played.outcome,
        said=outcome_text(played),
        game=played.game if there else "",
        notes=told(played.notes),
    )
