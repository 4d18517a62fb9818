"""S6.23: what the clauses of the Attack Tables {A3a} to {A3d} say.

A row is read from left to right: each clause narrows the Targets that are left. What
begins with "else" or "none:" counts only if what is before it found nothing; "as 6-7"
goes on as another row does.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.core.priority import Line, where
from opfor.core.table import Table
from opfor.rules.choices.switches import way
from opfor.rules.choices.vocabulary import (
    OWN,
    Clause,
    Vocabulary,
    always,
    in_own_words,
    own_fault,
)
from opfor.rules.s_solitaire.s08_fire import s08_p2_targets as it
from opfor.rules.s_solitaire.s08_fire.own_words import asked
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import (
    Aiming,
    Narrowing,
    Target,
    keep,
    low,
    top,
)

Manner = Literal["spray", "area", "smoke", "hold", "random"]
"""How to fire, or whether at all, beside at what."""


class Goto(Struct, frozen=True):
    """On with another row, of the same table if none is named."""

    row: int
    table: str = ""


Meaning = Narrowing | Goto | Manner

DEFAULT_ROW = 6
"""The row of {A3a} for an Infantry Target where none is named."""


def _in_order_at_odds(chance: Fraction) -> Meaning:
    def weak(aiming: Aiming, target: Target) -> bool:
        broken = it.known(aiming, target) and not it.known_in_order(aiming, target)
        return broken and target.chance >= chance

    return keep(weak)


def _killed(chance: Fraction) -> Meaning:
    good: it.Measure = lambda aiming, target: it.kill_chance(aiming, target) >= chance  # noqa: E731
    return top(it.kill_chance, it.vehicular, good)


def _within(hexes: int) -> Meaning:
    near: it.Measure = lambda aiming, target: it.distance(aiming, target) <= hexes  # noqa: E731
    return keep(it.vehicular, near)


AT_INFANTRY = "Infantry Target", keep(it.infantry)
"""What a row by {A3a} of another table begins with: its clauses choose Infantry."""

KNOWN_TO_LEAST_DRM = low(it.final_drm, it.known)

FIRE: Vocabulary[Meaning] = Vocabulary(
    (
        # where
        always("closest", low(it.distance)),
        always("Target in VPO Location", keep(it.in_vpo)),
        always("any Target in VPO Location", keep(it.in_vpo)),
        always("Known Target in VPO Location", keep(it.known_in_vpo)),
        always("Target ADJACENT to a VPO Location", keep(it.beside_vpo)),
        always("ADJACENT to one", keep(it.beside_vpo)),
        always("Target in Open Ground", keep(it.in_the_open)),
        always("least TEM", low(it.least_tem)),
        # who
        always("Known", keep(it.known)),
        always("Good Order", keep(it.in_order)),
        always("closest Good Order Known Target", low(it.distance, it.known_in_order)),
        always("closest concealed Target", low(it.distance, it.unknown)),
        always("most Known Targets (US#)", top(it.known_us)),
        always("Location with most Known Targets (US#)", top(it.known_us)),
        always("Location with Known Target SMC", keep(it.known_smc)),
        always(
            "Good Order Location with the greatest FP able to fire at the firer",
            top(it.return_fire, it.in_order),
        ),
        always(
            "Target nearest to an ENEMY MMC that has a MOVE counter or is ADJACENT"
            " to that Target",
            low(it.near_own),
        ),
        # with what
        always("with most FRIENDLY possessed Weapons", top(it.weapons)),
        always("Location with most FRIENDLY possessed Weapons", top(it.weapons)),
        always("possessing HW", keep(it.heavy_weapons)),
        always("Infantry possessing an in-range A-T Weapon", keep(it.anti_tank)),
        # at what odds
        always("Known Target with lowest Final IFT DRM", KNOWN_TO_LEAST_DRM),
        Clause(
            "Known Target not in Good Order with p(NMC+) at least {p}",
            _in_order_at_odds,
        ),
        always("Location with the best p(NMC+) by MA and MG together", top(it.chance)),
        always("easiest TH", low(it.to_hit_drm)),
        always("easiest TH (Final TH DRM)", low(it.to_hit_drm)),
        # what was before
        always(
            "Location attacked by the ENEMY this phase with a Good Order Target left",
            keep(it.attacked_in_order),
        ),
        always(
            "Location already hit or attacked this phase with a Good Order Target",
            keep(it.attacked_in_order),
        ),
        always("Location whose attack would complete Encirclement", keep(it.encircles)),
        # vehicles
        always(
            "closest vehicular Target within half the range of the A-T Weapon",
            low(it.distance, it.vehicular, it.within_half_reach),
        ),
        Clause("A-T Weapon only at range {n} or less", _within),
        always("easiest to kill", top(it.chance, it.vehicular)),
        Clause(
            "vehicular Target with the best chance of elimination by one A-T Weapon"
            " of the Location, if {p} or more",
            _killed,
        ),
        Clause(
            "vehicular Target with functioning MA that can fire at the firer,"
            " highest TK#, if the chance is {p} or more",
            _killed,
        ),
        always(
            "unarmored vehicle, PRC or CE crew: small arms and MG, most US#",
            top(it.whole_us, it.vehicular),
        ),
        always(
            "Target (vehicle or manned Gun) with the best chance of elimination",
            top(it.chance, it.vehicular),
        ),
        # another row
        Clause("as {row}", Goto),
        Clause("an Infantry Target by A3a {row}", lambda row: Goto(row, "A3a")),
        always("Infantry Target by A3a", Goto(DEFAULT_ROW, "A3a")),
        always("other weapons at an Infantry Target by A3a", Goto(DEFAULT_ROW, "A3a")),
        # how
        always(
            "Spraying Fire, if allowed, at the two Locations with most Known Targets"
            " (in US#)",
            "spray",
        ),
        always("random among all Targets, Known or concealed", "random"),
        always("Area Target Type if allowed", "area"),
        always(
            "concealed Target (closest) or the Location from which a FRIENDLY unit"
            " last fired",
            low(it.distance, it.unknown),
        ),
        always(
            "SMOKE, if it has any, into the Location of the Good Order Target with most"
            " FP within 8 hexes of an ENEMY MMC with a MOVE counter",
            "smoke",
        ),
        always("hold fire", "hold"),
    )
)
"""Every clause of a Fire Command."""

GROUP = "FG. "
"""How a row begins that wants a Fire Group."""

ELSE = ("else ", "none: ")
"""How a clause begins that counts only if nothing was found before it."""


Seen = frozenset[tuple[str, int]]
"""Rows by table and index."""


class Command(Struct, frozen=True):
    """A Fire Command as a row gives it.

    Args:
        group: the largest useful FG is wanted.
        manners: how to fire.
        branches: clauses by what they say; each branch instead of the one before.
    """

    group: bool
    manners: tuple[Manner, ...]
    branches: tuple[tuple[tuple[str, Narrowing], ...], ...]


def clause_texts(result: Sequence[str]) -> list[tuple[bool, bool, str]]:
    """The clauses of a row: if each begins a branch, if a FG is wanted, its text."""
    found = []
    for whole in result:
        own = in_own_words(whole)
        for part in [whole] if own else whole.split(", else "):
            lead = next((word for word in ELSE if whole.startswith(word)), "")
            branch = bool(lead) or not whole.startswith(part)
            text = part.removeprefix(lead)
            found.append((branch, text.startswith(GROUP), text.removeprefix(GROUP)))
    return found


def fault(result: Sequence[str]) -> str:
    """Why a row is no Fire Command; empty if it is one."""
    faults = (_fault(text) for _, _, text in clause_texts(result))
    return next(filter(None, faults), "")


def _fault(text: str) -> str:
    if text.startswith(OWN):
        return own_fault(text.removeprefix(OWN))
    return FIRE.fault(text)


def read_command(
    tables: Callable[[str], Table], name: str, number: int, *, seen: Seen = frozenset()
) -> Command:
    """The Fire Command of a row, with those rows in it that it goes on to.

    A row that comes back to itself goes no further. `seen` are the rows on the way.

    Errors:
        OpforError: a clause is unknown.
    """
    group, manners = False, list[Manner]()
    branches: list[list[tuple[str, Narrowing]]] = [[]]
    row = tables(name).look_up(number)
    if (name, row.index) in seen:
        return Command(group, (), ((),))
    seen |= {(name, row.index)}
    for branch, wants, text in clause_texts(row.result):
        group = group or wants
        if branch:
            branches.append([])
        if text.startswith(OWN):
            branches[-1].append((text, asked(text.removeprefix(OWN))))
            continue
        said = FIRE.read(text)
        if said is None:
            raise OpforError(FIRE.fault(text), f"table {name}", "see docs/tables.md")
        if isinstance(said.meaning, str):
            manners.append(said.meaning)
        elif isinstance(said.meaning, Goto):
            to = said.meaning.table or name
            further = read_command(tables, to, said.meaning.row, seen=seen)
            if said.meaning.table:
                branches[-1].append(AT_INFANTRY)
            group = group or further.group
            branches[-1] += further.branches[0]
            branches += [list(each) for each in further.branches[1:]]
        else:
            branches[-1].append((text, said.meaning))
    return Command(group, tuple(manners), tuple(tuple(each) for each in branches))


def lines_of(
    command: Command, aiming: Aiming, targets: Sequence[Target]
) -> list[Line[Target]]:
    """The lines of the branch that counts, after the first ones that found nothing."""
    failed: list[Line[Target]] = []
    for branch in command.branches:
        lines = [narrowing(aiming, text) for text, narrowing in branch]
        last = branch is command.branches[-1]
        if last or (lines and lines[0].narrow(targets)):
            return [*failed, *lines]
        failed += lines[:1]
    return failed


def tie_lines(aiming: Aiming) -> list[Line[Target]]:
    """What decides after the last clause: Known first (S8.p7), then the closest."""
    close = low(it.distance)(aiming, "closest")
    if way(aiming.view, "S8.p7 tie") == "closest":
        return [close]
    return [where("Known first", lambda target: it.known(aiming, target)), close]
