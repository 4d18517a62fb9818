"""Whose values decided in a game."""

from opfor.core.event import Emitted, RollMade
from opfor.core.explain import RowRead
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.state.pack_stamp import Stamp
from opfor.views.report.whose import Values, ValueUse, values_of
from tests.rules.given.world import MISSION, VILLAGE, world

HERE = world(VILLAGE, MISSION)
TABLES = HERE.enemy.tables


def read(table: str, number: int, **when: str) -> Emitted:
    """That a row was read."""
    row = TABLES[table].look_up(number, date=HERE.date, **when)
    return Emitted(1, (), RowRead(fact("table_read"), table, number, row.index))


def rolled(*mods: Mod) -> Emitted:
    """That dice were rolled with some DRM."""
    return Emitted(1, (), RollMade(fact("ac_of"), (3,), mods))


def test_rows() -> None:
    """Each row with how often it was read; those of the core rules do not count."""
    events = [read("A1", 4), read("A1", 4), read("A1", 7), read("C8-HE", 70)]
    found = values_of(HERE, events)
    assert [(u.table, u.place, u.result, u.whose, u.times) for u in found.uses] == [
        ("A1", "DR 4", "S S SW", "ours", 2),
        ("A1", "DR 7", "-", "rules", 1),
    ]
    assert (found.times("ours"), found.count("ours")) == (2, 1)
    assert "Of 3 times" in found.sentence
    assert "33 % were not of our making" in found.sentence


def test_drm() -> None:
    """A DRM of a table counts by its rule and name; another of that name does not."""
    nation = HERE.enemy.id
    events = [
        rolled(Mod("VPO", -1, "S5.1"), Mod("level", -1, "A6.7")),
        rolled(Mod(f"date {HERE.date}", 0, "S5.72"), Mod("elite MMC", -1, "S5.73")),
        rolled(Mod("stone building", 3, "B23.3")),
    ]
    found = {use.table for use in values_of(HERE, events).uses}
    date = HERE.enemy.table("x2-drm").id.name
    assert date.startswith(nation) or "/" in date
    assert found == {"AC-drm", date, "x3-cumulative"}


def test_a_row_that_is_gone() -> None:
    """An event of a table that is no longer so long tells nothing."""
    event = Emitted(1, (), RowRead(fact("table_read"), "A1", 4, 999))
    assert values_of(HERE, [event]).sentence == "No table has decided anything yet."


def test_module() -> None:
    """A module's are told by its name, and it by its version."""
    use = ValueUse(
        table="A1", place="DR 4", result="S", whose="module", pack="mine", times=3
    )
    found = Values((use,), (str(Stamp("mine", 2, "abcdef0123")),))
    assert found.modules == ("mine (version 2, abcdef01)",)
    assert found.told == (
        "Of 3 times that a table's value decided, 3 times a module's (1 values): "
        "100 % were not of our making. Played with mine (version 2, abcdef01)."
    )
