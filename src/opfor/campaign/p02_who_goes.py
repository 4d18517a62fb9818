"""CG.p2: the company's units in the place of those of a Mission's OB."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.campaign.company import Company, Person
from opfor.campaign.grades import half
from opfor.campaign.result import Order
from opfor.core.errors import OpforError
from opfor.missions.points import counter_points, ob_points
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.mission import OB, Mission
from opfor.state.nations import Nation


class Sent(Struct, frozen=True):
    """A Mission with the company in its OB, and who that is."""

    mission: Mission
    order: Order


class _Slot(Struct, frozen=True):
    """Somebody of the company as a line of the OB."""

    person: int
    line: OB


def send(
    mission: Mission, company: Company, nation: Nation, percent: int = 100
) -> Sent:
    """CG.p2: the company takes the place of the Mission's Infantry, to its points.

    As many leaders go as it has, the best first; then squads, those with most
    experience first; then SW, the dearest first. Points that one kind leaves or takes
    over its own are the next one's more or less; the last one still goes if at least
    half of its points are left. A part enters as late as theirs would. Who rests
    stays behind. Vehicles, and crews with their Guns, are lent for the day.

    Args:
        mission: in the company's nation and month.
        company: who may go.
        nation: the company's, with its counters.
        percent: of the Mission's points, by its level (CG.p12).
    """
    own = [line for line in mission.unit if _infantry(line, nation)]
    lent = tuple(line for line in mission.unit if line not in own)
    budget = _budget(own, nation, percent)
    leaders = _leaders(company, nation)[: max(1, len(_terms(own, nation, SMC)))]
    left = budget["leaders"] - sum(_worth(each, nation) for each in leaders)
    squads, left = _picked(_squads(company), budget["squads"] + left, nation)
    arms = _arms(company, budget["weapons"] + left, nation, len(squads))
    slots = _lines(squads, arms, _terms(own, nation, SMC, other=True), nation)
    slots += _lines(leaders, [], _terms(own, nation, SMC), nation)
    slots.sort(key=lambda slot: slot.line.turn)  # as the game brings them in
    late = tuple(line for line in lent if line.turn)
    early = tuple(line for line in lent if not line.turn)
    units = (*(slot.line for slot in slots), *early, *late)
    return Sent(replace(mission, unit=units), _order(units, slots))


def _infantry(line: OB, nation: Nation) -> bool:
    """Whether a line is FRIENDLY squads or leaders, without a Gun."""
    if line.side != "FRIENDLY":
        return False
    kind = nation.counter(line.counter)
    return isinstance(kind, SMC) or (isinstance(kind, MMC) and kind.size != "crew")


def _budget(own: Sequence[OB], nation: Nation, percent: int) -> dict[str, int]:
    """The points of leaders, squads and SW."""
    bare = [replace(line, weapons=()) for line in own]
    leaders = [line for line in bare if _is(line, nation, SMC)]
    found = {
        "leaders": ob_points(leaders, nation),
        "squads": ob_points([line for line in bare if line not in leaders], nation),
        "weapons": ob_points(own, nation) - ob_points(bare, nation),
    }
    return {kind: points * percent // 100 for kind, points in found.items()}


def _is(line: OB, nation: Nation, kind: type) -> bool:
    return isinstance(nation.counter(line.counter), kind)


def _leaders(company: Company, nation: Nation) -> list[Person]:
    """Those who can go, the best first."""
    able = [each for each in company.leaders() if each.fit and not each.resting]
    able.sort(key=lambda each: (-_worth(each, nation), each.id))
    return able


def _squads(company: Company) -> list[Person]:
    """Those that can go, whole ones and those with most experience first."""
    able = [each for each in company.squads() if each.fit and not each.resting]
    able.sort(key=lambda each: (each.reduced, -each.experience, each.id))
    return able


def counter_of(person: Person, nation: Nation) -> str:
    """The counter that somebody goes into a Mission with."""
    return half(nation, person.counter) if person.reduced else person.counter


def _worth(person: Person, nation: Nation) -> int:
    return counter_points(nation.counter(counter_of(person, nation)))


def _picked(
    able: Sequence[Person], points: int, nation: Nation
) -> tuple[list[Person], int]:
    """Who goes for so many points, one at least, and the points left."""
    found: list[Person] = []
    for each in able:
        worth = _worth(each, nation)
        if found and 2 * points < worth:
            break
        found.append(each)
        points -= worth
    return found, points


def _arms(company: Company, points: int, nation: Nation, squads: int) -> list[str]:
    """The SW that go, each squad one, the dearest first."""
    worth = {name: counter_points(weapon(name, nation)) for name in company.weapons}
    found: list[str] = []
    for name in sorted(company.weapons, key=lambda name: (-worth[name], name)):
        if len(found) < squads and 2 * points >= worth[name]:
            found.append(name)
            points -= worth[name]
    return found


def weapon(name: str, nation: Nation) -> SupportWeapon:
    """A SW of the company, a captured one by its id.

    Errors:
        OpforError: there is none of that name.
    """
    kind = nation.piece(name) if name in nation.counters else nation.counter(name)
    if not isinstance(kind, SupportWeapon):
        raise OpforError(f"{name!r} is no SW of the {nation.id} company")
    return kind


def _terms(
    own: Sequence[OB], nation: Nation, kind: type, *, other: bool = False
) -> list[OB]:
    """A line of the Mission for each of its units of a kind, or of the others."""
    return [
        line for line in own if _is(line, nation, kind) != other
        for _ in range(line.number)
    ]  # fmt: skip


def _lines(
    people: Sequence[Person], arms: Sequence[str], terms: Sequence[OB], nation: Nation
) -> list[_Slot]:
    """Lines of the OB: each takes over where and when one of the Mission's comes.

    Of a Mission with more units than are sent, a part of those of each time.
    """
    chosen = _spread(terms, len(people))
    return [
        _Slot(person.id, replace(like, **_as(person, name, nation)))
        for person, name, like in _together(people, arms, chosen)
    ]


def _as(person: Person, weapon_name: str, nation: Nation) -> dict[str, Any]:
    """What somebody changes in the line of the Mission that he takes over."""
    weapons = (weapon_name,) if weapon_name else ()
    return {"counter": counter_of(person, nation), "number": 1, "weapons": weapons}


def _together(
    people: Sequence[Person], arms: Sequence[str], terms: Sequence[OB]
) -> Iterator[tuple[Person, str, OB]]:
    rows = zip_longest(people, arms[: len(people)], terms[: len(people)])
    for person, name, like in rows:
        yield person, name or "", like or OB(counter=person.counter)


def _spread(terms: Sequence[OB], number: int) -> list[OB]:
    """So many of the lines, evenly over all of them; the first ones again if more."""
    if not terms:
        return []
    if number >= len(terms):
        return [*terms, *[terms[0]] * (number - len(terms))]
    return [terms[nth * len(terms) // number] for nth in range(number)]


def _order(units: Iterable[OB], slots: Sequence[_Slot]) -> Order:
    """Whose each unit of the OB is, in the order in which the game brings them."""
    ours = {id(slot.line): slot.person for slot in slots}
    ordered = sorted(units, key=lambda line: line.turn)
    people = tuple(
        ours.get(id(line), 0)
        for line in ordered if line.side == "FRIENDLY"
        for _ in range(line.number)
    )  # fmt: skip
    weapons = tuple(
        name for line in ordered if id(line) in ours for name in line.weapons
    )
    return Order(people, weapons)
