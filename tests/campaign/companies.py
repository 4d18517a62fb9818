"""Companies and campaigns to try rules on, and games of them that nobody plays."""

from functools import cache

from msgspec.structs import replace

from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.campaign import Campaign, Plan
from opfor.campaign.company import Company, Options, Person
from opfor.campaign.dice import CampaignDice
from opfor.campaign.p02_who_goes import Sent
from opfor.campaign.result import Fate, GameResult, Outcome
from opfor.state.nations import Nation, load_nation

MONTH = "1941-08"


@cache
def german() -> Nation:
    """The nation of the companies here."""
    return load_nation("german")


def squad(id_: int = 1, counter: str = "4-6-7", **more: object) -> Person:
    """A squad of somebody."""
    return replace(Person(id=id_, name=f"Squad{id_}", counter=counter), **more)


def leader(id_: int = 50, counter: str = "8-1", **more: object) -> Person:
    """A leader."""
    person = Person(id=id_, name=f"Leader{id_}", counter=counter, leader=True, rank=3)
    return replace(person, **more)


def company(*people: Person, **more: object) -> Company:
    """A company of these, or of ten squads and three leaders."""
    found = people or (
        *(leader(id_) for id_ in (1, 2, 3)),
        *(squad(id_) for id_ in range(4, 14)),
    )
    made = Company(name="Test", nation="german", people=found, elr=4)
    return replace(made, **more)


def now(
    *rolls: int | tuple[int, int],
    outcome: Outcome = "won",
    fates: tuple[Fate, ...] = (),
    options: Options = Options(),  # noqa: B008 - it is frozen
    **result: object,
) -> Circumstances:
    """The moment after a Mission, with dice in order: a dr, or the two of a DR."""
    given = [roll if isinstance(roll, tuple) else (roll,) for roll in rolls]
    found = GameResult(outcome=outcome, fates=fates)
    dice = CampaignDice(1, "test", given)
    return Circumstances(german(), MONTH, replace(found, **result), dice, options)


def told(found: Circumstances) -> list[str]:
    """The kinds of what the clauses told."""
    return [note.kind for note in found.notes]


def campaign(options: Options = Options(), **more: object) -> Campaign:  # noqa: B008
    """A campaign before its first Mission."""
    plan = Plan(mission="first-contact", map="o1", date=MONTH, enemy="russian")
    made = Campaign(seed=3, options=options, company=company(), plan=plan)
    return replace(made, **more)


def unplayed(outcome: Outcome, who: Sent, *, lost: int = 0) -> GameResult:
    """A game that nobody played: the last ones of those who were sent are lost."""
    people = [id_ for id_ in who.order.people if id_]
    fates = tuple(
        Fate(id_, "lost")
        if nth >= len(people) - lost
        else Fate(id_, "stands", (_counter(who, id_),))
        for nth, id_ in enumerate(people)
    )
    return GameResult(outcome=outcome, turns=7, fates=fates, weapons=who.order.weapons)


def _counter(who: Sent, id_: int) -> str:
    lines = [line for line in who.mission.unit for _ in range(line.number)]
    lines.sort(key=lambda line: line.turn)
    name = lines[who.order.people.index(id_)].counter
    return german().counter(name).id
