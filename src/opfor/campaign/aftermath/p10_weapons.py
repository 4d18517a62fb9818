"""CG.p10: support weapons lost, made good and captured."""

from collections import Counter

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.company import Company
from opfor.campaign.result import Order
from opfor.core.fact import fact


def weapons(company: Company, sent: Order, now: Circumstances) -> Company:
    """CG.p10: a SW that was neither in hand nor on a field that was won is lost.

    One of its own comes again on a dr of 3 or less. ENEMY SW that somebody possesses
    at the end stay with the company, three at the most.
    """
    lost = Counter(sent.weapons) - Counter(now.result.weapons)
    left = Counter(company.weapons) - lost
    for name in lost.elements():
        foreign = name in now.nation.counters
        most = now.values.found
        dr = fact("co_dr_weapon", name=name, most=most)
        if foreign or now.dice.dr(dr) > most:
            now.tell(fact("co_weapon_lost", name=_plain(name, now)))
        else:
            now.tell(fact("co_weapon_found", name=name))
            left[name] += 1
    kept = [*left.elements()]
    if now.options.has("captured"):
        kept += _captured(kept, now)
    return replace(company, weapons=tuple(kept))


def _captured(had: list[str], now: Circumstances) -> list[str]:
    """The ENEMY SW that are kept."""
    room = now.values.most_captured - sum(name in now.nation.counters for name in had)
    found = list(now.result.captured[: max(0, room)])
    for name in found:
        now.tell(fact("co_weapon_captured", name=_plain(name, now)))
    return found


def _plain(name: str, now: Circumstances) -> str:
    """The printed name of a SW."""
    return now.nation.piece(name).name if name in now.nation.counters else name
