"""Damaged and hostile files: a position, or one sentence; never anything else."""

import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import parse_module
from opfor.vasl.position.saved_game import read_position
from opfor.vasl.position.show import as_json, lines
from opfor.vasl.saves.archive import MAX_TEXT, read_archive
from opfor.vasl.saves.commands import ESC
from opfor.vasl.saves.scramble import scramble
from opfor.vasl.saves.traits import Trait
from tests.vasl.given import (
    added,
    build_file,
    counter,
    game_text,
    layer,
    save,
    slot,
    stacked,
)

LOAD = Library().load
COUNTERS = Counters()
C3 = (512, 561)
TEXT = game_text(
    added(
        "1",
        counter(
            "4-6-7 1sq",
            Trait("hide;H", "null"),
            Trait("conceal;C;ge/q;ge", "null;"),
            Trait("rotate;6;a", "2"),
            Trait("turr;f;b", "3\\;;false"),
            layer("broken +,broken +", title="BRK"),
            layer("4-6-7 1sq,4-4-7 2sq", "ge/a,ge/b", value=2),
            at=C3,
            gpid="12",
        ),
    ),
    added("2", counter("?", Trait("concealment;x;ge"), at=C3)),
    stacked("9", C3, "1", "2"),
    boards="0\t0\to1\tVER\t1\tOVR\tx1\tA1\tA2\tSSR\tNoRoads\tZOOM\t1.5",
)
FUZZ: dict[str, Any] = {
    "deadline": None,
    "max_examples": 60,
    "suppress_health_check": [HealthCheck.function_scoped_fixture],
}
PIECES = st.sampled_from(
    [ESC, "\\", "\t", "/", ";", ",", "+", "'", "-", "9" * 30, "bd", "\ud800", "\0", "x"]
)


def told(path: Path) -> str:
    """Read and show a file; what is said if it is refused, else "shown"."""
    try:
        read_shown(path)
    except OpforError as problem:
        return str(problem)
    return "shown"


def read_shown(path: Path) -> None:
    """Read and show a file."""
    archive, position = read_position(path, COUNTERS, LOAD)
    "\n".join(lines(archive, position)).encode()
    as_json(archive, position).decode()


class TestMutated:
    """A good game with something changed."""

    @settings(**FUZZ)
    @given(st.data())
    def test_texts(self, tmp_path: Path, data: st.DataObject) -> None:
        """Its text cut, doubled, and strewn with signs that mean something."""
        text = TEXT
        for _ in range(data.draw(st.integers(1, 6))):
            start = data.draw(st.integers(0, len(text)))
            end = data.draw(st.integers(start, min(len(text), start + 30)))
            new = "".join(data.draw(st.lists(PIECES, max_size=4)))
            text = text[:start] + new + text[end:]
        path = tmp_path / "game.vsav"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("savedGame", scramble(text.replace("\ud800", "\udc80")))
        assert told(path)

    @settings(**FUZZ)
    @given(st.data())
    def test_files(self, tmp_path: Path, data: st.DataObject) -> None:
        """Its file with bytes changed, or cut short."""
        path = tmp_path / "game.vsav"
        path.unlink(missing_ok=True)  # the one before is no file of opfor's any more
        found = bytearray(save(path, TEXT).read_bytes())
        for _ in range(data.draw(st.integers(1, 8))):
            at = data.draw(st.integers(0, len(found) - 1))
            found[at] = data.draw(st.integers(0, 255))
        path.write_bytes(found[: data.draw(st.integers(0, len(found)))])
        assert told(path)

    @settings(**FUZZ)
    @given(st.data())
    def test_modules(self, data: st.DataObject) -> None:
        """A buildFile with bytes changed, or cut short."""
        text = "+/null/prototype;P\tpiece;K;D; ;4-6-7 1sq/\tnull;0;0;12"
        found = bytearray(build_file(slot("12", "x", text)))
        for _ in range(data.draw(st.integers(1, 6))):
            at = data.draw(st.integers(0, len(found) - 1))
            found[at] = data.draw(st.integers(0, 255))
        try:
            module = parse_module(bytes(found[: data.draw(st.integers(0, len(found)))]))
            for each in module.slots:
                module.piece(each)
                Counters(module).slot_meaning(each)
        except OpforError as problem:
            said = str(problem)
        else:
            said = "fine"
        assert said
        assert "\n" not in said

    def test_good(self, tmp_path: Path) -> None:
        """Unchanged it is read."""
        assert told(save(tmp_path / "game.vsav", TEXT)) == "shown"


def nested(depth: int) -> str:
    """Commands within commands."""
    text = "x"
    for _ in range(depth):
        text = f"x{ESC}" + text.replace(ESC, "\\" + ESC)
    return text


class TestBeyondMeasure:
    """What would fill the memory, or take for ever."""

    @pytest.mark.parametrize(
        "text",
        [
            "begin_save" + ESC * 1_000_000,
            "begin_save" + ESC + nested(300),
            f"begin_save{ESC}+/1/" + "a\t" * 500_000 + "/x",
            f"begin_save{ESC}+/1/" + "\\" * 1_000_000 + "\t/x",
            f"begin_save{ESC}+/1/piece;K;D;;" + "A" * 1_000_000 + "/Main Map;1;1;1",
            f"begin_save{ESC}bd\t" + "0\t0\t04\tbd\t" * 200_000,
            f"begin_save{ESC}bd\t0\t0\t04\t" + "9" * 1_000_000,
            f"begin_save{ESC}+/1/stack/Main Map;1;1;" + "1;" * 500_000,
            f"begin_save{ESC}+/1/piece;K;D;;" + "A" * 250_000 + "/Main Map;1;1;1",
            f"begin_save{ESC}+/1/label;x\tpiece;;;;a/{'<!--' * 60_000}\tMap0;1;1",
            f"begin_save{ESC}" + ESC.join(["+/1/piece;;;;?/Map0;1;1"] * 9_000),
            f"begin_save{ESC}"
            + ESC.join(f"+/{n}/piece;;;;?/Map0;1;1" for n in range(9000)),
        ],
        ids=range(12),
    )
    def test_texts(self, tmp_path: Path, text: str) -> None:
        """Endless nesting, a megabyte line, a hundred thousand boards."""
        tracemalloc.start()
        try:
            assert told(save(tmp_path / "game.vsav", text))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 400 * 2**20

    def test_bomb(self, tmp_path: Path) -> None:
        """A small file that unpacks without end is stopped at the limit."""
        packed = io.BytesIO()
        with (
            zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
            archive.open("savedGame", "w", force_zip64=False) as member,
        ):
            for _ in range(128):
                member.write(bytes(2**20))
        path = tmp_path / "bomb.vsav"
        path.write_bytes(packed.getvalue())
        assert path.stat().st_size < 2**20
        tracemalloc.start()
        try:
            with pytest.raises(OpforError, match="larger than any"):
                read_archive(path)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 6 * MAX_TEXT
