"""CG.p11: support bought with points that victory earned."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.aftermath.p04_wounds import healed
from opfor.campaign.aftermath.p05_replacements import filled
from opfor.campaign.campaign import Campaign, Plan, Support
from opfor.campaign.values import values
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.state.counters import MMC
from opfor.state.in_service import VEHICLES, columns
from opfor.state.mission import OB, OBA, Mission
from opfor.state.nations import Nation

AVERAGE = 7
"""The DR on {x5} and {x6} that gives a nation's usual Gun or tank."""

FOR_A_MISSION: tuple[Support, ...] = ("oba", "gun", "tank")
"""What is there in the next Mission alone, and can be given back until it begins."""

AT_ONCE: tuple[Support, ...] = ("mg", "men", "rest")

NAMES: Mapping[Support, str] = MappingProxyType(
    {
        "oba": "offboard artillery",
        "gun": "a Gun with its crew",
        "tank": "a tank",
        "mg": "a machine gun",
        "men": "replacements",
        "rest": "a day's rest",
    }
)
MEN_STEPS = 3
"""Steps of replacements that are bought at once (CG.p5)."""


def price(support: Support) -> int:
    """What it costs, in points."""
    return values().prices[support]


def offers(campaign: Campaign, nation: Nation) -> dict[Support, str]:
    """What may be bought, with what it is; what there is not in that month is left out.

    A Gun and a tank are the usual ones of the nation's tables {x5} and {x6}.
    """
    if campaign.plan is None or not campaign.options.has("support"):
        return {}
    date = campaign.plan.date
    found: dict[Support, str] = {}
    if calibre := _calibre(nation, date):
        found["oba"] = f"{calibre}mm"
    if (gun := in_use(nation, "x5", date)) and _crew(nation):
        found["gun"] = gun
    if tank := in_use(nation, "x6", date):
        found["tank"] = tank
    return found | {"mg": _mg(nation), "men": "", "rest": ""}


def in_use(nation: Nation, table: str, date: str) -> str:
    """The usual Gun or tank of a nation in a month; empty if it has none then."""
    own = VEHICLES[nation.fact("vehicles", date=date)]
    if not nation.has(table) or (table in VEHICLES["all"] and table not in own):
        return ""
    for axes in sorted(
        columns(nation.table(table)), key=lambda axes: "PTO" in str(axes)
    ):
        if nation.has(table, date=date, **axes):
            return str(nation.in_use(table, AVERAGE, date=date, **axes).result)
    return ""


def _calibre(nation: Nation, date: str) -> int:
    return int(nation.fact("OBA calibre", date=date))


def _crew(nation: Nation) -> str:
    """The name of the nation's Infantry crew."""
    kinds = nation.counters.values()
    crews = [
        kind.name
        for kind in kinds
        if isinstance(kind, MMC) and kind.size == "crew" and kind.quality == "elite"
        and nation.knows(kind.name) and nation.counter(kind.name) is kind
    ]  # fmt: skip
    return crews[0] if crews else ""


def _mg(nation: Nation) -> str:
    return next((name for name in ("MMG", "LMG") if nation.knows(name)), "")


def buy(campaign: Campaign, support: Support, now: Circumstances) -> Campaign:
    """CG.p11: pay for support; what works at once does.

    A day's rest: who is wounded misses a Mission less, and one step of replacements.

    Errors:
        OpforError: it is not offered, or there are too few points.
    """
    plan = _open(campaign)
    if support not in offers(campaign, now.nation):
        raise OpforError(f"{NAMES[support]} cannot be had in {plan.date}")
    if campaign.points < price(support):
        what = f"{price(support)} points are wanted for {NAMES[support]}"
        raise OpforError(f"{what}, and you have {campaign.points}")
    paid = replace(campaign, points=campaign.points - price(support))
    if support in FOR_A_MISSION:
        return replace(paid, plan=replace(plan, bought=(*plan.bought, support)))
    company = paid.company
    match support:
        case "mg":
            name = _mg(now.nation)
            company = replace(company, weapons=(*company.weapons, name))
            now.tell(fact("co_weapon_bought", name=name))
        case "men":
            company = filled(company, MEN_STEPS, now)
        case _:
            hurt = [each for each in company.people if each.standing == "wounded"]
            company = company.with_people([healed(each, now) for each in hurt])
            company = filled(company, 1, now)
    return replace(paid, company=company)


def give_back(campaign: Campaign, support: Support) -> Campaign:
    """Give support for the next Mission back for its whole price.

    Errors:
        OpforError: it was not bought, or the Mission has begun.
    """
    plan = _open(campaign)
    if support not in plan.bought:
        raise OpforError(f"{NAMES[support]} is not bought")
    left = list(plan.bought)
    left.remove(support)
    points = campaign.points + price(support)
    return replace(campaign, points=points, plan=replace(plan, bought=tuple(left)))


def _open(campaign: Campaign) -> Plan:
    """The next Mission, while it can be prepared."""
    if campaign.plan is None:
        raise OpforError("this campaign is over")
    if campaign.battle is not None:
        raise OpforError("the Mission has begun", do="play it to its end first")
    return campaign.plan


def supported(mission: Mission, bought: Sequence[Support], nation: Nation) -> Mission:
    """A Mission with the support that was bought for it.

    It comes as play begins, a Gun and a tank where the company sets up or enters.
    """
    units, oba = list(mission.unit), list(mission.oba)
    for support in bought:
        match support:
            case "oba":
                oba.append(OBA(calibre=_calibre(nation, mission.date)))
            case "gun":
                gun = in_use(nation, "x5", mission.date)
                units.append(OB(counter=_crew(nation), weapons=(gun,)))
            case "tank":
                units.append(OB(counter=in_use(nation, "x6", mission.date)))
    return replace(mission, unit=tuple(units), oba=tuple(oba))
