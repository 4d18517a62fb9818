"""The board in text: readable without colours, and nothing of it lost."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.geo.terrain_chart import chart
from opfor.ports.session import Session, build_world
from opfor.state.units import LocationName, Suspect, Unit
from opfor.views.game_picture import game_svg
from opfor.views.text.board import LOOKS, BoardWindow, board_text, window
from tests.ports.playing import session

HEXSIDES = {"wall", "hedge", "bocage", "cactus hedge", "cliff", "rowhouse wall"}
ON_TOP = {"roadblock", "wire", "foxhole", "trench", "minefield", "pillbox", "wreck"}
RARE = {"scrub", "hammada", "hillock"}


@pytest.fixture
def game(tmp_path: Path) -> Session:
    """A game at its first prompt."""
    made = session(tmp_path / "a.opfor")
    made.game.run()
    return made


def unit(id_: str, where: str, code: str = "german/4-6-7") -> Unit:
    """A unit in place."""
    side = "ENEMY" if id_.startswith("e") else "FRIENDLY"
    return Unit(id=id_, side=side, counter=code, location=LocationName(where))  # type: ignore[arg-type] # one of the two


def drawn(game: Session, part: BoardWindow, *units: Unit, **more: Any) -> list[str]:
    """The lines of a picture with some units on it."""
    suspects = more.pop("suspects", game.game.state.suspects)
    named = {unit.id: unit for unit in units}
    state = replace(game.game.state, units=named, suspects=suspects)
    text = board_text(game.world, state, part, **more)  # type: ignore[arg-type] # as board_text
    return text.plain.splitlines()


class TestWindow:
    """A part of the board that fits, as near to the middle as the edge allows."""

    def test_fits(self, game: Session) -> None:
        """80 signs by 22 lines hold 16 columns of 10 hexes."""
        board_map = game.world.map
        part = window(board_map, board_map.hex("Q6"), width=80, height=22)
        assert (part.right - part.left + 1, part.bottom - part.top + 1) == (16, 10)
        assert max(map(len, drawn(game, part))) <= 80

    @pytest.mark.parametrize("name", ["A1", "GG10", "A10", "GG1"])
    def test_corners(self, game: Session, name: str) -> None:
        """A hex in a corner is shown, and the window stays on the board."""
        board_map = game.world.map
        part = window(board_map, board_map.hex(name), width=80, height=15)
        assert min(part) >= 0
        assert part.right < board_map.grid.cols
        assert any(line.find(name) >= 0 for line in drawn(game, part))

    def test_wide(self, game: Session) -> None:
        """A wide screen shows every hex of the board."""
        board_map = game.world.map
        part = window(board_map, 0, width=200, height=60)
        text = "\n".join(drawn(game, part))
        labels = set(re.findall(r"\b[A-Z]{1,2}\d{1,2}(?=\D)", text))
        assert {board_map.label(hex_) for hex_ in range(len(board_map))} <= labels

    def test_radius(self, game: Session) -> None:
        """A radius of two shows five columns."""
        board_map = game.world.map
        part = window(board_map, board_map.hex("Q6"), width=80, height=40, radius=2)
        assert (part.right - part.left + 1, part.bottom - part.top + 1) == (5, 5)


class TestCells:
    """What a cell says without colour."""

    def cells(self, game: Session, *units: Unit, **more: object) -> str:
        """The board around R8."""
        board_map = game.world.map
        part = window(board_map, board_map.hex("R8"), width=80, height=15, radius=3)
        return "\n".join(drawn(game, part, *units, **more))

    def test_terrain(self, game: Session) -> None:
        """Terrain is a sign behind the coordinate, explained beneath."""
        text = self.cells(game)
        assert "Q8=" in text
        assert "R7S" in text
        assert "S stone building" in text

    def test_level(self, tmp_path: Path) -> None:
        """A level other than 0 stands behind the sign."""
        hills = session(tmp_path / "b.opfor", map="o5")
        hills.game.run()
        board_map = hills.world.map
        part = window(board_map, board_map.hex("J6"), width=80, height=15, radius=3)
        text = "\n".join(drawn(hills, part))
        assert re.search(r"J6\S3", text)

    def test_suspects(self, game: Session) -> None:
        """S? are counted by hex, over all its levels."""
        places = ("o1R7", "o1R7/1", "o1Q9", "")  # one waits offboard
        named = {f"S{n}": LocationName(at) for n, at in enumerate(places)}
        suspects = {id_: Suspect(id_, at) for id_, at in named.items()}
        suspects["S2"] = Suspect("S2", LocationName("o1Q9"), "Advance")
        text = self.cells(game, suspects=suspects)
        picture = text.partition("FBE")[0]  # the legend has its own
        assert sorted(re.findall(r"\?[2a]*", picture)) == ["?2", "?a"]

    def test_units(self, game: Session) -> None:
        """Mine begin with their factors, the ENEMY's with e; + means more."""
        text = self.cells(
            game,
            unit("467A", "o1Q9"),
            unit("467B", "o1Q9"),
            unit("e447A", "o1S9", "russian/4-4-7"),
            unit("e447B", "o1R7", "russian/4-4-7"),
            suspects={"S1": Suspect("S1", LocationName("o1R7"))},
        )
        assert "467+" in text
        assert "e447" in text
        assert "e447?" in text  # S? are still there

    def test_both_sides(self, game: Session) -> None:
        """A hex of both sides says how many of each."""
        text = self.cells(
            game, unit("467A", "o1Q9"), unit("e447A", "o1Q9", "russian/4-4-7")
        )
        assert "1v1" in text

    def test_reach(self, game: Session) -> None:
        """Where the stack can go is marked with MF, beside what stands there."""
        hex_ = game.world.map.hex
        text = self.cells(
            game,
            unit("467A", "o1Q9"),
            reach={hex_("R9"): 4, hex_("Q9"): 6},
            chosen=hex_("R8"),
        )
        assert "»1" in text
        assert "467»1½"[:5] in text or "46»1½" in text
        assert "R8.*" in text

    def test_fbe(self, game: Session) -> None:
        """The FBE is drawn where it is, and only if it is shown."""
        board_map = game.world.map
        south = window(board_map, board_map.hex("R10"), width=80, height=15)
        north = window(board_map, board_map.hex("R1"), width=80, height=15)
        assert any("FBE" in line for line in drawn(game, south))
        assert not any("FBE" in line for line in drawn(game, north))


@pytest.mark.parametrize(
    ("fbe", "line"),
    [
        ("top", "= FBE: you come from here ="),
        ("left", "<== FBE: you come from here"),
        ("right", "FBE: you come from here ==>"),
    ],
)
def test_fbe_on_other_sides(game: Session, fbe: Any, line: str) -> None:
    """Wherever the FBE lies, the picture says so."""
    setup = replace(game.setup, mission=replace(game.setup.mission, fbe=fbe))
    world = build_world(setup)
    whole = window(world.map, 0, width=200, height=60)
    lines = board_text(world, game.game.state, whole).plain.splitlines()
    (at,) = [number for number, text in enumerate(lines) if line in text]
    assert (at == 0) == (fbe == "top")
    part = window(world.map, world.map.hex("Q6"), width=40, height=10)
    assert "FBE" not in board_text(world, game.game.state, part).plain


def test_boards_are_named(tmp_path: Path) -> None:
    """On a map of several boards the picture says which ones it shows."""
    both = session(tmp_path / "b.opfor", map="o1 o5")
    whole = window(both.world.map, 0, width=400, height=60)
    text = board_text(both.world, both.game.state, whole).plain
    assert "of the boards o1, o5" in text
    part = window(both.world.map, both.world.map.hex("o5Q6"), width=40, height=20)
    assert "of the boards o5\n" in board_text(both.world, both.game.state, part).plain


def test_every_terrain_has_a_sign() -> None:
    """No kind of terrain that can fill a hex is without its look."""
    kinds = {kind.name for kind in chart().kinds}
    assert kinds - HEXSIDES - ON_TOP - RARE == set(LOOKS)


def test_signs_mean_one_thing() -> None:
    """A sign stands for one word."""
    words: dict[str, str] = {}
    for view in LOOKS.values():
        assert words.setdefault(view.sign, view.word) == view.word


def test_picture(game: Session) -> None:
    """The picture shows every counter by its id, and the FBE."""
    svg = game_svg(game.world, game.game.state)
    assert svg.startswith("<svg")
    for suspect in game.game.state.suspects.values():
        assert f"{suspect.id}, Hold" in svg
