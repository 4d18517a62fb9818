"""A player's packs: tables, counters, nations, Missions; and what is wrong in one."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opfor.cli import main
from opfor.core.dice import uniform
from opfor.core.errors import OpforError
from opfor.ports.session import resume
from opfor.state import nations
from opfor.state.counter_lists import counters
from opfor.state.counters import MMC
from opfor.state.mission import load_mission
from opfor.state.nations import load, load_all, load_nation
from opfor.state.packs import check_pack
from opfor.views.table_toml import table_toml

DOC = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "packs.md"
BLOCK = re.compile(r"```toml (\S+)\n(.*?)```", re.DOTALL)
FILES = dict(BLOCK.findall(DOC.read_text(encoding="utf-8")))


def written(folder: Path, files: dict[str, str]) -> Path:
    """The folder with those files in it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The pack that docs/how-to/packs.md makes."""
    return written(tmp_path / "my-pack", FILES)


class TestThePackOfTheDocs:
    """docs/how-to/packs.md does what it says."""

    def test_all_of_it(self, pack: Path) -> None:
        """Every file in it is read."""
        found = check_pack(pack)
        assert (found.tables, found.counters, len(found.missions)) == (5, 4, 1)

    def test_row(self, pack: Path) -> None:
        """A1 has the row that it changes, and all others as before."""
        mine = load(pack)["A1"]
        assert mine.look_up(6).result == ("S", "S")
        assert mine.look_up(6).source == "player"
        for number in {*range(-5, 20)} - {6}:
            assert mine.look_up(number) is load()["A1"].look_up(number) or (
                mine.look_up(number).result == load()["A1"].look_up(number).result
            )

    def test_house_rule(self, pack: Path) -> None:
        """One AC drm is another; the rest are not."""
        drm = load(pack)["AC-drm"]
        assert drm.look_up(cause="VPO").result == -2
        assert drm.look_up(cause="city board").result == 2

    def test_nation(self, pack: Path) -> None:
        """The nation has its facts and tables, and takes the rest from its base."""
        guard = load_nation("home-guard", pack)
        assert guard.fact("ELR", date="1941-01") == 2
        assert guard.fact("SAN", date="1941-01") == 3  # the British one
        assert guard.look_up("x2", 5, date="1941-01").result == "3-4-7"
        assert guard.look_up("x2-drm", date="1941-01").result == 0
        assert guard.look_up("x4", 7, date="1941-01").result == "LMG"

    def test_squads(self, pack: Path) -> None:
        """Its two squads are counters, Deploy, and live beside British ones."""
        guard = load_nation("home-guard", pack)
        for name in ("3-4-7", "3-3-6"):
            squad = guard.counter(name)
            assert isinstance(squad, MMC)
            assert squad.id == f"home-guard/{name}"
            assert guard.counter(squad.half_squad).id.startswith("home-guard/1-")
        assert guard.counter("LMG").id == "british/lmg"
        assert guard.piece("home-guard/3-4-7").source == "player"

    def test_mission(self, pack: Path) -> None:
        """Its Mission is found by name with the pack, and not without."""
        assert load_mission("sealion", pack).enemy == "home-guard"
        with pytest.raises(OpforError, match="no Mission 'sealion'"):
            load_mission("sealion")


def test_it_is_played(pack: Path, tmp_path: Path) -> None:
    """`opfor play --pack` plays its Mission, and the save goes on with it."""
    save = tmp_path / "game.opfor"
    script = tmp_path / "commands"
    script.write_text("units\nend\nend\nquit\n")
    args = ["play", "sealion", "--pack", str(pack), "--seed", "3"]
    assert main([*args, "--save", str(save), "--commands", str(script)]) == 0
    session = resume(save)
    assert session.play.world.enemy.id == "home-guard"
    assert session.play.world.counter("home-guard/3-4-7").name == "3-4-7"


def test_no_pack_leaks(pack: Path) -> None:
    """What one pack brings is gone without it, and read anew when it changes."""
    load_all(pack)
    assert "home-guard/3-4-7" in counters(pack)
    assert "home-guard/3-4-7" not in counters()
    with pytest.raises(OpforError, match="no nation 'home-guard'"):
        load_nation("home-guard")
    (pack / "a1.toml").write_text(FILES["a1.toml"].replace('"S", "S"', '"HS"'))
    assert load(pack)["A1"].look_up(6).result == ("HS",)
    assert load()["A1"].look_up(6).result == ("S",)


def test_later_packs_win(pack: Path, tmp_path: Path) -> None:
    """Of two packs the later one has the last word, row by row."""
    text = FILES["a1.toml"].replace('"S", "S"', '"HS"')
    later = written(tmp_path / "later", {"a.toml": text})
    assert load(pack, later)["A1"].look_up(6).result == ("HS",)
    assert load(later, pack)["A1"].look_up(6).result == ("S", "S")
    assert load(pack, later)["AC-drm"].look_up(cause="VPO").result == -2


def test_counters_replace(tmp_path: Path) -> None:
    """A counter of a shipped name takes its place."""
    text = 'nation = "german"\nsource = "player"\nconfidence = "high"\nmmc = [\n'
    row = (
        '{ name = "4-6-7", size = "squad", quality = "first", fp = 4, range = 6, '
        "morale = 8, bpv = 11 },\n]\n"
    )
    folder = written(tmp_path, {"counters/g.toml": text + row})
    squad = load_nation("german", folder).counter("4-6-7")
    assert isinstance(squad, MMC)
    assert squad.morale == 8
    shipped = load_nation("german").counter("4-6-7")
    assert isinstance(shipped, MMC)
    assert shipped.morale == 7


@pytest.mark.parametrize("name", load(), ids=str)
def test_export(name: str, tmp_path: Path) -> None:
    """An exported table is a pack that changes nothing."""
    shipped = load()[name]
    written(tmp_path, {"t.toml": table_toml(shipped)})
    mine = load(tmp_path)[name]
    own = mine.rows[len(shipped.rows) :]
    for one, two in zip(shipped.rows, own, strict=True):
        assert (one.on, one.since, one.until, one.when) == (
            two.on, two.since, two.until, two.when,
        )  # fmt: skip
        assert (one.result, one.source, one.note) == (two.result, two.source, two.note)


BAD = [
    ("a1.toml", 'result = ["S", "S"]', 'result = ["S", "Tank"]', "a1.toml:4: result: "),
    ("a1.toml", 'extends = "A1"', 'extends = "A99"', "a1.toml: extends 'A99'"),
    ("a1.toml", 'on = "6"', 'on = "six"', "a1.toml:4: on: 'six'"),
    ("a1.toml", 'on = "6", ', "", 'a1.toml:4: on is missing; write on = "5-6", or'),
    ("house.toml", '"VPO"', '"VPOs"', "house.toml:4: cause: 'VPOs' is unknown"),
    ("house.toml", "-2", '"less"', "house.toml:4: result: this must be a whole number"),
    ("home-guard/pack.toml", '"british"', '"britsh"', "did you mean british?"),
    ("home-guard/pack.toml", '"ELR"', '"ERL"', "pack.toml:12: fact: 'ELR' is unknown"),
    ("home-guard/pack.toml", '"1940-05"', "1940", "pack.toml:10: result: "),
    ("home-guard/pack.toml", '"1940-05"', '"1940-5"', "pack.toml:10: first month: "),
    ("home-guard/x2.toml", '"3-3-6"', '"3-3-3"', "x2.toml:8: '3-3-3' is no home-guard"),
    ("home-guard/x2.toml", '">=6"', '">=7"', "x2.toml: no row covers 6"),
    ("home-guard/x2.toml", "home-guard/x2", "homeguard/x2", "did you mean home-guard?"),
    ("home-guard/x2.toml", 'key = "DR"', 'key = "dr"', 'x2.toml: key: dr cannot be; '),
    ("counters/home-guard.toml", "fp = 3, range = 3", "range = 3", "home-guard.toml:7"),
    ("counters/home-guard.toml", '"1-4-7", r', '"1-9-7", r', "3-4-7): half_squad: "),
    ("counters/home-guard.toml", "morale = 7", "morale = 77", "whole number <= 12"),
    ("counters/home-guard.toml", "fp = 3", "fp = -3", "whole number >= 0"),
    ("counters/home-guard.toml", "high", "sure", "'sure' is none of"),
    ("missions/sealion.toml", '"sealion"', '"lion"', 'write id = "sealion"'),
    ("missions/sealion.toml", "1940-09", "1939-09", "home-guard has no tables for"),
    ("missions/sealion.toml", '"8-1"', '"8-8"', "sealion.toml: '8-8' is no german"),
    ("missions/sealion.toml", "turns = 6", "turn = 6", "did you mean turns?"),
    ("missions/sealion.toml", "1940-09", "1940-9", "date: write a month"),
    ("missions/sealion.toml", "number = 6", "number = 65535", "unit.1.number: "),
]  # fmt: skip


@pytest.mark.parametrize(("name", "right", "wrong", "said"), BAD)
def test_told(tmp_path: Path, name: str, right: str, wrong: str, said: str) -> None:
    """What is wrong is told in one line, with the file and what to write."""
    assert right in FILES[name]
    files = {**FILES, name: FILES[name].replace(right, wrong, 1)}
    with pytest.raises(OpforError) as caught:
        check_pack(written(tmp_path, files))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


GUN = "40L AT OQF 2pdr"
X4 = """id = "home-guard/x4"
title = "Home Guard support weapons"
key = "DR"
rows = [
  { on = "2-12", result = '%s', source = "player" },
]
"""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("81* MTR(f) mle 27/31", ""),
        (
            '76* MTR OML 3"',
            "x4.toml:5: nothing of {home-guard/x4} is in use in 1940-05",
        ),
        ("51 MTR", ""),
        (GUN, f"x4.toml:5: {GUN} cannot come by x4; name a SW, or a mortar"),
        ("3-3-6", "x4.toml:5: 3-3-6 cannot come by x4; name a SW, or a mortar"),
        ("Matilda II", "x4.toml:5: Matilda II cannot come by x4"),
    ],
)
def test_support_weapons(tmp_path: Path, name: str, said: str) -> None:
    """{x4} may name a mortar that is a Gun (S5.753); what it cannot bring is told."""
    files = {**FILES, "home-guard/x4.toml": X4 % name}
    pack = written(tmp_path, files)
    if not said:
        check_pack(pack)
        return
    with pytest.raises(OpforError) as caught:
        check_pack(pack)
    assert said in str(caught.value)


def test_counters_of_nobody(tmp_path: Path) -> None:
    """Counters of a nation that is not there are refused."""
    name = "counters/home-guard.toml"
    with pytest.raises(OpforError, match="there is no 'home-guard'; add home-guard/"):
        check_pack(written(tmp_path, {name: FILES[name]}))


def test_missing_fact(tmp_path: Path) -> None:
    """A nation without base must have every fact; the first missing one is named."""
    text = FILES["home-guard/pack.toml"].replace('"british"', '""')
    with pytest.raises(OpforError, match=r"pack.toml: home-guard has no fact 'may de"):
        load(written(tmp_path, {**FILES, "home-guard/pack.toml": text}))


def test_empty_pack(tmp_path: Path) -> None:
    """A folder with nothing in it is no pack; nor is one that is not there."""
    with pytest.raises(OpforError, match="nothing in this pack"):
        check_pack(tmp_path)
    with pytest.raises(OpforError, match="this is no folder of tables"):
        check_pack(tmp_path / "none")


def damaged(text: str, seed: int) -> bytes:
    """A text with a few bytes cut, doubled, changed or swapped."""
    data, hurt = bytearray(text.encode()), str(seed)
    for turn in range(1 + uniform(hurt, "how often", 0, 3)):
        at = uniform(hurt, "where", turn, max(1, len(data)))
        size = 1 + uniform(hurt, "size", turn, 12)
        match uniform(hurt, "how", turn, 4):
            case 0:
                del data[at : at + size]
            case 1:
                data[at:at] = data[at : at + size]
            case 2:
                data[at : at + 1] = bytes([uniform(hurt, "byte", turn, 256)])
            case _:
                signs = ['"', "{", "]", "=", "9", "-", "[[rows]]", "\n", "true", "1e9"]
                data[at:at] = signs[uniform(hurt, "sign", turn, len(signs))].encode()
    return bytes(data)


@given(st.integers(0, 10**6), st.sampled_from(sorted(FILES)))
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_damage(tmp_path: Path, seed: int, name: str) -> None:
    """A damaged pack is read or refused with the file's name, never a traceback."""
    folder = written(tmp_path / "p", FILES)
    (folder / name).write_bytes(damaged(FILES[name], seed))
    said = f"{name} "
    try:
        check_pack(folder)
    except OpforError as error:
        said = str(error)
    assert ".toml" in said
    assert "\n" not in said


class TestKept:
    """The shipped tables are read once, and then as they were kept."""

    def test_same(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What was kept is what was read, frozen as well."""
        monkeypatch.setattr(
            "opfor.core.disk_cache.user_cache_path", lambda *a, **k: tmp_path
        )
        nations._shipped.cache_clear()
        read = load_all()
        nations._shipped.cache_clear()
        assert list((tmp_path / "tables").iterdir())
        monkeypatch.setattr(nations, "load_tables", None)  # nothing is read again
        again = load_all()
        nations._shipped.cache_clear()
        assert again.tables == read.tables
        kinds = [
            {type(row.result) for table in loaded.tables.values() for row in table.rows}
            for loaded in (read, again)
        ]
        assert kinds[0] == kinds[1]
