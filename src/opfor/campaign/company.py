"""The company: its people, what they carry, and the options of its campaign."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from opfor.core.fact import Fact

LEAST_MISSIONS, MOST_MISSIONS = 3, 12
"""How many Missions a campaign has."""

MOST_PEOPLE = 200
"""People of a company, the fallen among them, that a file may name."""

Name = Annotated[
    str, Meta(min_length=1, max_length=60, pattern=r"\A[^\x00-\x1f\x7f]*\Z")
]
Count = Annotated[int, Meta(ge=0, le=9999)]
Standing = Literal["fit", "wounded", "killed", "missing"]
Switch = Literal[
    "wounds", "experience", "promotions", "medals", "captured", "support", "drift"
]
"""A clause that may be switched off."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody has done.

    Args:
        missions: Missions that he was in.
        kills: ENEMY units eliminated by attacks that he had part in.
        wounds: how often he was wounded.
        medals: in the order in which he got them.
    """

    missions: Count = 0
    kills: Count = 0
    wounds: Count = 0
    medals: tuple[Name, ...] = ()


class Person(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A leader, or the NCO after whom a squad is called.

    Args:
        id: his number in the company, given once.
        name: his family name.
        counter: the printed name of the leader that he is, or of his whole squad.
        leader: he is a leader; otherwise he has a squad.
        rank: the number of his rank among those of his nation.
        experience: what he has learnt, in points (CG.p6).
        reduced: his squad is a HS now, or a reduced one.
        standing: fit, wounded, or gone for good.
        away: Missions that he misses yet while he is wounded.
        resting: the player leaves him out of the next Mission.
        record: what he has done.
    """

    id: Annotated[int, Meta(ge=1, le=9999)]
    name: Name
    counter: Name
    leader: bool = False
    rank: Annotated[int, Meta(ge=0, le=5)] = 0
    experience: Count = 0
    reduced: bool = False
    standing: Standing = "fit"
    away: Count = 0
    resting: bool = False
    record: Record = Record()

    @property
    def fit(self) -> bool:
        """He can be sent into a Mission."""
        return self.standing == "fit"

    @property
    def gone(self) -> bool:
        """He is killed or missing."""
        return self.standing in ("killed", "missing")


class Company(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A company.

    Args:
        name: what the player calls it.
        nation: its nation.
        people: leaders and squads, the fallen too, in the order in which they came.
        weapons: SW by their printed names; captured ones by their counters' ids.
        elr: its ELR (CG.p7).
    """

    name: Name
    nation: Name
    people: Annotated[tuple[Person, ...], Meta(max_length=MOST_PEOPLE)]
    weapons: Annotated[tuple[Name, ...], Meta(max_length=60)] = ()
    elr: Annotated[int, Meta(ge=0, le=5)] = 3

    def person(self, id_: int) -> Person:
        """Somebody by number; StopIteration if there is none."""
        return next(each for each in self.people if each.id == id_)

    def leaders(self) -> list[Person]:
        """The leaders who are not gone."""
        return [each for each in self.people if each.leader and not each.gone]

    def squads(self) -> list[Person]:
        """The squads that are not gone."""
        return [each for each in self.people if not each.leader and not each.gone]

    def with_people(self, changed: Iterable[Person]) -> "Company":
        """The same with some people changed, and new ones behind the others."""
        new = {each.id: each for each in changed}
        old = tuple(new.pop(each.id, each) for each in self.people)
        return replace(self, people=old + tuple(new.values()))

    def next_id(self) -> int:
        """The number of the next one who joins."""
        return 1 + max((each.id for each in self.people), default=0)


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a campaign is played.

    Args:
        missions: how many Missions it has.
        dice: who rolls for what becomes of the company, and in its games.
        replacements: how many come after a Mission (CG.p5).
        without: clauses that are switched off.
        boards: boards from which the maps are drawn; none: each Mission's own.
        folders, packs: the player's folders of boards and tables.
    """

    missions: Annotated[int, Meta(ge=LEAST_MISSIONS, le=MOST_MISSIONS)] = 6
    dice: Literal["seeded", "mine"] = "seeded"
    replacements: Literal["none", "few", "usual", "many"] = "usual"
    without: tuple[Switch, ...] = ()
    boards: Annotated[tuple[Name, ...], Meta(max_length=200)] = ()
    folders: Annotated[tuple[str, ...], Meta(max_length=20)] = ()
    packs: Annotated[tuple[str, ...], Meta(max_length=20)] = ()

    def has(self, switch: Switch) -> bool:
        """Whether a clause is in force."""
        return switch not in self.without


Notes = tuple[Fact, ...]
"""What became of a company, fact by fact; the views have the words."""
