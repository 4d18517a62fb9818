"""Notes that explain tables and lists."""

from opfor.core.dice import Scripted
from opfor.core.explain import Decided, Narrowed, RowRead, consult, decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr
from opfor.core.rule import part_of_rule
from opfor.core.table import read_table
from tests.core.toy import new_game

TABLE = b"""
id = "A6"
title = "Delay"
key = "dr"
source = "project"
axes = { edge = ["north", "south"] }
rows = [
  { on = "1-2", result = "now" },
  { on = "3-6", result = "later", edge = "north" },
  { on = "3-6", result = "never", edge = "south", until = "1943-12" },
  { on = "3-6", result = "soon", edge = "south", from = "1944-01" },
]
"""


class TestExplain:
    """What `why` needs is told at the moment it happens."""

    def test_the_row_is_lit(self) -> None:
        """A consulted table tells its name, the number, and the row it gave."""
        game = new_game()
        row = consult(game, read_table(TABLE), 4, date="1944-06", edge="south")
        assert row.result == "soon"
        assert game.events[0].event == RowRead(
            fact=fact("table_read", table="{A6}", title="Delay"),
            when={"date": "1944-06", "edge": "south"},
            table="A6",
            number=4,
            row=3,
        )

    def test_the_losers_are_named(self) -> None:
        """A decision tells the candidates before and after each line, and the tie."""
        game = new_game(dice=Scripted("S6.3 dr 6"))
        order: PriorityList[str] = PriorityList(
            (least("shortest", len),), tie=random_dr(game)
        )
        with part_of_rule("S6.3"):
            chosen = decide(
                game, order, ["abc", "de", "fg"], purpose="Target", name=str.upper
            )
        assert chosen == "fg"
        told = game.events[-1].event
        assert told == Decided(
            fact="Target",
            chosen="FG",
            candidates=("ABC", "DE", "FG"),
            reasons=(
                Narrowed("shortest", ("ABC", "DE", "FG"), ("DE", "FG")),
                Narrowed("tie-break", ("DE", "FG"), ("FG",)),
            ),
        )
        assert game.events[-1].rule == "S6.3"
