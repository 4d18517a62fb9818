"""A4: who and what stands where on the map, as movement asks it."""

from collections.abc import Mapping
from typing import NamedTuple

from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.state.units import Fortification, LocationName, Marker, Side, Unit


class Standing(NamedTuple):
    """Who and what stands where on the map."""

    units: Mapping[LocationName, list[Unit]]
    fortifications: Mapping[LocationName, list[Fortification]]
    markers: Mapping[LocationName, list[Marker]]

    def of(self, side: Side, where: LocationName) -> list[Unit]:
        """The units of a side in a Location."""
        return [unit for unit in self.units.get(where, ()) if unit.side == side]

    def against(self, side: Side, where: LocationName) -> list[Unit]:
        """The units of the other side in a Location, without prisoners."""
        there = self.units.get(where, ())
        return [unit for unit in there if unit.side != side and not unit.guard]

    def known_against(self, side: Side, where: LocationName) -> bool:
        """Whether a Known unit of the other side is in a Location."""
        return any(map(known_to_other_side, self.against(side, where)))

    def has(self, where: LocationName, *kinds: str) -> bool:
        """Whether a Location has a marker or fortification of one of these kinds."""
        marked, built = self.markers.get(where, ()), self.fortifications.get(where, ())
        return bool(marked or built) and any(
            thing.kind in kinds for thing in (*marked, *built)
        )
