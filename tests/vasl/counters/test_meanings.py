"""What counters are for opfor."""

from collections import Counter
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.state.counter_lists import shipped
from opfor.state.nations import load_all
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import parse_module, read_module
from opfor.vasl.counters.names import read_words, shipped_words, words_of
from tests.shared import SHARED, needs_shared
from tests.vasl.given import build_file, counter, layer, slot

MODULE = SHARED / "vasl" / "vasl.vmod"


def told(
    name: str, image: str = "", gpid: str = "", *layers: str
) -> tuple[str, str, str]:
    """Kind, counter type and word of a counter told by itself."""
    traits = [layer(names) for names in layers]
    meaning = Counters().meaning(counter(name, *traits, image=image, gpid=gpid))
    return meaning.kind, meaning.counter, meaning.what


class TestByName:
    """Without a module: by name and pictures."""

    @pytest.mark.parametrize(
        ("name", "image", "kind", "code"),
        [
            ("4-6-7 1sq", "ge/a", "MMC", "german/4-6-7"),
            ("2-4-7 1hs", "ge/a", "MMC", "german/2-4-7"),
            ("6-2-8 Esq", "ru/a", "MMC", "russian/6-2-8"),
            ("6-2-8 Nsq", "ru/a", "MMC", "russian/6-2-8-nkvd"),
            ("6-2-8 AEsq", "ru/a", "MMC", "russian-engineers/6-2-8"),
            ("3-3-7 Psq", "ru/a", "MMC", "partisan/3-3-7"),
            ("6-5-8 SSsq", "ge/a", "MMC", "ss/6-5-8"),
            ("4-5-8 Para Esq", "br/a", "MMC", "british-airborne/4-5-8"),
            ("str 3-4-7 1sq", "ja/a", "MMC", "japanese/3-4-7-striped"),
            ("2-2-8 Icr", "ge/a", "MMC", "german/2-2-8"),
            ("1-2-7 Vcr", "ge/a", "MMC", "german/1-2-7"),
            ("7-6-8 Msq", "am/a", "MMC", "usmc/7-6-8"),
            ("0-0-0 GEsq", "ge/a", "MMC", ""),
            ("9-1", "ge/a", "SMC", "german/9-1"),
            ("6+1", "ru/a", "SMC", "russian/6+1"),
            ("9-1 AL", "ge/a", "SMC", "german/9-1-al"),
            ("Hero", "ge/a", "SMC", "german/hero"),
            ("LMG", "ge/a", "SW", "german/lmg"),
            (".50-cal", "ru/a", "SW", "russian/50-hmg"),
            ("LMG(f)", "br/a", "SW", "french/lmg"),
            ("50* MTR (g)", "fi/a", "SW", "finnish/50-mtr-g"),
            ("Radio", "ru/a", "SW", "any/radio"),
            ("dm 82* MTR", "ru/a", "SW", "russian/82-mtr-bm-obr-37"),
            ("Dozer", "ru/veh/a", "none", ""),
            ("?", "ru/ruqmark", "concealment", ""),
            ("Suspect", "MS/a", "S?", ""),
            ("VPO", "MS/a", "VPO", ""),
            ("GE Control", "", "control", ""),
            ("4-6-8 Esq", "xx/a", "MMC", ""),
            ("Gizmo", "", "none", ""),
        ],
    )
    def test_kinds(self, name: str, image: str, kind: str, code: str) -> None:
        """What a name prints, and the nation of its pictures, tell the counter."""
        assert told(name, image)[:2] == (kind, code)

    @pytest.mark.parametrize(
        ("name", "kind", "what"),
        [
            ("Pin", "state", "pinned"),
            ("DM", "state", "DM"),
            ("Prep Fire", "state", "prep"),
            ("Final Fire(HIP)", "state", "final"),
            ("GE Acq", "state", "acquired"),
            ("Residual FP", "marker", "residual"),
            ("Smoke", "marker", "smoke"),
            ("Foxhole", "fortification", "foxhole"),
            ("3+5 Pillbox", "fortification", "pillbox"),
            ("Panic", "state", "panic"),
        ],
    )
    def test_words(self, name: str, kind: str, what: str) -> None:
        """Markers and fortifications have opfor's own words."""
        assert told(name) == (kind, "", what)

    def test_reduced(self) -> None:
        """A counter is what its layers make of it."""
        kind, code, _ = told("4-6-7 1sq", "ge/a", "", "2-4-7 1hs")
        assert (kind, code) == ("MMC", "german/2-4-7")

    def test_by_number(self) -> None:
        """Guns and vehicles by the number that opfor's counters know."""
        assert told("75L AT", "ge/gun/a", "2498")[:2] == ("Gun", "german/75l-at-pak-40")
        assert told("Tank", "ge/veh/a", "99999") == ("vehicle", "", "")
        assert told("PzKw IVH", "ge/veh/a")[:2] == ("vehicle", "german/pzkpfw-ivh")
        assert told("PzKw IVH Wreck2", "ge/veh/a")[:2] == ("wreck", "german/pzkpfw-ivh")


class TestByPalette:
    """With a module: by the list of the palette too."""

    def test_list(self) -> None:
        """Its order of battle says the nation, its list the kind."""
        text = "+/null/piece;K;D; ;4-6-7 1sq/null;0;0;12"
        module = parse_module(build_file(slot("12", "x", text), slot("13", "y", text)))
        counters = Counters(module)
        assert counters.slot_meaning(module.slots[0]).counter == "german/4-6-7"
        with pytest.raises(ValueError, match="module"):
            Counters().slot_meaning(module.slots[0])

    def test_weak_sign(self) -> None:
        """A name that says nothing is what its list is."""
        text = "+/null/piece;K;D; ;Blunderbuss/null;0;0;12"
        module = parse_module(build_file(slot("12", "x", text), list_="SW"))
        meaning = Counters(module).slot_meaning(module.slots[0])
        assert (meaning.kind, meaning.counter) == ("SW", "")
        assert meaning.why

    def test_korea(self) -> None:
        """A list of the Korean War is passed over whatever is in it."""
        text = "+/null/piece;K;D; ;4-6-7 1sq/null;0;0;12"
        module = parse_module(build_file(slot("12", "x", text), list_="Korea"))
        assert Counters(module).slot_meaning(module.slots[0]).kind == "none"


class TestWords:
    """The table of names, and a pack's over it."""

    def test_shipped(self) -> None:
        """Every row says what it is, and why if it is nothing; nations are known."""
        words = shipped_words()
        for row in (*words.row, *words.palette):
            assert bool(row.name) != bool(row.title)
            assert row.why or row.is_ != "none"
            assert row.what or row.is_ not in {"state", "marker", "fortification"}
        known = {piece.nation for piece in shipped().values()}
        named = [*words.nations.values(), *words.first.values()]
        assert {nation for each in named for nation in each} <= known
        assert set(words.titles.values()) <= set(words.nations)

    def test_pack(self, tmp_path: Path) -> None:
        """A pack's rows are asked first, by name or by number."""
        folder = tmp_path / "vasl"
        folder.mkdir()
        (folder / "counters.toml").write_text(
            '[[row]]\nname = "Gizmo"\nis = "marker"\nwhat = "smoke"\n'
            '[[row]]\ngpid = "7"\nis = "SMC"\ncounter = "german/9-2"\n'
        )
        counters = Counters(words=words_of(tmp_path, folder))
        assert counters.meaning(counter("Gizmo")).what == "smoke"
        assert counters.meaning(counter("Anyone", gpid="7")).counter == "german/9-2"
        assert counters.meaning(counter("Pin")).what == "pinned"
        assert load_all(tmp_path).tables == load_all().tables, "no table is in it"
        with pytest.raises(OpforError, match="no folder"):
            words_of(tmp_path / "nothing")

    @pytest.mark.parametrize(
        "text", ["row = 3", "[[row]]\nis='x'", "[[row]]\nname='('\nis='none'", "\0"]
    )
    def test_bad(self, tmp_path: Path, text: str) -> None:
        """One sentence with the file."""
        path = tmp_path / "counters.toml"
        path.write_text(text)
        with pytest.raises(OpforError, match=r"counters\.toml"):
            read_words(path)


@needs_shared
class TestPlayersModule:
    """A module as a player has it."""

    def test_every_counter(self) -> None:
        """Each has a kind, those that are no piece a reason; most units have a type."""
        module = read_module(MODULE)
        counters = Counters(module)
        found = [counters.slot_meaning(slot) for slot in module.slots]
        assert len(found) > 5000
        assert all(each.why for each in found if each.kind == "none")
        unknown = [each for each in found if each.why.startswith("its name says")]
        assert len(unknown) < 10
        kinds = Counter(each.kind for each in found)
        typed = Counter(each.kind for each in found if each.counter)
        assert {"S?", "VPO", "control", "concealment", "wreck", "state"} <= set(kinds)
        for kind, share in (("MMC", 0.8), ("SMC", 0.9), ("Gun", 0.8), ("vehicle", 0.9)):
            assert typed[kind] / kinds[kind] > share, kind

    def test_types_agree(self) -> None:
        """A counter type that is given is of the kind that is told."""
        module = read_module(MODULE)
        counters, types = Counters(module), shipped()
        names = {"MMC": "MMC", "SMC": "SMC", "Gun": "Gun", "vehicle": "Vehicle"}
        for each in module.slots:
            meaning = counters.slot_meaning(each)
            if meaning.counter and meaning.kind in names:
                assert type(types[meaning.counter]).__name__ == names[meaning.kind], (
                    each
                )
