"""CG.p3: who is lost in a Mission, and in what state the others come back."""

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances, noted
from opfor.campaign.company import Company, Person
from opfor.campaign.grades import strength
from opfor.campaign.result import Fate
from opfor.core.fact import fact


def losses(company: Company, now: Circumstances) -> Company:
    """CG.p3: records, and what became of each.

    Who is a prisoner is missing. Who is eliminated lives on a DR of 5 or less, with a
    heavy wound: he misses two Missions, a squad is a reduced one then. A squad comes
    back as what is left of it; one of a lower class has its old one again on a dr of
    4 or less.
    """
    people = [
        _back(company.person(fate.person), fate, now) for fate in now.result.fates
    ]
    return company.with_people(people)


def _back(person: Person, fate: Fate, now: Circumstances) -> Person:
    person = noted(person, missions=1, kills=fate.kills)
    who = now.called(person)
    match fate.end:
        case "captured":
            now.tell(fact("co_missing", who=who))
            return replace(person, standing="missing")
        case "lost":
            return _eliminated(person, now)
    return person if person.leader else _squad(person, fate, now)


def _eliminated(person: Person, now: Circumstances) -> Person:
    who = now.called(person)
    most = now.values.lives
    lives = now.options.has("wounds") and (
        now.dice.dice_roll(fact("co_dr_lives", who=who, most=most)) <= most
    )
    if not lives:
        now.tell(fact("co_killed", who=who))
        return replace(person, standing="killed")
    now.tell(fact("co_heavy", who=who, missions=now.values.heavy))
    hurt = noted(person, wounds=1)
    reduced = not person.leader
    return replace(hurt, standing="wounded", away=now.values.heavy, reduced=reduced)


def _squad(person: Person, fate: Fate, now: Circumstances) -> Person:
    names = [now.nation.piece(id_).name for id_ in fate.counters]
    name, reduced = strength(now.nation, person.counter, names)
    who = now.called(person)
    if reduced and not person.reduced:
        now.tell(fact("co_reduced", who=who))
    if name == person.counter:
        return replace(person, reduced=reduced)
    most = now.values.regains
    if now.dice.dr(fact("co_dr_class", who=who, most=most)) <= most:
        return replace(person, reduced=reduced)
    now.tell(fact("co_lower", who=who, counter=name))
    return replace(person, counter=name, reduced=reduced)
