"""The rungs of a Mission: squads, turns and AC# by turns, within bounds."""

from msgspec.structs import replace

from opfor.missions.ladder import (
    FEWEST_SQUADS,
    MOST_A1,
    MOST_GROUPS,
    MOST_SQUADS,
    MOST_TURNS,
    Ladder,
)
from opfor.ports.session import Setup
from opfor.state.mission import Entering, Mission, load_mission

SETUP = Setup(mission=load_mission("first-contact"), seed=3)


def squads(mission: Mission) -> int:
    """Squads of the FRIENDLY OB."""
    kinds = {"4-6-7", "4-6-8"}
    return sum(line.number for line in mission.unit if line.counter in kinds)


def test_rungs() -> None:
    """A squad, a turn, a squad, the AC#: each rung is one lever easier."""
    ladder = Ladder(SETUP)
    made = SETUP.mission
    assert ladder.at(0) == made
    up = [ladder.at(rung) for rung in range(1, 5)]
    assert [squads(each) - squads(made) for each in up] == [1, 1, 2, 2]
    assert [each.turns - made.turns for each in up] == [0, 1, 1, 1]
    assert [each.ac_shift for each in up] == [0, 0, 0, -1]
    down = ladder.at(-4)
    assert squads(down) < squads(made)
    assert ladder.at(5).a1_drm == made.a1_drm + 1  # no group enters here
    assert down.turns < made.turns
    assert down.ac_shift == 1


def test_ends() -> None:
    """The last rungs are as far as the levers go; none is passed."""
    ladder = Ladder(SETUP)
    easiest, hardest = ladder.at(ladder.rungs[-1]), ladder.at(ladder.rungs[0])
    assert (squads(easiest), easiest.turns) == (MOST_SQUADS, MOST_TURNS)
    assert FEWEST_SQUADS <= squads(hardest) <= squads(SETUP.mission)


def test_who_holds() -> None:
    """Who holds has fewer turns to make it easier."""
    held = replace(SETUP.mission, held_by="FRIENDLY")
    ladder = Ladder(replace(SETUP, mission=held))
    assert ladder.at(2).turns == held.turns - 1
    assert "one turn fewer" in ladder.between(0, 2)


def test_groups() -> None:
    """Where groups enter, one fewer makes it easier, one more harder."""
    due = (Entering(turn=1, groups=2), Entering(turn=2, groups=1))
    ladder = Ladder(replace(SETUP, mission=replace(SETUP.mission, entering=due)))
    assert [one.groups for one in ladder.at(5).entering] == [1, 1]
    assert "one ENEMY group fewer" in ladder.between(4, 5)
    hardest = ladder.at(ladder.rungs[0])
    assert [one.groups for one in hardest.entering] == [MOST_GROUPS, 1]
    assert hardest.a1_drm == -MOST_A1


def test_between() -> None:
    """The way from one rung to another is told by what differs alone."""
    ladder = Ladder(SETUP)
    assert ladder.between(0, 1).startswith("one squad more (")
    assert ladder.between(1, 2).startswith("one turn more (")
    assert ladder.between(4, 0).startswith("two squads fewer, one turn fewer, AC# one")
    assert "higher" in ladder.between(4, 0)
