"""CG.p5: replacements."""

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.company import Company, Person
from opfor.campaign.grades import lower, usual_squad
from opfor.core.fact import fact

NEW_SQUAD = 2
"""Steps that a new squad takes; one fills a reduced one."""


def replacements(company: Company, now: Circumstances) -> Company:
    """CG.p5: a dr of steps, one more after a Mission that was not lost.

    Few: two less, many: two more; none: nobody comes.
    """
    kind = now.options.replacements
    if kind == "none":
        return company
    steps = now.dice.dr(fact("co_dr_replacements"))
    steps += {"few": now.values.few, "many": now.values.many}.get(kind, 0)
    steps += getattr(now.values, now.result.outcome)
    return filled(company, max(0, steps), now)


def filled(company: Company, steps: int, now: Circumstances) -> Company:
    """A company with so many steps more, up to what it began with.

    Those with most experience are filled first; a new squad is one class below the
    usual one of the month, or of it if there is none.
    """
    reduced = [each for each in company.squads() if each.reduced]
    reduced.sort(key=lambda each: (-each.experience, each.id))
    for each in reduced[:steps]:
        now.tell(fact("co_filled", who=now.called(each)))
        company = company.with_people([replace(each, reduced=False)])
    steps -= min(steps, len(reduced))
    while steps >= NEW_SQUAD and len(company.squads()) < now.values.squads:
        steps -= NEW_SQUAD
        company = company.with_people([_new(company, now)])
    return company


def _new(company: Company, now: Circumstances) -> Person:
    counter = lower(now.nation, usual_squad(now.nation, now.date))
    found = Person(id=company.next_id(), name=now.new_name(company), counter=counter)
    now.tell(fact("co_new_squad", who=now.called(found), counter=counter))
    return found
