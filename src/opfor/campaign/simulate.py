"""Campaigns without a person: how they end when `steady` plays every Mission."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import mean

from msgspec import Struct

from opfor.campaign.campaign import Campaign, Ending, Support
from opfor.campaign.company import Options
from opfor.campaign.game import (
    begun,
    bought,
    nation_of,
    new_campaign,
    sent,
    settled,
    setup_of,
)
from opfor.campaign.p02_who_goes import Sent
from opfor.campaign.p11_support import offers, price
from opfor.campaign.p13_end import ending
from opfor.campaign.result import GameResult, result_of
from opfor.core.ask import Port
from opfor.core.errors import OpforError
from opfor.ports.program_players import Random
from opfor.ports.session import build_world
from opfor.sim.run import play_out
from opfor.sim.steady import Steady
from opfor.state.units import Side

WISHES: tuple[Support, ...] = ("men", "tank", "gun", "mg")
"""What is bought for the company, the first that is needed and can be paid."""


class CampaignOrder(Struct, frozen=True, kw_only=True):
    """Campaigns that are to be played.

    Args:
        nation, date: the company's; whom it meets is drawn where `enemy` is empty.
        seed: what all follow from.
        options: how they are played.
    """

    nation: str
    date: str
    enemy: str = ""
    seed: int = 1
    options: Options = Options()


class CampaignOutcome(Struct, frozen=True, kw_only=True):
    """What a campaign came to.

    Args:
        ending: how it ended.
        outcomes: how each Mission ended, in order.
        missions: the Missions that were played, by title.
        levels: how much harder than itself each was.
        squads, whole: squads left in the company, and those at full strength.
        fallen: people killed or missing.
        elr: at the end.
    """

    ending: Ending
    outcomes: tuple[str, ...]
    missions: tuple[str, ...]
    levels: tuple[int, ...]
    squads: int
    whole: int
    fallen: int
    elr: int


Play = Callable[[Campaign, Sent, int], GameResult]


def play_campaign(order: CampaignOrder, index: int, play: Play) -> CampaignOutcome:
    """One campaign of many, from its beginning to its end.

    Args:
        order: what is played.
        index: which of them.
        play: plays a game of it; a test may give another.
    """
    seed = order.seed * 100_000 + index * 20
    found = new_campaign(
        "the company", order.nation, order.date, seed, order.options, order.enemy
    )
    while not found.over:
        found = supplied(found)
        who = sent(found)
        result = play(found, who, seed)
        found = settled(begun(found, "played", who), result)
    return outcome_of(found)


def played_by_steady(campaign: Campaign, who: Sent, seed: int) -> GameResult:
    """The game of a Mission, played by `steady`."""
    setup = setup_of(campaign, who.mission)
    world = build_world(setup)
    stream = f"{seed}/{campaign.number}"
    players: dict[Side, Port] = {
        "FRIENDLY": Steady(world, f"{stream}F"),
        "ENEMY": Random(world, f"{stream}E"),
    }
    game = play_out(world, who.mission, stream, players)
    return result_of(who.mission, who.order, game.events)


def supplied(campaign: Campaign) -> Campaign:
    """A campaign with what a plain quartermaster buys.

    Replacements while three steps are missing; then a tank, a Gun or a MG if the
    company is whole.
    """
    while wish := _wish(campaign):
        campaign = bought(campaign, wish)
    return campaign


def _wish(campaign: Campaign) -> Support | None:
    company = campaign.company
    missing = 2 * (10 - len(company.squads()))
    missing += sum(each.reduced for each in company.squads())
    there = offers(campaign, nation_of(campaign))
    for wish in WISHES:
        needed = missing >= 3 if wish == "men" else missing < 3
        if wish in there and needed and campaign.points >= price(wish):
            return wish
    return None


def outcome_of(campaign: Campaign) -> CampaignOutcome:
    """What a campaign that is over came to."""
    people = campaign.company.people
    squads = campaign.company.squads()
    return CampaignOutcome(
        ending=ending(campaign),
        outcomes=tuple(each.outcome for each in campaign.history),
        missions=tuple(each.title for each in campaign.history),
        levels=tuple(each.plan.level for each in campaign.history),
        squads=len(squads),
        whole=sum(not each.reduced for each in squads),
        fallen=sum(each.gone for each in people),
        elr=campaign.company.elr,
    )


def many(
    order: CampaignOrder, number: int, play: Play, first: int = 0
) -> Iterator[CampaignOutcome]:
    """So many campaigns, one after another, from one of them on.

    Errors:
        OpforError: one cannot be played; it names which.
    """
    for index in range(first, number):
        try:
            yield play_campaign(order, index, play)
        except OpforError as error:
            raise OpforError(error.what, f"campaign {index}", error.do) from error


def summary_text(outcomes: Sequence[CampaignOutcome]) -> Iterator[str]:
    """What campaigns came to, in words."""
    ends = Counter(each.ending for each in outcomes)
    for end in ("great victory", "victory", "draw", "defeat", "destroyed"):
        yield f"{end:<14} {ends[end]:>4}  {ends[end] / len(outcomes):4.0%}"
    games = [game for each in outcomes for game in each.outcomes]
    won = games.count("won") / len(games)
    half = 1.96 * sqrt(won * (1 - won) / len(games))
    yield f"{len(games)} Missions, {won:.0%} won (± {100 * half:.0f})"
    left = f"{mean(e.squads for e in outcomes):.1f} squads"
    whole = f"{mean(e.whole for e in outcomes):.1f} at full strength"
    fallen = f"{mean(e.fallen for e in outcomes):.1f} people fallen"
    elr = mean(e.elr for e in outcomes)
    yield f"at the end {left}, {whole}, {fallen}, ELR {elr:.1f}"
    for title in sorted({title for each in outcomes for title in each.missions}):
        found = [
            outcome
            for each in outcomes
            for name, outcome in zip(each.missions, each.outcomes, strict=True)
            if name == title
        ]
        yield f"  {title:<18} {len(found):>3} played, {found.count('won')} won"
