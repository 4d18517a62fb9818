"""CG.p8 and CG.p9: promotions, new leaders, and medals."""

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances, with_medal
from opfor.campaign.aftermath.p06_experience import reached
from opfor.campaign.company import Company, Person
from opfor.campaign.grades import better
from opfor.core.fact import fact
from opfor.state.counters import SMC
from opfor.state.nations import Nation

FIRST_OF_LEADERS, HIGHEST = 2, 5
"""The ranks of leaders; the first one for those below morale 8."""

PLATOON = 8
"""The morale of a leader of the second rank."""


def rank_of(nation: Nation, counter: str) -> int:
    """The rank of a leader: one higher for each morale from 8 on."""
    kind = nation.counter(counter)
    morale = kind.morale if isinstance(kind, SMC) else 0
    return min(HIGHEST, FIRST_OF_LEADERS + max(0, morale - PLATOON + 1))


def promotions(company: Company, before: Company, now: Circumstances) -> Company:
    """CG.p8: a leader whose points come to 6, 12 or 20 may rise, on a DR of 7 or less.

    He becomes the next better leader of his nation.
    """
    if not now.options.has("promotions"):
        return company
    were = {each.id: each for each in before.people}
    return company.with_people(
        [
            _promoted(each, now)
            for each in company.leaders()
            if each.id in were and reached(were[each.id], each, now.values.leader_at)
        ]
    )


def _promoted(person: Person, now: Circumstances) -> Person:
    name, who = better(now.nation, person.counter, now.date), now.called(person)
    most = now.values.promoted
    dr = fact("co_dr_promotion", who=who, most=most)
    if not name or now.dice.dice_roll(dr) > most:
        return person
    risen = replace(person, counter=name, rank=rank_of(now.nation, name))
    now.tell(fact("co_promoted", who=who, to=now.called(risen), counter=name))
    return risen


def new_leaders(company: Company, now: Circumstances) -> Company:
    """CG.p8: leaders of the field stay; with too few an NCO becomes a leader.

    Whom the game created stays if he stands at its end. With more than four squads for
    each leader, of those that are fit, the fit NCO with most points becomes a 7-0, and
    a new one has his squad. Without promotions that is only so if no leader is fit.
    """
    rises = now.options.has("promotions")
    for id_ in now.result.created if rises else ():
        kind = now.nation.piece(id_)
        if isinstance(kind, SMC) and kind.kind == "leader":
            company = company.with_people([_created(company, kind.name, now)])
    leaders = sum(each.fit for each in company.leaders())
    squads = [each for each in company.squads() if each.fit]
    squads.sort(key=lambda each: (-each.experience, each.id))
    too_few = len(squads) > now.values.squads_a_leader * leaders
    if squads and (too_few if rises else not leaders):
        return _commissioned(company, squads[0], now)
    return company


def _created(company: Company, counter: str, now: Circumstances) -> Person:
    found = Person(
        id=company.next_id(),
        name=now.new_name(company),
        counter=counter,
        leader=True,
        rank=rank_of(now.nation, counter),
    )
    now.tell(fact("co_created", who=now.called(found), counter=counter))
    return found


def _commissioned(company: Company, nco: Person, now: Circumstances) -> Company:
    """The NCO becomes a leader, and another one has his squad."""
    counter = now.values.new_leader
    rank = rank_of(now.nation, counter)
    was = now.called(nco)
    risen = replace(nco, counter=counter, leader=True, reduced=False, rank=rank)
    heir = Person(
        id=company.next_id(),
        name=now.new_name(company),
        counter=nco.counter,
        reduced=nco.reduced,
        standing=nco.standing,
        away=nco.away,
        experience=nco.experience // 2,
    )
    told = {"who": was, "to": now.called(risen), "heir": now.called(heir)}
    now.tell(fact("co_commissioned", **told))
    return company.with_people([risen, heir])


def medals(company: Company, now: Circumstances) -> Company:
    """CG.p9: for a first wound; for two kills in a Mission, or a hero; for four kills.

    Each medal comes once; who has that for bravery gets the one for valour next.
    """
    if not now.options.has("medals"):
        return company
    found = []
    for fate in now.result.fates:
        person = company.person(fate.person)
        won = list(_earned(person, fate.kills, hero=fate.hero, now=now))
        for medal in won:
            now.tell(fact("co_medal", who=now.called(person), medal=medal))
            person = with_medal(person, medal)
        found.append(person)
    return company.with_people(found)


def _earned(person: Person, kills: int, *, hero: bool, now: Circumstances) -> list[str]:
    wound, bravery, valour = now.customs.medals
    has = person.record.medals
    found = [wound] if person.record.wounds and wound not in has else []
    if kills >= now.values.bravery or hero:
        high = kills >= now.values.valour or bravery in has
        medal = valour if high else bravery
        found += [medal] if medal not in has else []
    return found
