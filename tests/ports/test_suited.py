"""What is offered where the ENEMY has no tables."""

import pytest
from msgspec.structs import replace

from opfor.ports.session import Setup, amended, build_world
from opfor.ports.suited import WithoutTables
from opfor.state.mission import load_mission


def offers(enemy: str, date: str, friendly: str = "german") -> list[dict[str, str]]:
    """What can be played instead."""
    sides = {"enemy": enemy, "friendly": friendly, "date": date}
    mission = amended(load_mission("first-contact"), **sides)
    with pytest.raises(WithoutTables, match=f"{enemy} has no tables for") as caught:
        build_world(Setup(mission=mission, seed=1))
    return [offer.changes for offer in caught.value.offers]


@pytest.mark.parametrize(
    ("enemy", "date", "expected"),
    [
        ("belgian", "1941-08", [{"date": "1940-05"}, {"enemy": "allied-minor"}]),
        ("russian-guards", "1941-07", [{"date": "1941-09"}, {"enemy": "russian"}]),
        ("polish", "1943-07", [{"date": "1939-10"}, {"enemy": "american"}]),
        ("russian", "1950-01", [{"date": "1945-05"}]),
    ],
)
def test_offers(enemy: str, date: str, expected: list[dict[str, str]]) -> None:
    """The nearest month, and the nation most like it that has tables then."""
    assert offers(enemy, date) == expected


def test_each_offer_can_be_played() -> None:
    """Whichever is taken, the game is set up."""
    for changes in offers("belgian", "1941-08"):
        sides = {"enemy": "belgian", "date": "1941-08"} | changes
        mission = amended(load_mission("first-contact"), **sides)
        assert build_world(Setup(mission=mission, seed=1)).date == mission.date


def test_friendly_needs_none() -> None:
    """A FRIENDLY nation out of its months has the squads of its nearest one."""
    mission = amended(load_mission("first-contact"), friendly="usmc", date="1941-08")
    assert mission.unit[0].counter == "4-5-8"
    build_world(Setup(mission=replace(mission, enemy="russian"), seed=1))
