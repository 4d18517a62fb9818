"""The way back: a counter of the module for what opfor knows."""

from pathlib import Path

import pytest

from opfor.state.counter_lists import shipped
from opfor.state.counters import MMC, SMC, Vehicle
from opfor.vasl.counters.change import with_name
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import Module, parse_module, read_module
from opfor.vasl.counters.palette import Palette
from tests.shared import SHARED, needs_shared
from tests.vasl.counters.test_change import keyed
from tests.vasl.given import build_file, counter, slot


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def module() -> Module:
    """A squad of two steps, and a Pin."""
    squad = counter("4-6-7 1sq", keyed("", "4-6-7 1sq,4-4-7 2sq", "1"), gpid="5")
    types = "\t".join(each.type for each in squad.traits)
    text = f"+/null/{types}/1\tnull;0;0;5"
    pin = "+/null/piece;;;;Pin/null;0;0;6"
    return parse_module(
        build_file(slot("5", "a", text), slot("6", "Pin", pin)), "digest"
    )


class TestPalette:
    """A small module."""

    def test_found(self) -> None:
        """Each step of a squad is the same slot under another name."""
        for _ in range(2):  # the second time from the cache
            palette = Palette(Counters(module()))
            found = palette.find("MMC", "german/4-4-7")
            assert found is not None
            assert (found.gpid, found.name) == ("5", "4-4-7 2sq")
            assert palette.slot(found).name == "a"
            pin = palette.find("state", "pinned")
            assert pin is not None
            assert pin.gpid == "6"
            assert palette.find("MMC", "german/8-3-8") is None

    def test_no_module(self) -> None:
        """Without a module there is none."""
        with pytest.raises(ValueError, match="module"):
            Palette(Counters())


@needs_shared
class TestPlayersModule:
    """A module as a player has it."""

    def test_most_types(self) -> None:
        """Nearly every counter type of opfor has a counter, and it is that type."""
        counters = Counters(read_module(SHARED / "vasl" / "vasl.vmod"))
        palette = Palette(counters)
        kinds = {MMC: "MMC", SMC: "SMC", Vehicle: "vehicle"}
        missing, known = [], 0
        for code, piece in shipped().items():
            kind = kinds.get(type(piece))
            if kind is None:
                continue
            choice = palette.find(kind, code)  # type: ignore[arg-type]  # it is a Kind
            if choice is None:
                missing.append(code)
                continue
            known += 1
            made = with_name(palette.module.piece(palette.slot(choice)), choice.name)
            assert counters.meaning(made).counter == code
        assert known > 900
        assert len(missing) < 60, missing

    def test_words(self) -> None:
        """So have S?, VPO, and the markers that a game needs."""
        palette = Palette(Counters(read_module(SHARED / "vasl" / "vasl.vmod")))
        for word in ("pinned", "DM", "CX", "prep", "first", "final", "TI", "panic"):
            assert palette.find("state", word), word
        for word in ("acquired", "melee", "in command", "berserk", "wounded"):
            assert palette.find("state", word), word
        for word in ("smoke", "residual", "fire lane", "blaze", "flame", "rubble"):
            assert palette.find("marker", word), word
        for word in ("foxhole", "trench", "wire", "pillbox", "roadblock", "minefield"):
            assert palette.find("fortification", word), word
        assert palette.find("S?")
        assert palette.find("VPO")
        assert palette.find("control")
        assert palette.find("concealment")
