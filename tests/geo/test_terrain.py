"""Terrain types, against a player's own SharedBoardMetadata.xml."""

import pytest
from defusedxml import ElementTree

from opfor.geo.terrain import Terrain, terrain_named, terrain_types
from tests.geo.players_boards import BOARDS
from tests.shared import needs_shared

FACTORIES_AND_THE_LIKE = {"building", "factory", "marketplace"}


def test_codes_fit_a_byte() -> None:
    """Codes are those a plane can hold, and none stands twice."""
    assert len(terrain_types()) == 166
    assert all(0 <= code <= 255 for code in terrain_types())


def test_by_name() -> None:
    """A name leads to its type."""
    assert terrain_named("Woods").code == 60
    with pytest.raises(KeyError):
        terrain_named("Lava")


@pytest.mark.parametrize(
    ("name", "top"),
    [
        ("Woods", 1.0),
        ("Wall", 0.5),
        ("Bocage", 1.0),
        ("Wooden Building", 1.0),
        ("Stone Building, 1 Level", 1.5),
        ("Stone Building, 2 Level", 2.5),
        ("Grain", 0.5),
        ("Open Ground", 0.0),
    ],
)
def test_top(name: str, top: float) -> None:
    """The top of a type counts its half level."""
    assert terrain_named(name).top == top


def _effect(obstacle: bool, hindrance: bool) -> str:
    return "obstacle" if obstacle else "hindrance" if hindrance else "none"


@needs_shared
def test_every_type_is_the_players() -> None:
    """All 166 types equal those of VASL's file, field by field."""
    root = ElementTree.fromstring((BOARDS / "SharedBoardMetadata.xml").read_bytes())
    rows = list(root.iter("terrainType"))
    assert len(rows) == len(terrain_types()) == 166
    for row in rows:
        yes = {key: value.lower() == "true" for key, value in row.attrib.items()}
        split = float(row.get("split", "0"))
        expected = Terrain(
            code=int(row.get("typeCode", "")),
            name=terrain_types()[int(row.get("typeCode", ""))].name,
            category=row.get("LOSCategory", "").lower(),
            height=int(row.get("height", "0")),
            half=yes["isHalfLevelHeight"],
            los=_effect(yes["isLOSObstacle"], yes["isLOSHindrance"]),
            inherent=yes["isInherentTerrain"],
            split=split,
            lower=_effect(
                yes.get("isLowerLOSObstacle", False),
                yes.get("isLowerLOSHindrance", False),
            ),
        )
        found = terrain_types()[expected.code]
        assert found == expected
        assert found.name.replace(" ", "").lower() == (
            row.get("name", "").replace(" ", "").lower()
        )
