"""Changes as they are typed."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.ports.session import Setup, build_world
from opfor.sim.series import BatchOrder
from opfor.state.mission import load_mission
from opfor.study.change import changed, check_once, values_of, with_value

ORDER = BatchOrder(setup=Setup(mission=load_mission("tutorial"), seed=1), seed=1)


HOWTO = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "studies.md"


def test_the_page_that_tells_of_them() -> None:
    """Each change that docs/how-to/studies.md shows can be made, packs aside."""
    table = HOWTO.read_text("utf-8").partition("| a change |")[2].partition("\n\n")[0]
    measured = HOWTO.read_text("utf-8").partition("| wins; ")[2].partition("\n\n")[0]
    shown = re.findall(r"`([^`]+=[^`]+)`", table + measured)
    assert len(shown) >= 20
    for text in shown:
        if not text.startswith("pack="):
            changed(ORDER, text.strip('"'))


class TestChanged:
    """One change."""

    @pytest.mark.parametrize(
        ("text", "key", "value"),
        [
            ("ac=4", "ac", 4),
            ("date=1942-07", "date", "1942-07"),
            ('date = "1942-07"', "date", "1942-07"),
            ("enemy=american", "enemy", "american"),
            ("turns=7", "turns", 7),
            ("fire_discipline=cool", "fire_discipline", "cool"),
            ("command=true", "command", True),
        ],
    )
    def test_mission(self, text: str, key: str, value: object) -> None:
        """Keys of a Mission."""
        order = ORDER if key != "enemy" else with_value(ORDER, "date", "1944-07")
        assert getattr(changed(order, text).setup.mission, key) == value

    def test_unit(self) -> None:
        """A squad more stands where the others do."""
        before, after = ORDER.setup.mission, changed(ORDER, "unit=4-6-7").setup.mission
        assert after.unit[:-1] == before.unit
        assert (after.unit[-1].counter, after.unit[-1].number) == ("4-6-7", 1)

    def test_player_and_policy(self) -> None:
        """Who plays, and how discretion is decided; a rule's number will do."""
        assert changed(ORDER, "player=random").player == "random"
        found = changed(ORDER, "policy S6.3=shortest").setup.policies
        assert found == {"S6.3 route": "shortest"}

    def test_row(self) -> None:
        """A row over a table, of the divider or a nation."""
        order = changed(ORDER, 'row A1={on = "7", result = ["S"]}')
        order = changed(order, 'row A1={on = "6", result = []}')
        world = build_world(order.setup, order.rows)
        table = world.enemy.table("A1")
        assert table.look_up(7).result == ("S",)
        assert table.look_up(6).result == ()
        assert build_world(order.setup).enemy.table("A1").look_up(7).result == ()

    def test_pack(self, tmp_path: Path) -> None:
        """A folder of tables."""
        assert changed(ORDER, f"pack={tmp_path}").setup.packs == (str(tmp_path),)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("ac", "no change"),
            ("=4", "no change"),
            ("ac=", "no change"),
            ("ac=9", "AC#"),
            ("ac=often", "no AC# 'often'"),
            ("date=1942", "no month"),
            ("trun=7", "turns"),
            ("turns=many", "turns"),
            ("unit=9-9-9", "no german counter"),
            ("player=genius", "no player"),
            ("policy S9.2=random", "several policies; name one of them: S9.2 hex, "),
            ("policy S9.99=random", "no policy"),
            ("policy S6.3=never", "no way"),
            ("policy S6.3=ask", "nobody can be asked"),
            ('row A1={on = "6", result = ["S", "S"}', "this is not TOML"),
            ("row A1=7", "this must be a table, not a whole number"),
            ("row A77={}", "no table"),
            ('row A1={on = "7", result = ["X"]}', "A1"),
            ("ac=" + "[" * 9000, "no AC#"),
            ("x" * 20_000 + "=1", "no change"),
        ],
    )
    def test_mistakes(self, text: str, told: str) -> None:
        """One sentence says what is wrong."""
        with pytest.raises(OpforError, match=told):
            changed(ORDER, text)

    def test_once(self) -> None:
        """A value is given once; rows, units and packs as often as one likes."""
        check_once(["ac=4", "turns=3", "unit=4-6-7", "unit=4-6-7", "row A1={}"])
        check_once(["policy S6.3=random", "policy S9.2 hex=random"])
        with pytest.raises(OpforError, match="ac is given twice"):
            check_once(["ac=4", "turns=3", "ac=5"])

    @settings(max_examples=150, deadline=None)
    @given(st.text(max_size=40))
    def test_anything(self, text: str) -> None:
        """Whatever is typed, it is a change or told to be none."""
        for form in (text, f"ac={text}", f"row A1={text}", f"turns={text}"):
            try:
                known = changed(ORDER, form) is not None
            except OpforError as problem:
                known = bool(str(problem))
            assert known, form


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ac=1..4", [1, 2, 3, 4]),
        ("ac=-1..1", [-1, 0, 1]),
        ("ac=1..3,5", [1, 2, 3, 5]),
        ("date=1941-08,1942-07", ["1941-08", "1942-07"]),
        ("ac=3", [3]),
        ("reserve=true, false", [True, False]),
        ('row A1=[{on = "7", result = []}]', [{"on": "7", "result": []}]),
        ("ac=1..99999", list(range(1, 1001))),
    ],
)
def test_values(text: str, values: list[Any]) -> None:
    """Lists and ranges of values."""
    assert values_of(text)[1] == values


@pytest.mark.parametrize("text", ["ac=9..1", "ac=,", "ac=[]", "ac=["])
def test_no_values(text: str) -> None:
    """Nothing to choose from."""
    with pytest.raises(OpforError):
        values_of(text)
