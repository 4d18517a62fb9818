"""CG.p12: the next Mission follows from the outcome and the calendar."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from opfor.campaign.campaign import Campaign, Level, Plan
from opfor.campaign.dice import CampaignDice
from opfor.campaign.result import Outcome
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.state.mission import Mission, load_mission, missions
from opfor.state.nations import Loaded
from opfor.state.theatres import opponents

LESSON = "tutorial"
"""No Mission of a campaign."""

LEVELS: tuple[Level, ...] = (-2, -1, 0, 1, 2)
HARDER: Mapping[Outcome, int] = {"won": 1, "drawn": 0, "lost": -1}

ATTACKS: Mapping[Outcome, int] = {"won": 4, "drawn": 3, "lost": 2}
"""The dr up to which the company attacks next, by how the last Mission ended."""

MONTHS = (0, 0, 1, 1, 2, 3)
"""Months until the next Mission, by a dr."""

SAME = 4
"""Once in so many Missions another ENEMY of the same theatre is met."""

TRIES = 30
"""Plans that are tried before it is said that none can be played."""

Playable = Callable[[Plan], None]
"""Raises OpforError if a plan cannot be played."""


def candidates(campaign: Campaign) -> dict[str, Mission]:
    """The Missions of which the next one may be, by id.

    Whoever wants rolled Missions adds them here: as those of a pack they have an id.
    """
    packs = [Path(pack) for pack in campaign.options.packs]
    return {id_: each for id_, each in missions(*packs).items() if id_ != LESSON}


def mission_of(campaign: Campaign, plan: Plan) -> Mission:
    """The Mission that a plan names.

    Errors:
        OpforError: it is not there any more.
    """
    packs = [Path(pack) for pack in campaign.options.packs]
    return load_mission(plan.mission, *packs)


def first_plan(
    campaign: Campaign,
    date: str,
    enemy: str,
    dice: CampaignDice,
    loaded: Loaded,
    fits: Playable,
) -> Plan:
    """The first Mission: an attack, as it is, in the month of the beginning.

    Errors:
        OpforError: the nation did not meet that ENEMY then, or nothing can be played.
    """
    foes = enemies(campaign.company.nation, date, loaded)
    if enemy:
        check_enemy(enemy, foes, date)
        foes = [enemy]
    return _plan(campaign, date, 0, foes, attacks=True, dice=dice, fits=fits)


def check_enemy(enemy: str, foes: Sequence[str], date: str) -> None:
    """Raise OpforError if a nation is not among those that may be met."""
    if enemy not in foes:
        do = f"take {', '.join(foes)}" if foes else "take another month"
        raise OpforError(f"{enemy!r} was no enemy in {date}", do=do)


def next_plan(
    campaign: Campaign,
    outcome: Outcome,
    dice: CampaignDice,
    loaded: Loaded,
    fits: Playable,
) -> Plan:
    """CG.p12: attack or defence, month, level and ENEMY by dice.

    A dr says whether the company attacks: up to 4 after a Mission that it won, 3
    after a draw, 2 after one that it lost. Another dr gives the months that pass: 1-2
    none, 3-4 one, 5 two, 6 three. A Mission that was won makes the next one a level
    harder, one that was lost easier; nothing changes if that is switched off. The
    ENEMY is that of the last Mission, once in four another one of his theatre; when
    that is over, another theatre of the nation is drawn.
    """
    last = campaign.history[-1].plan
    attacks = dice.dr(fact("co_dr_attack")) <= ATTACKS[outcome]
    passed = MONTHS[dice.dr(fact("co_dr_months")) - 1]
    date = _in_tables(campaign, later(last.date, passed), last.date, loaded)
    level = last.level
    if campaign.options.has("drift"):
        level = LEVELS[
            max(0, min(len(LEVELS) - 1, LEVELS.index(level) + HARDER[outcome]))
        ]
    foes = enemies(campaign.company.nation, date, loaded)
    return _plan(campaign, date, level, foes, attacks=attacks, dice=dice, fits=fits)


def later(date: str, months: int) -> str:
    """The month so many after one."""
    count = int(date[:4]) * 12 + int(date[5:]) - 1 + months
    return f"{count // 12}-{count % 12 + 1:02}"


def _in_tables(campaign: Campaign, date: str, last: str, loaded: Loaded) -> str:
    """The month, or the last one in which the nation fights somebody yet."""
    nation = loaded.nation(campaign.company.nation)
    date = nation.nearest_month(date)
    return date if enemies(campaign.company.nation, date, loaded) else last


def enemies(nation: str, date: str, loaded: Loaded) -> list[str]:
    """Whom a nation may meet in a month: who fought it then and has tables."""
    found = dict.fromkeys(foe for foes in opponents(nation, date) for foe in foes)
    return [
        foe for foe in found if loaded.nation(foe).nearest_month(date) == date
    ]  # fmt: skip


def _plan(
    campaign: Campaign,
    date: str,
    level: Level,
    foes: Sequence[str],
    *,
    attacks: bool,
    dice: CampaignDice,
    fits: Playable,
) -> Plan:
    """A plan that can be played; what is drawn follows the seed.

    Errors:
        OpforError: none can be, with the fault of the last one that was tried.
    """
    refused = OpforError(
        f"{campaign.company.nation} fights nobody in {date}",
        do="begin in another month, or with another nation",
    )
    if not foes:
        raise refused
    for nth in range(TRIES):
        plan = Plan(
            mission=_drawn_mission(campaign, dice, attacks=attacks ^ (nth % 3 == 2)),
            map="",
            date=date,
            enemy=_drawn_enemy(campaign, foes, dice),
            level=level,
        )
        mission = mission_of(campaign, plan)
        for map_ in _maps(campaign, mission, dice):
            found = replace(plan, map=map_)
            try:
                fits(found)
            except OpforError as error:
                refused = error
            else:
                return found
    raise refused


def _drawn_mission(campaign: Campaign, dice: CampaignDice, *, attacks: bool) -> str:
    """One of the Missions of that kind, those not played yet first, the last never."""
    played = [each.plan.mission for each in campaign.history]
    pool = candidates(campaign)
    kind = [id_ for id_, each in pool.items() if (each.first == "FRIENDLY") == attacks]
    new = [id_ for id_ in kind if id_ not in played]
    rest = [id_ for id_ in kind if id_ not in played[-1:]]
    found = new or rest or kind or list(pool)
    return found[dice.draw(len(found))]


def _drawn_enemy(campaign: Campaign, foes: Sequence[str], dice: CampaignDice) -> str:
    """Somebody of the theatre of the last Mission while it lasts; mostly the same."""
    last = campaign.history[-1].plan.enemy if campaign.history else ""
    if last not in foes:
        return foes[dice.draw(len(foes))]
    plan = campaign.history[-1].plan
    met = opponents(campaign.company.nation, plan.date)
    there = {foe for others in met if last in others for foe in others}
    near = [foe for foe in foes if foe in there]
    return near[dice.draw(len(near))] if dice.draw(SAME) == 0 else last


def _maps(campaign: Campaign, mission: Mission, dice: CampaignDice) -> Iterator[str]:
    """Boards of the player's choice in place of the Mission's, then its own."""
    left = list(campaign.options.boards)
    items = mission.map.split()
    if len(left) >= len(items):
        drawn = [left.pop(dice.draw(len(left))) for _ in items]
        laid = zip(drawn, items, strict=True)
        yield " ".join(f"{name}{_place(item)}" for name, item in laid)
    yield mission.map


def _place(item: str) -> str:
    """Where a board lies: `@0,1`."""
    return item[item.index("@") :] if "@" in item else ""
