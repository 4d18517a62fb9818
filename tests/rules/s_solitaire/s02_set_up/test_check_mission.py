"""What a Mission's victory conditions cannot ask for, and what an ENEMY has instead."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.ports.session import Setup, build_world
from opfor.rules.s_solitaire.s02_set_up.check_mission import check_victory, stand_ins
from opfor.state.mission import OB, Rescue, VictoryCondition, load_mission
from opfor.state.units import Side
from tests.rules.given.world import MISSION

PLATOON = (OB(counter="4-6-7", number=2, group="platoon"),)


def rescue(number: int, *, group: str = "platoon", side: Side = "FRIENDLY") -> None:
    """Check a condition that asks for a rescue."""
    wanted = Rescue(group=group, number=number)
    aim = VictoryCondition(side=side, rescue=wanted)
    check_victory(replace(MISSION, victory=(aim,), unit=PLATOON))


def test_rescue() -> None:
    """No more than are in the group, of that side, by its name."""
    rescue(2)
    with pytest.raises(OpforError, match="rescue of 3 of 'platoon', and the OB has 2"):
        rescue(3)
    with pytest.raises(OpforError, match="of 'column', and the OB has 0"):
        rescue(1, group="column")
    with pytest.raises(OpforError, match="the OB has 0"):
        rescue(1, side="ENEMY")


def test_until() -> None:
    """No later turn than the last."""
    last = VictoryCondition(side="FRIENDLY", vpo=1, until=MISSION.turns)
    check_victory(replace(MISSION, victory=(last,)))
    with pytest.raises(OpforError, match="until turn 9, and there are 6"):
        check_victory(replace(MISSION, victory=(replace(last, until=9),)))


@pytest.mark.parametrize(
    ("name", "enemy", "date", "said"),
    [
        ("human-wave", "finnish", "1942-02", ["The Finnish ENEMY makes no Human"]),
        ("human-wave", "russian", "1942-02", []),
        ("armored-assault", "partisan", "1943-07", ["The Partisan ENEMY has no"]),
        ("armored-assault", "german", "1943-07", []),
        ("first-contact", "partisan", "1943-07", []),
    ],
)  # fmt: skip
def test_stand_ins(name: str, enemy: str, date: str, said: list[str]) -> None:
    """A sentence where the ENEMY lacks what the Mission has come, and only there."""
    mission = replace(load_mission(name), enemy=enemy, date=date)
    world = build_world(Setup(mission=mission, seed=1))
    found = list(stand_ins(world, mission))
    assert len(found) == len(said)
    assert all(text in one for text, one in zip(said, found, strict=True))
