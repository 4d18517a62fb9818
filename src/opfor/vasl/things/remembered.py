"""Counters as they were made before: few change from one moment to the next."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from opfor.state.units import Fortification, Marker, Suspect, Unit, Weapon
from opfor.vasl.saves.traits import Piece
from opfor.vasl.things.pieces import Maker

T = TypeVar("T")


class RememberingMaker(Maker):
    """Makes a thing's counters anew only if the thing is another one than before."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._last: dict[tuple[str, str], tuple[Any, Any, Any]] = {}

    def unit(self, unit: Unit, notes: Sequence[str], old: Piece | None) -> list[Piece]:
        """As `Maker.unit`."""
        make, key = super().unit, ("unit", unit.id)
        beside = (*notes, old)
        return self._made_of(key, unit, beside, lambda: make(unit, notes, old))

    def weapon(self, weapon: Weapon, old: Piece | None) -> list[Piece]:
        """As `Maker.weapon`."""
        make = super().weapon
        key = "weapon", weapon.id
        return self._made_of(key, weapon, old, lambda: make(weapon, old))

    def suspect(self, suspect: Suspect) -> Piece:
        """As `Maker.suspect`."""
        make = super().suspect
        key = "suspect", suspect.id
        return self._made_of(key, suspect, None, lambda: make(suspect))

    def fortification(self, fort: Fortification) -> Piece:
        """As `Maker.fortification`."""
        make = super().fortification
        return self._made_of(("fort", fort.id), fort, None, lambda: make(fort))

    def marker(self, marker: Marker) -> Piece:
        """As `Maker.marker`."""
        make = super().marker
        return self._made_of(("marker", marker.id), marker, None, lambda: make(marker))

    def _made_of(
        self, key: tuple[str, str], thing: object, beside: object, make: Callable[[], T]
    ) -> T:
        last = self._last.get(key)
        if last is None or last[0] is not thing or last[1] != beside:
            last = self._last[key] = thing, beside, make()
        made: T = last[2]
        return made
