"""A Mission as its TOML file."""

import pytest
from msgspec.structs import replace

from opfor.state.mission import Area, Mission, missions, read_mission
from opfor.views.mission_toml import mission_toml

EVERY = list(missions().values())


@pytest.mark.parametrize("mission", EVERY, ids=lambda mission: mission.id)
def test_read_again(mission: Mission) -> None:
    """Every Mission that ships is the same after it was written and read."""
    assert read_mission(mission_toml(mission).encode(), "written") == mission


def test_what_is_usual_is_left_out() -> None:
    """A file says what differs, and a list of tables one by one."""
    text = mission_toml(missions()["first-contact"])
    assert "heavy_cap = 2" not in text
    assert "density" not in text
    assert text.count("[[unit]]") == len(missions()["first-contact"].unit)


def test_any_text() -> None:
    """Quotes, line ends and control signs come back as they were."""
    title = 'The "Mill"\\\n\t\x00\x7f Ärger'
    mission = replace(EVERY[0], title=title, area=Area())
    assert read_mission(mission_toml(mission).encode(), "written") == mission
