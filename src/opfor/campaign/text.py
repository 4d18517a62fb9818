"""A campaign in words, for the terminal."""

from collections.abc import Iterator, Sequence

from opfor.campaign.aftermath.circumstances import called
from opfor.campaign.campaign import Campaign, Played
from opfor.campaign.company import Person
from opfor.campaign.game import nation_of, sent
from opfor.campaign.p02_who_goes import counter_of, weapon
from opfor.campaign.p11_support import NAMES, offers, price
from opfor.campaign.p12_next_mission import mission_of
from opfor.campaign.p13_end import ending
from opfor.campaign.values import customs
from opfor.core.fact import Fact
from opfor.state.nations import Nation
from opfor.views.text.words import say

LEVELS = {-2: "much easier", -1: "easier", 0: "as it is", 1: "harder", 2: "much harder"}
OUTCOMES = {"won": "won", "drawn": "a draw", "lost": "lost"}


def campaign_text(campaign: Campaign) -> Iterator[str]:
    """Where it stands, the roster, the next Mission and what may be bought."""
    nation = nation_of(campaign)
    yield standing(campaign)
    yield ""
    # Who is gone stands behind those who are there.
    for person in sorted(campaign.company.people, key=lambda each: each.gone):
        yield person_line(person, nation)
    arms = ", ".join(weapon_name(name, nation) for name in campaign.company.weapons)
    yield f"SW: {arms or 'none'}; ELR {campaign.company.elr}"
    yield ""
    yield from next_text(campaign, nation)


def weapon_name(name: str, nation: Nation) -> str:
    """A SW of the company, and whether it was captured."""
    plain = weapon(name, nation).name
    return plain if plain == name else f"{plain} (captured)"


def standing(campaign: Campaign) -> str:
    """A campaign in one line."""
    company, total = campaign.company, campaign.options.missions
    won = sum(each.outcome == "won" for each in campaign.history)
    where = f"Mission {campaign.number} of {total}"
    if campaign.over:
        played = len(campaign.history)
        where = f"over, {ending(campaign)}, after {played} of {total} Missions"
    return f"{company.name}: {where}, {won} won, {campaign.points} support points"


def person_line(person: Person, nation: Nation) -> str:
    """Somebody in one line of the roster."""
    who = called(customs(nation), person)
    what = person.counter if person.leader else f"squad {counter_of(person, nation)}"
    if person.reduced:
        what += f" of a {person.counter}"
    parts = [f"{person.id:>3}  {who:<28} {what}", state_of(person), record_of(person)]
    return ", ".join(filter(None, parts))


def state_of(person: Person) -> str:
    """Fit, wounded for how long, gone or resting."""
    if person.standing == "wounded":
        return f"wounded, misses {person.away}"
    if person.fit:
        return "rests" if person.resting else ""
    return person.standing


def record_of(person: Person) -> str:
    """What he has done: Missions, kills, wounds, medals, points."""
    record = person.record
    counted = [
        (record.missions, "Missions", "Mission"),
        (record.kills, "kills", "kill"),
        (record.wounds, "wounds", "wound"),
    ]
    parts = [f"{n} {one if n == 1 else many}" for n, many, one in counted if n]
    parts += record.medals
    if person.experience:
        parts.append(f"experience {person.experience}")
    return ", ".join(parts)


def next_text(campaign: Campaign, nation: Nation) -> Iterator[str]:
    """The next Mission, or the game that goes on, and the shop."""
    plan = campaign.plan
    if plan is None:
        return
    mission = mission_of(campaign, plan)
    enemy = nation.other(plan.enemy).fact("name")
    yield (
        f"Next: {mission.title} against the {enemy} ENEMY, {plan.date}, "
        f"boards {plan.map}, {LEVELS[plan.level]}"
    )
    if campaign.battle:
        yield f"It is being played, game {campaign.battle.game}: opfor campaign play"
        return
    yield f"Those who go: {', '.join(going(campaign, nation))}"
    if bought := [NAMES[each] for each in plan.bought]:
        yield f"Support: {', '.join(bought)}"
    for support, what in offers(campaign, nation).items():
        name = f"{NAMES[support]} ({what})" if what else NAMES[support]
        yield f"  {support:<5} {price(support)} points  {name}"


def going(campaign: Campaign, nation: Nation) -> Iterator[str]:
    """Who goes into the next Mission, by name and counter."""
    for id_ in sent(campaign).order.people:
        if id_:
            person = campaign.company.person(id_)
            yield f"{person.name} {counter_of(person, nation)}"


def played_text(number: int, played: Played, nation: Nation) -> Iterator[str]:
    """A Mission that was played, and what became of the company of a nation."""
    plan = played.plan
    enemy = nation.other(plan.enemy).fact("name")
    yield (
        f"{number}. {played.title}, {plan.date}, against the {enemy} ENEMY: "
        f"{outcome_text(played)}, {played.points} support points"
    )
    yield from (f"   {line}" for line in told(played.notes))


def outcome_text(played: Played) -> str:
    """How a Mission ended, and when."""
    return f"{OUTCOMES[played.outcome]} on turn {played.turns}"


def told(notes: Sequence[Fact]) -> list[str]:
    """Notes in words."""
    return [say(note) for note in notes]
