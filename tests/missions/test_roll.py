"""Rolled Missions: as wished, sound, and the same by the same seed."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.missions.chance import Chance
from opfor.missions.roll import roll
from opfor.missions.sound import faults
from opfor.missions.wishes import KINDS, Kind, Wishes, who_and_when
from opfor.ports.session import Setup, build_world
from opfor.sim.series import BatchOrder, play_one
from opfor.state.mission import read_mission
from opfor.state.nations import load_all
from opfor.views.mission_toml import mission_toml
from tests.rolls import rolls
from tests.shared import needs_shared

OURS = ("o1", "o3", "o4", "o7", "o8")
FINNS = Wishes(
    friendly="finnish",
    enemy="russian",
    date="1942-02",
    boards=OURS,
    length="short",
)


@pytest.mark.parametrize("kind", KINDS)
def test_as_wished(kind: Kind) -> None:
    """Kind, sides and month are those that were named; it can be played and won."""
    wishes = replace(FINNS, kind=kind)
    found = roll(wishes, 5)
    mission = found.mission
    assert found.kind == kind
    sides = mission.friendly, mission.enemy, mission.date
    assert sides == ("finnish", "russian", "1942-02")
    assert mission.victory
    assert mission.situation
    assert found.points > 60
    assert faults(build_world(Setup(mission=mission, seed=5)), mission) == []


def test_troops_of_an_army_are_rare() -> None:
    """Assault engineers come up now and then, and where they are wished."""
    tables = load_all()
    drawn = [who_and_when(Wishes(), tables, Chance(seed)) for seed in range(120)]
    named = [
        sides for *sides, _ in drawn if any("-engineers" in side for side in sides)
    ]
    assert 1 <= len(named) <= 15
    wished = Wishes(friendly="german-engineers")
    assert who_and_when(wished, tables, Chance(1))[0] == "german-engineers"


def test_same_seed() -> None:
    """The same wishes and seed give the same file; another seed another one."""
    files = [
        mission_toml(roll(Wishes(boards=OURS), seed).mission) for seed in (3, 3, 4)
    ]
    assert files[0] == files[1] != files[2]
    assert read_mission(files[0].encode(), "") == roll(Wishes(boards=OURS), 3).mission


def test_played() -> None:
    """One is played to its end by the reference player."""
    mission = roll(Wishes(boards=("o1",), length="short", kind="attack"), 8).mission
    outcome = play_one(BatchOrder(setup=Setup(mission=mission, seed=8), seed=8), 0)
    assert not outcome.fault
    assert outcome.winner


@needs_shared
def test_everybody_on_many_boards() -> None:
    """A small sample of those that `python -m tests.rolls` makes: none is refused."""
    assert [tried.refused for tried in rolls(6)] == [""] * 6


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(friendly="prussian", boards=OURS), "there is no nation 'prussian'"),
        (Wishes(friendly="german", enemy="german", boards=OURS), "both sides are of"),
        (Wishes(date="1950-01", boards=OURS), "nobody is known to have met"),
        (Wishes(), "no boards are named"),
        (Wishes(map="nowhere"), "no Mission was found in 30 tries"),
    ],
)
def test_refused(wishes: Wishes, said: str) -> None:
    """Wishes that cannot be fulfilled are told in a sentence."""
    with pytest.raises(OpforError, match=said):
        roll(wishes, 1)
