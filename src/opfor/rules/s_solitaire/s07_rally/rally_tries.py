"""S7: which tries to rally are worth a DR."""

from collections.abc import Iterator
from fractions import Fraction

from opfor.core.modifier import total
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a10_morale.a10_6_rally import rally_drm
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads
from opfor.rules.a_infantry.a10_morale.a10_63_may_rally import check_rally
from opfor.rules.a_infantry.a25_commissars import must_try
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Rally
from opfor.rules.choices.switches import way
from opfor.state.play import GameView
from opfor.state.units import Unit

ALL_WAYS = 36


FATE = 12


LEAST_CHANCE = Fraction(3, ALL_WAYS)
"""Chance from which a unit tries to rally: an Original 12 would reduce it."""


def chance(view: GameView, unit: Unit, by: Unit | None) -> Fraction:
    """The chance that a Rally DR succeeds: Final no more than the level, and no 12."""
    limit = morale_level(view, unit) - total(rally_drm(view, unit, by))
    ways = sum(6 - abs(7 - dr) for dr in range(2, FATE) if dr <= limit)
    return Fraction(ways, ALL_WAYS)


def tries(view: GameView) -> Iterator[Rally]:
    """Each legal try of a broken unit with a chance that is worth it, or owed.

    Units with a commissar must try (A25.221).
    """
    # A25.221: with a commissar it must try
    owed = must_try(view, "ENEMY")
    least_ = Fraction(0) if way(view, "S7.p3 chance") == "any chance" else LEAST_CHANCE
    for unit in onboard(view, "ENEMY"):
        if not unit.broken or unit.did("rally"):
            continue
        for by in [None, *leaders_there(view, unit)]:
            command = Rally(unit.id, by.id if by else "")
            enough = command in owed or chance(view, unit, by) >= least_
            if enough and allows(view, "ENEMY", command, check_rally):
                yield command


def leaders_there(view: GameView, unit: Unit) -> list[Unit]:
    """The other units of its Location that can lead it."""
    there = view.state.units_at(unit.location, "ENEMY")
    return [by for by in there if by.id != unit.id and leads(view, by)]
