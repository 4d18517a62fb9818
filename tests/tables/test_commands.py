"""Tables A2, A3, A4 and RE hold what the worked examples give away (C36 to C43)."""

import re
from typing import Any

import pytest

from opfor.rules.s_solitaire.s09_movement.command_manners import unknown
from opfor.state.nations import load

TABLES = load()
ATTACK = ("A3a", "A3b", "A3c", "A3d")
MOVE = ("A4a", "A4b", "A4c")


def final(name: str, number: int, **axes: str) -> Any:
    """The result of a table of the divider."""
    return TABLES[name].look_up(number, **axes).result


def source(name: str, number: int = 0, **axes: str) -> str:
    """Where a row comes from."""
    return TABLES[name].look_up(number, **axes).source


def of_36(name: str) -> dict[str, int]:
    """In how many of the 36 ways each result comes."""
    found: dict[str, int] = {}
    for number in range(2, 13):
        result = final(name, number)
        found[result] = found.get(result, 0) + 6 - abs(7 - number)
    return found


class TestActions:
    """{A2a}, {A2b} and their alternates."""

    def test_c36_actions(self) -> None:
        """C36: the Actions are Fire, Move and Entrench, this one in Hold only."""
        assert of_36("A2a") == {"Fire": 15, "Move": 21}
        assert of_36("A2b") == {"Entrench": 6, "Fire": 24, "Move": 6}

    def test_c37_no_target_in_hold(self) -> None:
        """C37: Infantry Entrenches, an armed vehicle Moves."""
        case = "Fire without Target, Hold, "
        assert final("A2-alternates", 0, case=case + "Infantry") == ("Entrench",)
        assert final("A2-alternates", 0, case=case + "armed vehicle") == ("Move",)
        assert source("A2-alternates", case=case + "Infantry") == "example"

    def test_c38_vehicle_that_cannot_move(self) -> None:
        """C38: it has an alternate Action, Fire before all."""
        case = "Move, vehicle that cannot move"
        assert final("A2-alternates", 0, case=case)[0] == "Fire"


class TestAttack:
    """{A3a} to {A3d}."""

    def test_c39_ordnance_at_infantry(self) -> None:
        """C39: {A3d} is Ordnance against Infantry, with a row for every DR."""
        assert "Ordnance at Infantry" in TABLES["A3d"].title
        assert all(final("A3d", number) for number in range(2, 13))

    @pytest.mark.parametrize("name", [*ATTACK, *MOVE])
    def test_rows_that_are_named_exist(self, name: str) -> None:
        """A clause that goes on "as 6-7" names a row of the same table."""
        spans = {str(row.on) for row in TABLES[name].rows}
        for row in TABLES[name].rows:
            for clause in row.result:
                for named in re.findall(r"\bas (\d+(?:-\d+)?)\b", clause):
                    assert named in spans, clause
                    assert named != str(row.on)


class TestMove:
    """{A4a} to {A4c}, and the rosettes."""

    def test_c40_hold(self) -> None:
        """C40: DR 5 is an Assault Move, to greater TEM before all."""
        first, *rest = final("A4a", 5)
        assert first == "Assault Move into more TEM than now"
        assert "rosette" in rest[-1]
        assert source("A4a", 5) == "example"

    def test_c41_advance(self) -> None:
        """C41: 8 rolls each hex; 10 once at the start, if no Target is Known."""
        assert final("A4b", 8)[0] == "full MF by REH"
        assert "in a building" in final("A4b", 8)[-1]
        known, none = final("A4b", 10)[0], final("A4b", 10)[-2]
        assert known.startswith("a Known Target exists: Assault Move")
        assert none == "no Known Target: full MF by RAS"
        assert {source("A4b", number) for number in (8, 10)} == {"example"}
        assert "lone leader" in " ".join(final("A4b", 6))  # S6.3175 sends him there

    @pytest.mark.parametrize("name", ["A4a", "A4b"])
    def test_every_clause_is_understood(self, name: str) -> None:
        """The rules know each clause; what they do not know is named."""
        for row in TABLES[name].rows:
            assert [unknown(text) for text in row.result] == [""] * len(row.result)
        assert "fly" in unknown("Assault Move into the sky on the fly")

    def test_c42_vehicles(self) -> None:
        """C42: up to 4 by road toward the FBE; 5 and 6 are one row."""
        assert final("A4c", 2) == final("A4c", 4) == final("A4c", 3)
        assert "along the road toward the FBE" in final("A4c", 4)[0]
        assert final("A4c", 4)[-1] == "as 5-6"
        assert final("A4c", 5) == final("A4c", 6) != final("A4c", 7)
        assert source("A4c", 4) == "example"

    def test_c43_rosette(self) -> None:
        """C43: 1 north-forward, 2 to 4 straight, 6 south-forward; forward only."""
        found = [
            final("A4-rosette", number, table="A4b", fbe="long")
            for number in range(1, 7)
        ]
        assert found == ["F-N", "F", "F", "F", "F", "F-S"]
        rows = TABLES["A4-rosette"].rows
        known = [
            row.source for row in rows if row.when == {"table": "A4b", "fbe": "long"}
        ]
        assert known == ["example"] * 4 + ["project", "example"]

    @pytest.mark.parametrize("table", MOVE)
    def test_rosettes_are_even_handed(self, table: str) -> None:
        """North and south are as likely, on a long side and on a short one."""
        for fbe in ("long", "short"):
            found = [
                final("A4-rosette", number, table=table, fbe=fbe)
                for number in range(1, 7)
            ]
            north = sum("N" in way for way in found)
            assert north == sum("S" in way for way in found)


class TestEvents:
    """{RE}."""

    def test_ac_number_stays_in_the_mean(self) -> None:
        """C01: the AC# changes by RE, up as often as down."""
        for column in ("Hold", "Advance"):
            up, down = (final("RE", n, column=column)["event"] for n in (6, 8))
            assert up.startswith("AC# +1")
            assert down.startswith("AC# -1")

    def test_once(self) -> None:
        """Fresh troops come but once a Mission."""
        once = [row.on.low for row in TABLES["RE"].rows if row.result["once"]]
        assert once == [2, 2]
