"""The player's module: its counters by gpid, prototypes expanded."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.vasl.counters.module import MAX_DEPTH, parse_module, read_module
from tests.vasl.given import build_file, module_file, slot

SQUAD = "+/null/prototype;Inf\tpiece;K;D;ge\\/x;4-6-7 1sq/\tnull;0;0;12"
INF = (
    '<V.PrototypeDefinition name="Inf">+/null/moved;m\thide;H\\\tpiece;;;;/'
    "false\tnull\\\tnull;0;0;</V.PrototypeDefinition>"
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


class TestModule:
    """A small module."""

    def test_slots(self, tmp_path: Path) -> None:
        """Name, place in the palette, and traits with those of prototypes."""
        build = build_file(slot("12", "4-6-7 1sq", SQUAD), prototypes=INF)
        module = read_module(module_file(tmp_path / "m.vmod", build))
        assert (module.name, module.version, module.edge) == ("Mine", "1.0", (30, 40))
        found = module.by_gpid["12"]
        assert found.path == ("Counters", "", "Axis O/B", "German", "SQ")
        piece = module.piece(found)
        assert [each.type for each in piece.traits] == [
            "moved;m",
            "hide;H",
            "piece;K;D;ge/x;4-6-7 1sq",
        ]
        assert [each.state for each in piece.traits] == ["false", "null", "null;0;0;12"]
        assert len(module.piece(found, expand=False).traits) == 2

    def test_kept(self, tmp_path: Path, cache: Path) -> None:
        """Read once, it comes from the cache; a damaged cache does no harm."""
        build = build_file(slot("12", "a", SQUAD), prototypes=INF)
        path = module_file(tmp_path / "m.vmod", build, "buildFile.xml")
        first = read_module(path)
        kept = next(cache.rglob("*.msgpack"))
        assert read_module(path) == first
        kept.write_bytes(b"damaged")
        assert read_module(path) == first

    def test_endless_prototype(self) -> None:
        """A prototype within itself ends in one sentence."""
        for types in ("prototype;Inf\tpiece;;;;", "prototype;Inf\tprototype;Inf"):
            inf = f'<V.PrototypeDefinition name="Inf">+/null/{types}/'
            module = parse_module(
                build_file(
                    slot("1", "a", SQUAD), prototypes=f"{inf}</V.PrototypeDefinition>"
                )
            )
            with pytest.raises(OpforError, match="no end"):
                module.piece(module.slots[0])

    def test_unknown_prototype(self) -> None:
        """One that is missing stays as it is."""
        module = parse_module(build_file(slot("1", "a", SQUAD)))
        assert module.piece(module.slots[0]).traits[0].kind == "prototype"


class TestHostile:
    """One sentence each."""

    @pytest.mark.parametrize(
        ("build", "said"),
        [
            (b"", "unusable"),
            (b"<a>", "unusable"),
            (b"<a/>", "no counters"),
            (b"\xff\xfe<", "unusable"),
            (b'<?xml version="1.0" encoding="klingon"?><a/>', "unusable"),
            (b"<a>" * (MAX_DEPTH + 2), "nested"),
            (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "unusable"),
            (build_file(slot("1", "a", "x" * 2**17)), "longer"),
        ],
        ids=range(8),
    )
    def test_build(self, tmp_path: Path, build: bytes, said: str) -> None:
        """XML that is none, or too deep, or with entities, or endless."""
        path = module_file(tmp_path / "m.vmod", build)
        with pytest.raises(OpforError, match=said) as told:
            read_module(path)
        assert str(path) in str(told.value)

    def test_no_module(self, tmp_path: Path) -> None:
        """A zip without a buildFile, and no zip."""
        with pytest.raises(OpforError, match="no buildFile"):
            read_module(module_file(tmp_path / "m.vmod", b"", "other"))
        (tmp_path / "n.vmod").write_bytes(b"nothing")
        with pytest.raises(OpforError, match="no module"):
            read_module(tmp_path / "n.vmod")

    def test_odd_slot(self) -> None:
        """A slot that holds no counter is told when it is asked for."""
        module = parse_module(build_file(slot("1", "a", "nothing")))
        with pytest.raises(OpforError, match="known form"):
            module.piece(module.slots[0])
