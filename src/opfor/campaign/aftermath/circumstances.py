"""What every clause of the aftermath is given beside the company."""

from dataclasses import dataclass, field

from msgspec.structs import replace

from opfor.campaign.company import Company, Options, Person, Record
from opfor.campaign.dice import CampaignDice
from opfor.campaign.result import GameResult
from opfor.campaign.values import Customs, Values, customs, values
from opfor.core.fact import Fact
from opfor.state.nations import Nation


@dataclass(frozen=True)
class Circumstances:
    """The moment after a Mission.

    Args:
        nation: the company's, with its tables.
        date: the month of the Mission.
        result: what happened in the game.
        dice: the campaign's.
        options: which clauses are in force.
        notes: what the clauses tell, in order.
    """

    nation: Nation
    date: str
    result: GameResult
    dice: CampaignDice
    options: Options = field(default_factory=Options)
    notes: list[Fact] = field(default_factory=list)

    @property
    def values(self) -> Values:
        """The project's values."""
        return values()

    @property
    def customs(self) -> Customs:
        """Names, ranks and medals of the nation."""
        return customs(self.nation)

    def tell(self, note: Fact) -> None:
        """Note what happened to the company."""
        self.notes.append(note)

    def called(self, person: Person) -> str:
        """Somebody's rank and name."""
        return called(self.customs, person)

    def new_name(self, company: Company) -> str:
        """A family name that nobody of the company has yet, if one is left."""
        taken = {each.name for each in company.people}
        free = [name for name in self.customs.names if name not in taken]
        names = free or list(self.customs.names)
        return names[self.dice.draw(len(names))]


def called(known: Customs, person: Person) -> str:
    """Somebody's rank and name."""
    return f"{known.ranks[person.rank]} {person.name}"


def noted(person: Person, **more: int) -> Person:
    """Somebody with more in his record: Missions, kills, wounds."""
    record = person.record
    added = {name: getattr(record, name) + number for name, number in more.items()}
    return replace(person, record=replace(record, **added))


def with_medal(person: Person, medal: str) -> Person:
    """Somebody with one more medal."""
    record: Record = person.record
    return replace(person, record=replace(record, medals=(*record.medals, medal)))
