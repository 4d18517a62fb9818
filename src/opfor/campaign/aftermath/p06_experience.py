"""CG.p6 and CG.p7: experience, and what it makes of class and ELR."""

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.company import Company, Person
from opfor.campaign.grades import better, steps, usual_squad
from opfor.core.fact import fact

HIGHEST_ELR = 5


def experience(company: Company, now: Circumstances) -> Company:
    """CG.p6: a point for the Mission, one if it was won, one a kill up to three.

    A squad whose points come to 5, 10 or 16 has the next better class of its nation
    on a DR of 8 or less.
    """
    if not now.options.has("experience"):
        return company
    kills = {fate.person: fate.kills for fate in now.result.fates}
    there = [company.person(id_) for id_ in kills]
    return company.with_people(
        [_learns(each, kills[each.id], now) for each in there if not each.gone]
    )


def _learns(person: Person, kills: int, now: Circumstances) -> Person:
    more = 1 + (now.result.outcome == "won") + min(kills, now.values.most_kills)
    learnt = replace(person, experience=person.experience + more)
    if person.leader or not reached(person, learnt, now.values.class_at):
        return learnt
    name = better(now.nation, person.counter, now.date)
    who = now.called(person)
    most = now.values.better
    dr = fact("co_dr_better", who=who, most=most)
    if not name or now.dice.dice_roll(dr) > most:
        return learnt
    now.tell(fact("co_better", who=who, counter=name))
    return replace(learnt, counter=name, rank=max(1, person.rank))


def reached(before: Person, after: Person, steps: tuple[int, ...]) -> bool:
    """Whether somebody's points have come to one of some numbers."""
    return any(before.experience < step <= after.experience for step in steps)


def elr(company: Company, now: Circumstances) -> Company:
    """CG.p7: its nation's ELR; one more if the fit have 8 points a head.

    One less if half of the squads that are fit, or more, are of a class below the
    usual one of the month. 1 to 5.
    """
    found = int(now.nation.fact("ELR", date=now.date))
    if now.options.has("experience"):
        found += _veteran(company, now) - _diluted(company, now)
    found = max(1, min(HIGHEST_ELR, found))
    if found != company.elr:
        now.tell(fact("co_elr", elr=found, was=company.elr))
    return replace(company, elr=found)


def _veteran(company: Company, now: Circumstances) -> bool:
    fit = [each.experience for each in company.people if each.fit]
    return bool(fit) and sum(fit) / len(fit) >= now.values.elr_up


def _diluted(company: Company, now: Circumstances) -> bool:
    """Whether too many squads are of a lower class than the usual one."""
    usual = usual_squad(now.nation, now.date)
    below = steps(now.nation, usual)[1:]
    fit = [each for each in company.squads() if each.fit]
    low = sum(each.counter in below for each in fit)
    return bool(fit) and low >= now.values.elr_down * len(fit)
