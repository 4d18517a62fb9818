"""A campaign and its games: begun, prepared, and settled when a game is over."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from opfor.campaign.aftermath.after import aftermath
from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.campaign import Battle, Campaign, Plan, Played, Support
from opfor.campaign.company import Name, Options
from opfor.campaign.dice import CampaignDice
from opfor.campaign.p01_muster import muster
from opfor.campaign.p02_who_goes import Sent, send
from opfor.campaign.p11_support import NAMES, buy, supported
from opfor.campaign.p12_next_mission import (
    check_enemy,
    enemies,
    first_plan,
    mission_of,
    next_plan,
)
from opfor.campaign.p13_end import ended
from opfor.campaign.result import GameResult, Outcome
from opfor.campaign.values import values
from opfor.core.errors import OpforError
from opfor.ports.session import Setup, amended, build_world
from opfor.state.mission import Mission, shipped
from opfor.state.nations import Loaded, Nation, load_all

Rolls = Sequence[Sequence[int]]

LIKE = "first-contact"
"""The Mission by which a new company finds what is its own (CG.p1)."""


def loaded_of(campaign: Campaign) -> Loaded:
    """The tables and counters of a campaign."""
    return load_all(*map(Path, campaign.options.packs))


def nation_of(campaign: Campaign) -> Nation:
    """The company's nation."""
    return loaded_of(campaign).nation(campaign.company.nation)


def new_campaign(
    name: Name, nation: str, date: str, seed: int, options: Options, enemy: str = ""
) -> Campaign:
    """A new company with its first Mission settled.

    Args:
        name: what the company is called.
        nation: its nation.
        date: the month in which it begins.
        seed: what everything that is rolled and drawn follows from.
        options: how it is played.
        enemy: whom it meets first; empty: by chance.

    Errors:
        OpforError: there is no such nation, or it fights nobody in that month.
    """
    packs = [Path(pack) for pack in options.packs]
    loaded = load_all(*packs)
    own = loaded.nation(nation)
    own.fact("name", date=date)  # refuses a month without tables
    dice = CampaignDice(seed, "muster")
    company = muster(plain_name(name), own, shipped()[LIKE], date, dice, packs)
    begun = Campaign(seed=seed, options=options, company=company)
    plan = first_plan(
        begun, date, enemy, dice, loaded, lambda found: fits(begun, found)
    )
    return replace(begun, plan=plan)


def plain_name(text: str) -> str:
    """A name as it can stand in a file: one line, 60 letters at the most.

    Errors:
        OpforError: nothing is left of it.
    """
    plain = " ".join("".join(sign for sign in text if sign.isprintable()).split())[:60]
    if not plain:
        raise OpforError("a company needs a name", do="give it one")
    return plain


# -- the Mission of a plan ---------------------------------------------------------


def mission_in(campaign: Campaign, plan: Plan) -> Mission:
    """The Mission of a plan in its month, with its nations and boards."""
    found = mission_of(campaign, plan)
    packs = [Path(pack) for pack in campaign.options.packs]
    nation = campaign.company.nation
    changes = {
        "date": plan.date if plan.date != found.date else None,
        "friendly": nation if nation != found.friendly else None,
        "enemy": plan.enemy,
        "map": plan.map if plan.map and plan.map != found.map else None,
    }
    return amended(found, packs, **changes)


def sent(campaign: Campaign) -> Sent:
    """The next Mission with the company and its support in it.

    Errors:
        OpforError: the campaign is over, or the Mission is not there any more.
    """
    plan = campaign.plan
    if plan is None:
        raise OpforError("this campaign is over")
    nation = nation_of(campaign)
    mission = mission_in(campaign, plan)
    mission = supported(mission, plan.bought, nation)
    found = send(mission, campaign.company, nation, values().levels[str(plan.level)])
    shift = max(-1, min(1, plan.level)) or mission.ac_shift
    own = replace(
        found.mission,
        id=f"{mission.id}-{campaign.number}",
        elr=mission.elr | {"FRIENDLY": campaign.company.elr},
        ac_shift=shift,
    )
    return replace(found, mission=own)


def setup_of(campaign: Campaign, mission: Mission) -> Setup:
    """What the game of a Mission is built from."""
    return Setup(
        mission=mission,
        seed=campaign.seed + campaign.number,
        dice=campaign.options.dice,
        boards=campaign.options.folders,
        packs=campaign.options.packs,
    )


def fits(campaign: Campaign, plan: Plan) -> None:
    """Raise OpforError if a plan cannot be played: its boards, nations or tables."""
    build_world(setup_of(campaign, mission_in(campaign, plan)))


def obstacle(campaign: Campaign) -> str:
    """Why its next Mission cannot be played here as it is planned; empty if it can."""
    try:
        if campaign.plan is not None:
            fits(campaign, campaign.plan)
    except OpforError as error:
        return str(error)
    return ""


def changed_plan(
    campaign: Campaign, *, map_: str | None = None, enemy: str | None = None
) -> Campaign:
    """The next Mission on other boards, or against another ENEMY of that month.

    Errors:
        OpforError: it has begun, or cannot be played so.
    """
    plan = campaign.plan
    if plan is None or campaign.battle is not None:
        raise OpforError("no Mission waits to be prepared")
    if enemy is not None:
        found = enemies_of(campaign)
        check_enemy(enemy, found, plan.date)
    plan = replace(
        plan,
        map=plan.map if map_ is None else map_,
        enemy=plan.enemy if enemy is None else enemy,
    )
    fits(campaign, plan)
    return replace(campaign, plan=plan)


def enemies_of(campaign: Campaign) -> list[str]:
    """Whom the company may meet in the month of its next Mission."""
    date = campaign.plan.date if campaign.plan else ""
    return enemies(campaign.company.nation, date, loaded_of(campaign))


def resting(campaign: Campaign, id_: int, *, rests: bool) -> Campaign:
    """Leave somebody out of the next Mission, or not.

    Errors:
        OpforError: there is no such person, or the Mission has begun.
    """
    known = {each.id: each for each in campaign.company.people}
    if campaign.battle is not None:
        raise OpforError("the Mission has begun", do="play it to its end first")
    if id_ not in known or known[id_].gone:
        raise OpforError(f"nobody of the company has the number {id_}")
    company = campaign.company.with_people([replace(known[id_], resting=rests)])
    return replace(campaign, company=company)


def bought(
    campaign: Campaign, support: Support, rolls: Rolls | None = None
) -> Campaign:
    """A campaign with support bought (CG.p11).

    Errors:
        OpforError: it is not to be had.
    """
    date = campaign.plan.date if campaign.plan else ""
    stream = f"support {campaign.number} {campaign.points}"
    result = GameResult(outcome="drawn")
    now = Circumstances(
        nation_of(campaign), date, result, _dice(campaign, stream, rolls)
    )
    return buy(campaign, support, now)


def begun(campaign: Campaign, game: Name, who: Sent) -> Campaign:
    """A campaign whose Mission is being played."""
    return replace(campaign, battle=Battle(game=game, sent=who.order))


def abandoned(campaign: Campaign) -> Campaign:
    """A campaign whose game is not there any more: its Mission can be begun anew."""
    return replace(campaign, battle=None)


# -- the game is over ---------------------------------------------------------------


def settled(
    campaign: Campaign, result: GameResult, rolls: Rolls | None = None
) -> Campaign:
    """A campaign after the game of its Mission: its aftermath, and the next Mission.

    Args:
        campaign: with its battle.
        result: what happened there.
        rolls: the player's own dice so far, where he rolls.

    Errors:
        DiceWanted: the next roll is the player's.
        OpforError: no Mission is being played.
    """
    plan, battle = campaign.plan, campaign.battle
    if plan is None or battle is None:
        raise OpforError("no Mission is being played")
    stream = f"Mission {campaign.number}"
    dice = _dice(campaign, stream, rolls)
    nation = nation_of(campaign)
    now = Circumstances(nation, plan.date, result, dice, campaign.options)
    company = aftermath(campaign.company, battle.sent, now)
    gained = (
        values().points.of(result.outcome) if campaign.options.has("support") else 0
    )
    played = Played(
        title=mission_of(campaign, plan).title,
        plan=plan,
        game=battle.game,
        outcome=result.outcome,
        turns=result.turns,
        points=gained,
        notes=tuple(now.notes),
    )
    after = replace(
        campaign,
        company=company,
        points=min(values().points.most, campaign.points + gained),
        plan=None,
        battle=None,
        history=(*campaign.history, played),
    )
    return after if ended(after) else _with_next(after, result.outcome, dice)


def support_named(word: str) -> Support:
    """Support as somebody typed it.

    Errors:
        OpforError: there is none of that name.
    """
    for known in NAMES:
        if word == known:
            return known
    raise OpforError(f"there is no support {word!r}", do=f"it is {', '.join(NAMES)}")


def _with_next(campaign: Campaign, outcome: Outcome, dice: CampaignDice) -> Campaign:
    plan = next_plan(
        campaign,
        outcome,
        dice,
        loaded_of(campaign),
        lambda found: fits(campaign, found),
    )
    return replace(campaign, plan=plan)


def _dice(campaign: Campaign, stream: str, rolls: Rolls | None) -> CampaignDice:
    own = campaign.options.dice == "mine"
    return CampaignDice(campaign.seed, stream, (rolls or ()) if own else None)
