"""A Mission file checked: file, line, key, what to write."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.missions.check_file import check_file, mission_named
from opfor.state.mission import shipped
from opfor.views.mission_toml import mission_toml

GOOD = """id = "mine"
title = "Mine"
map = "o1"
date = "1941-08"
friendly = "german"
enemy = "russian"
fbe = "bottom"
turns = 6
vpo = ["o1S7"]
placement = ["d"]

[[victory]]
side = "FRIENDLY"
vpo = 1

[[unit]]
counter = "4-6-7"
number = 4
"""


def said(tmp_path: Path, text: str) -> list[str]:
    """What is wrong in a file, without its folder."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return [str(one).removeprefix(f"{tmp_path}/") for one in check_file(path).faults]


def test_good(tmp_path: Path) -> None:
    """Nothing is wrong with a good one."""
    assert said(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (
            "turns = 6",
            'turns = "six"',
            "mine.toml:8: turns: this must be a whole number",
        ),
        (
            "number = 4",
            "nummer = 4",
            "did you mean number?",
        ),
        ('"4-6-7"', '"4-6-9"', "mine.toml:16: unit 1: '4-6-9' is no german counter"),
        ('"russian"', '"rusian"', "mine.toml:6: enemy: there is no nation 'rusian'"),
        ("vpo = 1", "vpo = 3", "mine.toml:12: victory 1: there are 1 VPO Location"),
        (
            '[[victory]]\nside = "FRIENDLY"\nvpo = 1\n',
            "",
            "mine.toml: victory: nothing says who wins",
        ),
        ("turns = 6", "turns = 1", "victory 1: the VPO are 2 turns from the FBE"),
        ("vpo = 1", "exit_vp = 4", "victory 1: nobody may leave the map"),
        ('map = "o1"', 'map = "o1', "mine.toml:3: this is not TOML"),
        ('"o1S7"', '"o1ZZ99"', "there is no hex 'o1ZZ99'"),
        ("1941-08", "1938-08", "russian has no tables for 1938-08; take 1939-09"),
    ],
)
def test_wrong(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    """Each fault with its line, and what to write."""
    found = said(tmp_path, GOOD.replace(right, wrong, 1))
    assert len(found) == 1
    assert told in found[0]


def test_shipped(tmp_path: Path) -> None:
    """Those that ship have none."""
    for mission in shipped().values():
        assert said(tmp_path, mission_toml(mission)) == []


class TestBeforeAGame:
    """A file is looked at before its game."""

    def test_good(self, tmp_path: Path) -> None:
        """A good one is read, and so is one that ships."""
        path = tmp_path / "mine.toml"
        path.write_text(GOOD, "utf-8")
        assert mission_named(str(path), to_win=True).id == "mine"
        assert mission_named("first-contact").id == "first-contact"

    def test_counter(self, tmp_path: Path) -> None:
        """A counter that there is not is told once, with its place."""
        path = tmp_path / "mine.toml"
        path.write_text(GOOD.replace('"4-6-7"', '"4-6-9"'), "utf-8")
        with pytest.raises(OpforError, match=r"mine.toml:16.*'4-6-9' is no german"):
            mission_named(str(path))

    def test_nobody_wins(self, tmp_path: Path) -> None:
        """One that nobody can win can be played, but not counted."""
        path = tmp_path / "mine.toml"
        text = GOOD.replace('[[victory]]\nside = "FRIENDLY"\nvpo = 1\n', "")
        path.write_text(text, "utf-8")
        assert not mission_named(str(path)).victory
        with pytest.raises(OpforError, match="nothing says who wins"):
            mission_named(str(path), to_win=True)
