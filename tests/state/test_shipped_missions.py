"""The Missions that ship: what their cards tell, and where they can be played."""

import pytest
from msgspec.structs import replace

from opfor.ports.session import Setup, build_world
from opfor.state.mission import Mission, shipped
from tests.shared import SHARED, needs_shared

BASIC = ("tutorial", "first-contact", "bunker-busting", "enemy-offensive")
BASIC += ("human-wave", "tank-support", "armored-assault")

TOLD = [mission for id_, mission in shipped().items() if id_ not in BASIC]
"""Those with a story of their own."""

ELSEWHERE = [(mission, map_) for mission in TOLD for map_ in mission.alternatives]


def test_twenty() -> None:
    """Twenty Missions at the least, each with a sentence that says what it is."""
    assert len(shipped()) >= 20
    assert all(mission.note.endswith(".") for mission in shipped().values())


@pytest.mark.parametrize("mission", TOLD, ids=lambda mission: mission.id)
def test_story(mission: Mission) -> None:
    """A situation in paragraphs, what is special, and two maps of VASL boards."""
    assert len(mission.situation) >= 3
    assert sum(len(told.split()) for told in mission.situation) >= 130
    assert len(mission.special) >= 3
    assert len(mission.alternatives) >= 2
    assert mission.source == "project"


@needs_shared
@pytest.mark.parametrize(
    ("mission", "map_"), ELSEWHERE, ids=[f"{m.id} {map_}" for m, map_ in ELSEWHERE]
)
def test_elsewhere(mission: Mission, map_: str) -> None:
    """Each can be begun on the VASL boards that it names."""
    boards = (str(SHARED / "boards"),)
    world = build_world(
        Setup(mission=replace(mission, map=map_), seed=1, boards=boards)
    )
    assert len(world.map.boards) == len(map_.split())
