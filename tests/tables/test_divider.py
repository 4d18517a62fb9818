"""The divider's tables hold what the worked examples give away (C01 and so on)."""

from typing import Any

import pytest

from opfor.core.table import Table
from opfor.state.nations import load

TABLES = load()
VOCABULARY = {"S", "HS", "L", "F", "SW", "Gun", "AFV", "SPG"}


def final(name: str, number: int, **axes: str) -> Any:
    """The result of a table of the divider."""
    return TABLES[name].look_up(number, **axes).result


def drm(name: str, **axes: str) -> Any:
    """One DRM of a list of them."""
    return TABLES[name].look_up(**axes).result


def source(name: str, number: int, **axes: str) -> str:
    """Where a row comes from."""
    return TABLES[name].look_up(number, **axes).source


class TestActivationCheck:
    """AC#, AC dr and its drm."""

    def test_c01_three_is_possible(self) -> None:
        """C01: the example's AC# of 3 can be had in every column."""
        table = TABLES["AC-start"]
        for column in table.axes["column"]:
            assert 3 in {table.look_up(n, column=column).result for n in range(1, 7)}

    def test_c01_starts_on_the_track(self) -> None:
        """Every starting AC# lies between the ends of the track."""
        low, high = (drm("AC-track", end=end) for end in ("lowest", "highest"))
        assert (low, high) == (1, 5)
        assert all(1 <= row.result <= 5 for row in TABLES["AC-start"].rows)

    def test_c02_original_one_and_six(self) -> None:
        """C02: 1 always Activates, 6 never; only the rest is compared."""
        results = [final("AC", n) for n in range(1, 7)]
        assert results == ["Activated", *["compare"] * 4, "dummy"]

    @pytest.mark.parametrize(
        ("cause", "value"),
        [
            ("VPO", -1),
            ("stone building", -1),
            ("level", -1),
            ("Activated neighbour", -1),
            ("village board", 1),
            ("city board", 2),
        ],
    )
    def test_c03_c04_drm(self, cause: str, value: int) -> None:
        """C03, C04: the six drm with their signs."""
        assert drm("AC-drm", cause=cause) == value

    def test_c08_long_range(self) -> None:
        """C08: Long Range Activation on a DR of 2 alone; it gives S, HMG, L."""
        assert final("LR", 2) == ("S", "HMG", "L")
        assert all(final("LR", n) == () for n in range(3, 13))


class TestA1:
    """{A1}, the ENEMY Activation Table."""

    @pytest.mark.parametrize(
        ("number", "items"),
        [
            (3, ("S", "S", "L", "F", "SW")),  # C10
            (7, ()),  # C11
            (14, ("S", "F", "Gun")),  # C12
        ],
    )
    def test_c10_c11_c12(self, number: int, items: tuple[str, ...]) -> None:
        """C10, C11, C12: the three rows the examples show, marked so."""
        assert final("A1", number) == items
        assert source("A1", number) == "example"

    def test_others_are_ours(self) -> None:
        """No other row claims to come from an example."""
        rest = set(range(-10, 31)) - {3, 7, 14}
        assert {source("A1", n) for n in rest} == {"project"}

    def test_c13_mission_drm(self) -> None:
        """C13: ENEMY Offensive -1, Bunker Busting +2."""
        assert drm("A1-drm", mission="ENEMY Offensive") == -1
        assert drm("A1-drm", mission="Bunker Busting") == 2

    def test_c14_items(self) -> None:
        """C14: AFV, HS, SPG and two S occur; nothing else than the eight items."""
        rows = [row.result for row in TABLES["A1"].rows]
        assert {item for row in rows for item in row} == VOCABULARY
        assert any(row.count("S") > 1 for row in rows)

    def test_c12_gun_with_fort_only_at_14(self) -> None:
        """C12: S5.741 names 14 as the case of a Gun together with a fortification."""
        both = [n for n in range(-10, 31) if {"F", "Gun"} <= set(final("A1", n))]
        assert both == [14]

    def test_seven_is_the_only_dummy(self) -> None:
        """S5.6: only a Final 7 Activates nothing."""
        assert [n for n in range(-10, 31) if final("A1", n) == ()] == [7]


class TestA5:
    """{A5}, Fortification."""

    @pytest.mark.parametrize("number", range(-3, 10))
    def test_c15_building(self, number: int) -> None:
        """C15: a building Location is Fortified by a Final dr of 4 or less."""
        kind = "fortified building" if number <= 4 else "none"
        row = TABLES["A5"].look_up(number, place="building")
        assert row.result["kind"] == kind
        assert row.source in ("rules", "example")

    def test_c16_drm(self) -> None:
        """C16: Bunker Busting turns an Original 4 into a Final 3."""
        value = TABLES["A5-drm"].look_up(cause="Bunker Busting").result
        assert 4 + value == 3

    def test_c17_elsewhere(self) -> None:
        """C17: entrenchments and pillboxes occur, pillboxes with their TEM."""
        rows = [TABLES["A5"].look_up(n, place="elsewhere").result for n in range(-3, 8)]
        assert {row["kind"] for row in rows} == {"entrenchment", "pillbox", "none"}
        assert {row.get("defence") for row in rows} == {None, (3, 5), (5, 7)}


class TestA6:
    """{A6}, {A8} and {A9e}."""

    def test_c31_chits(self) -> None:
        """C31: a dr of 3 draws two chits."""
        assert (final("A6d", 3), source("A6d", 3)) == (2, "example")

    @pytest.mark.parametrize(("number", "radius"), [(6, 1), (4, 2)])
    def test_c32_radius(self, number: int, radius: int) -> None:
        """C32: a dr of 6 has radius 1, of 4 radius 2."""
        assert (final("A6f", number), source("A6f", number)) == (radius, "example")

    def test_group_mean(self) -> None:
        """An entering group has four S? on average."""
        assert sum(final("A6a", n) for n in range(1, 7)) == 24

    def test_c34_boards(self) -> None:
        """C34: c and v boards have 19 buildings or more; woods S? stay on 1 to 3."""
        marks = {row.result.get("mark") for row in TABLES["A9"].rows}
        assert marks == {"c", "v", "w", None}
        for row in TABLES["A9"].rows:
            if row.result.get("mark") in ("c", "v"):
                assert row.result["least"] >= 19
        assert [final("A9w", n) for n in (1, 3, 4, 6)] == [
            "stays",
            "stays",
            "removed",
            "removed",
        ]

    def test_c35_buildings(self) -> None:
        """C35: Final 3 leaves none, 5 the Second Level, 7 and up comes by a drm."""
        assert (final("A9e", 3), final("A9e", 5)) == ((), (2,))
        assert {source("A9e", n) for n in (3, 5)} == {"example"}
        assert final("A9e", 7) == ()
        assert drm("A9e-drm", board="city") == 1

    def test_a8_weights(self) -> None:
        """The chances of standard terrain, of 36."""
        found: dict[str, int] = {}
        for n in range(2, 13):
            kind = final("A8a", n)
            found[kind] = found.get(kind, 0) + 6 - abs(7 - n)
        assert found == {
            "Hills": 3,
            "Rural": 9,
            "Farmland": 16,
            "Village": 7,
            "City": 1,
        }


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda t: t.id.name)
class TestEveryTable:
    """What must be true of every table shipped."""

    def test_titled(self, table: Table) -> None:
        """It has a title, and every row a source."""
        assert table.title
        assert table.rows
        assert all(row.source for row in table.rows)

    def test_every_number_has_a_row(self, table: Table) -> None:
        """Every Final value is reached: modified tables have no ends."""
        if table.modified:
            assert min(row.on.low for row in table.rows) < -1000
            assert max(row.on.high for row in table.rows) > 1000
