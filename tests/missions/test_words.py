"""What a rolled Mission is called, in sentences that a person would write."""

import pytest

from opfor.missions.kinds import Plan
from opfor.missions.lay import Place
from opfor.missions.wishes import Kind
from opfor.missions.words import situation
from opfor.state.mission import Mission, VictoryCondition

PLACES = tuple(
    Place(at=at, label=at, word="village", depth=5, turns=(2, 3))
    for at in ("A1", "C3", "E5")
)


def said(kind: Kind, own: str, vpo: int, places: int) -> str:
    """The situation where so many of so many places are wanted."""
    mission = Mission(
        id="x",
        title="",
        map="o1",
        date="1943-07",
        friendly="x",
        enemy="y",
        fbe="top",
        victory=(VictoryCondition(side="FRIENDLY", vpo=vpo),),
    )
    plan = Plan(PLACES[:places], 5, 6, {})
    return situation(kind, mission, plan, own, "German paratroops")


@pytest.mark.parametrize(
    ("vpo", "places", "text"),
    [
        (2, 3, "forward to take two of three places: the village in A1,"),
        (3, 3, "forward to take all three places: the village in A1,"),
        (2, 2, "forward to take both places: the village in A1 and the"),
    ],
)
def test_how_many(vpo: int, places: int, text: str) -> None:
    """Two of two are both, three of three are all."""
    assert text in said("attack", "German", vpo, places)
    assert "has to be in both of them" in said("meeting", "German", 2, 2)


@pytest.mark.parametrize(
    ("own", "text"),
    [
        ("American", "An American raiding party"),
        ("British assault engineers", "A British assault engineer raiding party"),
        ("Russian Guards", "A Russian Guards raiding party"),
        ("USMC", "A USMC raiding party"),
    ],
)
def test_whose(own: str, text: str) -> None:
    """A nation stands before its men as an adjective."""
    assert text in said("raid", own, 2, 2)


def test_the_other_way_to_win() -> None:
    """A breakthrough names the places that do as well."""
    assert "or it takes both places: the" in said("breakthrough", "German", 2, 2)


def test_the_enemy() -> None:
    """So does the ENEMY's."""
    assert "many German paratroop soldiers" in said("attack", "French", 2, 3)
