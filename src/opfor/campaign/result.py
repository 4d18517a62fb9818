"""What happened in a game, as far as the company is concerned, from its events.

Units of the OB come into play in its order, so the nth of them is the nth of those
who were sent; from then on each counter is followed through what takes its place.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from opfor.core.event import Emitted, Event, Note
from opfor.core.fact import Fact
from opfor.rules.a_infantry.a02_5_entry_and_exit import LEFT_THE_MAP
from opfor.state import events as ev
from opfor.state.mission import Mission
from opfor.state.state import State
from opfor.state.units import Unit

Outcome = Literal["won", "drawn", "lost"]
End = Literal["stands", "lost", "captured"]

OB_RULES = ("A2.9", "A2.5")
"""The rules that bring units of the OB into play."""

NOT_LOST = ("recombined_into", "mans", "was_a_dummy")
"""Why a unit leaves play without a loss, beside leaving the map."""

WON = "side_wins"
"""The kind of a game's end with a winner."""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """Who was sent into a Mission.

    Args:
        people: whose each FRIENDLY unit of the OB is, in its order; 0: nobody's.
        weapons: the company's SW, in the order in which they are given out.
    """

    people: tuple[int, ...] = ()
    weapons: tuple[str, ...] = ()


class Fate(Struct, frozen=True):
    """What became of somebody in a game.

    Args:
        person: his number.
        end: he stands, is lost, or is a prisoner.
        counters: the ids of the counters that are left of him or his squad.
        wounded: he bears a wound.
        hero: he was heroic, or a hero came of his squad.
        kills: ENEMY units eliminated by attacks that he had part in.
    """

    person: int
    end: End
    counters: tuple[str, ...] = ()
    wounded: bool = False
    hero: bool = False
    kills: int = 0


class GameResult(Struct, frozen=True, kw_only=True):
    """What a game came to.

    Args:
        outcome: won, drawn or lost by the FRIENDLY side.
        over: the game came to its end.
        turns: Game Turns that were begun.
        fates: of everybody who was sent and came into play; others stand.
        weapons: the company's SW that are in hand, or lie on a field that was won.
        captured: ids of ENEMY SW in the company's hands.
        created: the counters of leaders that the game created, who stand.
    """

    outcome: Outcome
    over: bool = True
    turns: int = 0
    fates: tuple[Fate, ...] = ()
    weapons: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    created: tuple[str, ...] = ()


def result_of(mission: Mission, order: Order, events: Sequence[Emitted]) -> GameResult:
    """What the events of a game came to; one that is not over counts as lost."""
    follower = _Follower(State(mission=mission), order)
    for emitted in events:
        follower.hear(emitted)
    return follower.result()


def outcome_of(over: Fact | str) -> Outcome:
    """How a game ended for the FRIENDLY side."""
    if not over:
        return "lost"
    won = over.data["side"] if isinstance(over, Fact) and over.kind == WON else ""
    outcomes: dict[object, Outcome] = {"FRIENDLY": "won", "ENEMY": "lost"}
    return outcomes.get(won, "drawn")


class _Follower:
    """Follows the company's counters through a game."""

    def __init__(self, begun: State, order: Order) -> None:
        self.state, self.order = begun, order
        self.units, self.arms = 0, 0  # of the OB that have come so far
        self.whose: dict[str, tuple[int, ...]] = {}
        self.carried: dict[str, str] = {}  # SW of the company by id
        self.foreign: set[str] = set()  # SW that the ENEMY brought
        self.kept: list[str] = []  # those that left the map
        self.captured: list[str] = []
        self.left: dict[int, list[str]] = {}  # counters that left the map
        self.prisoners: set[int] = set()
        self.created: dict[str, str] = {}
        self.wounded: set[int] = set()
        self.heroes: set[int] = set()
        self.kills: Counter[int] = Counter()
        self.struck: tuple[str, tuple[int, ...]] = ("", ())  # where, and by whom

    def hear(self, emitted: Emitted) -> None:
        """Take in one event."""
        if isinstance(emitted.event, Note):
            return
        self._before(emitted.event, emitted.rule)
        self.state = self.state.apply(emitted.event)

    def _before(self, event: Event, rule: str) -> None:
        match event:
            case ev.UnitAdded(unit=unit) if unit.side == "FRIENDLY":
                self._added(unit, rule)
            case ev.WeaponAdded(weapon=weapon) if not weapon.mount:
                self._armed(weapon.id, weapon.owner, rule)
            case ev.UnitReplaced(id=id_, units=units):
                people = self.whose.get(id_, ())
                self.whose |= {unit.id: people for unit in units if people}
                if id_ in self.created:
                    self.created[units[0].id] = units[0].counter
                    del self.created[id_]
            case ev.UnitChanged(unit=unit):
                self._changed(unit)
            case ev.WeaponRemoved(id=id_, why=why) if why == LEFT_THE_MAP:
                self._carried_off(id_)
            case ev.UnitRemoved(id=id_, why=why):
                self._removed(self.state.units[id_], why)
            case ev.ShotFired(shot=shot) if shot.side == "FRIENDLY":
                ids = (*shot.firers, *shot.leaders)
                self.struck = (shot.target, self._people(ids))

    def _added(self, unit: Unit, rule: str) -> None:
        """A unit of the OB, or a leader or hero whom the game creates."""
        if rule in OB_RULES:
            sent = self.order.people
            person = sent[self.units] if self.units < len(sent) else 0
            self.units += 1
            self.whose[unit.id] = (person,) if person else ()
        elif unit.counter.endswith("/hero"):
            there = self.state.units_at(unit.location, "FRIENDLY")
            squads = [p for each in there for p in self.whose.get(each.id, ())]
            self.heroes.update(squads[-1:])
        else:
            self.created[unit.id] = unit.counter

    def _armed(self, id_: str, owner: str, rule: str) -> None:
        """A SW of the OB that somebody of the company begins with, or of the ENEMY."""
        unit = self.state.units.get(owner)
        if unit and unit.side == "ENEMY":
            self.foreign.add(id_)
        if rule in OB_RULES and self.whose.get(owner) and self._more():
            self.carried[id_] = self.order.weapons[self.arms]
            self.arms += 1

    def _more(self) -> bool:
        return self.arms < len(self.order.weapons)

    def _changed(self, unit: Unit) -> None:
        people = self.whose.get(unit.id, ())
        self.wounded.update(people if unit.wounded else ())
        self.heroes.update(people if unit.heroic else ())

    def _removed(self, unit: Unit, why: Fact) -> None:
        people = self.whose.get(unit.id, ())
        if why == LEFT_THE_MAP and people:
            if unit.guard:
                self.prisoners.update(people)
            else:
                for person in people:
                    self.left.setdefault(person, []).append(unit.counter)
        elif why.kind == "recombined_into" and people:
            heir = str(why.data["to"])
            both = dict.fromkeys((*self.whose.get(heir, ()), *people))
            self.whose[heir] = tuple(both)
        elif unit.side == "ENEMY" and why.kind not in NOT_LOST and why != LEFT_THE_MAP:
            self._killed(unit)

    def _killed(self, unit: Unit) -> None:
        """Whoever struck last where it was has part in it."""
        if self.state.phase == "CCPh":
            attacks = [
                clash.attackers
                for clash in self.state.clashes
                if clash.side == "FRIENDLY" and unit.id in clash.defenders
            ]
            people = self._people(id_ for ids in attacks for id_ in ids)
        else:
            where, struck = self.struck
            people = struck if where == unit.location else ()
        self.kills.update(people)

    def _people(self, ids: Iterable[str]) -> tuple[int, ...]:
        """Whose some units are, or the owners of some weapons."""
        found: dict[int, None] = {}
        for id_ in ids:
            weapon = self.state.weapons.get(id_)
            unit = weapon.owner if weapon else id_
            found |= dict.fromkeys(self.whose.get(unit, ()))
        return tuple(found)

    def _carried_off(self, id_: str) -> None:
        """A SW that leaves the map with its owner."""
        weapon = self.state.weapons[id_]
        if id_ in self.carried:
            self.kept.append(self.carried.pop(id_))
        elif id_ in self.foreign and self.whose.get(weapon.owner):
            self.captured.append(weapon.counter)

    # -- the end -------------------------------------------------------------------

    def result(self) -> GameResult:
        """What it came to."""
        outcome = outcome_of(self.state.over)
        left = {unit.id for unit in self.state.units.values() if not unit.guard}
        waiting = self.order.weapons[self.arms :]  # of who never came into play
        return GameResult(
            outcome=outcome,
            over=bool(self.state.over),
            turns=self.state.turn,
            fates=tuple(self._fates()),
            weapons=(*self.kept, *self._in_hand(field=outcome == "won"), *waiting),
            captured=(*self.captured, *self._taken()),
            created=tuple(
                counter for id_, counter in self.created.items() if id_ in left
            ),
        )

    def _fates(self) -> Iterable[Fate]:
        there: dict[int, list[str]] = {k: list(v) for k, v in self.left.items()}
        captured = set(self.prisoners)
        for unit in self.state.units.values():
            people = self.whose.get(unit.id, ())
            if unit.guard:
                captured.update(people)
                continue
            for person in people:
                there.setdefault(person, []).append(unit.counter)
        came = dict.fromkeys(self.order.people[: self.units])
        for person in filter(None, came):
            end: End = "captured" if person in captured else "lost"
            yield Fate(
                person,
                "stands" if person in there else end,
                tuple(there.get(person, ())),
                person in self.wounded,
                person in self.heroes,
                self.kills[person],
            )

    def _in_hand(self, *, field: bool) -> Iterable[str]:
        """The company's SW on the map; those that lie there if the field is won."""
        for id_, name in self.carried.items():
            weapon = self.state.weapons.get(id_)
            if weapon and (self._ours(weapon.owner) or (field and not weapon.owner)):
                yield name

    def _taken(self) -> Iterable[str]:
        for weapon in self.state.weapons.values():
            foreign = weapon.id in self.foreign and weapon.gun is None
            if foreign and self._ours(weapon.owner):
                yield weapon.counter

    def _ours(self, unit: str) -> bool:
        """Whether a unit is one of the company's that is free."""
        found = self.state.units.get(unit)
        return bool(found and not found.guard and self.whose.get(unit))
