"""CG.p4: wounds, and the wounded who return."""

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances, noted
from opfor.campaign.company import Company, Person
from opfor.core.fact import fact


def returns(company: Company, now: Circumstances) -> Company:
    """CG.p4: who was wounded before this Mission has missed one more, and may be back.

    It comes before the losses, so that this Mission's own wounded are not among them.
    """
    hurt = [each for each in company.people if each.standing == "wounded"]
    return company.with_people([healed(each, now) for each in hurt])


def healed(person: Person, now: Circumstances) -> Person:
    """Somebody who has missed a Mission, or had a day's rest in its place."""
    if person.away > 1:
        return replace(person, away=person.away - 1)
    now.tell(fact("co_returns", who=now.called(person)))
    return replace(person, standing="fit", away=0)


def wounds(company: Company, now: Circumstances) -> Company:
    """CG.p4: a DR for each leader who bears a wound as the Mission ends.

    7 or less: a scratch; to 10 he misses a Mission, at 11 two; a 12 is his death.
    """
    if not now.options.has("wounds"):
        return company
    hurt = [
        company.person(fate.person)
        for fate in now.result.fates
        if fate.wounded and fate.end == "stands"
    ]
    return company.with_people([_wounded(each, now) for each in hurt if each.leader])


def _wounded(person: Person, now: Circumstances) -> Person:
    who = now.called(person)
    number = now.dice.dice_roll(fact("co_dr_wound", who=who))
    person = noted(person, wounds=1)
    misses = sum(number > most for most in now.values.wound)
    if misses == len(now.values.wound):
        now.tell(fact("co_dies_of_wounds", who=who))
        return replace(person, standing="killed")
    if not misses:
        now.tell(fact("co_scratch", who=who))
        return person
    now.tell(fact("co_wounded", who=who, missions=misses))
    return replace(person, standing="wounded", away=misses)
