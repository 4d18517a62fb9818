"""A grid of values, its figures and its page."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor import __version__
from opfor.cli.app import BAD_INPUT, main
from opfor.cli.sweep import _so_far, cell_words
from opfor.core.errors import OpforError
from opfor.ports.session import build_world
from opfor.sim.series import GameOutcome
from opfor.sim.summary import wilson
from opfor.state.units import LocationName
from opfor.study.change import with_value
from opfor.study.page import html_page, row_words, sweep_page
from opfor.study.plots import (
    FOOT,
    HEX_LEAST,
    HIGH,
    NAME,
    SCALE,
    WIDE,
    Spread,
    losses_svg,
    losses_wide,
    names_wide,
    rates_svg,
    steps_svg,
    woken_svg,
)
from opfor.study.sweep import (
    MOST_CELLS,
    SweepFigures,
    decisive,
    enough_of,
    figures,
    grid,
    part_of,
    woken,
)
from opfor.views.board.svg import number
from tests.study.test_change import ORDER


def game(index: int, *, won: bool, rules: tuple[str, ...] = ()) -> GameOutcome:
    """A game that ended."""
    return GameOutcome(
        index=index,
        winner="FRIENDLY" if won else "ENEMY",
        vp={"FRIENDLY": 2, "ENEMY": 1},
        losses={"FRIENDLY": [1, 0], "ENEMY": [0, 2]},
        rules=dict.fromkeys(rules, 1),
        turns=2,
        woken=["o1U7", "o1U7", "o1R7/1"],
    )


class TestGrid:
    """Which cells there are."""

    def test_all_combinations(self) -> None:
        """Every value with every other, named by what is varied."""
        made = grid({"tutorial": ORDER}, {"ac": [2, 4], "turns": [3, 4]})
        assert list(made.cells)[:2] == ["ac=2, turns=3", "ac=2, turns=4"]
        mission = made.cells["ac=4, turns=3"].setup.mission
        assert (mission.ac, mission.turns) == (4, 3)

    def test_missions(self) -> None:
        """With several Missions each cell says whose it is."""
        made = grid({"tutorial": ORDER, "other": ORDER}, {"ac": [2]})
        assert list(made.cells) == ["tutorial, ac=2", "other, ac=2"]

    def test_left_out(self) -> None:
        """A nation that has no tables for the month is left out, and said so."""
        axes = {"enemy": ["russian", "american"], "date": ["1941-08", "1944-07"]}
        made = grid({"tutorial": ORDER}, axes)
        assert list(made.left_out) == ["enemy=american, date=1941-08"]
        assert "american" in made.left_out["enemy=american, date=1941-08"]

    def test_names(self) -> None:
        """A value is called as it is typed; what stands for it is kept beside."""
        rows = [{"on": "6", "result": ["S"]}]
        made = grid({"t": ORDER}, {"row A1": rows, "reserve": [True]})
        name = 'row A1={ on = "6", result = ["S"] }, reserve=true'
        assert made.values[name] == {
            "Mission": "t",
            "row A1": rows[0],
            "reserve": True,
        }

    def test_mistakes(self) -> None:
        """A grid of nothing, or of far too much, is refused."""
        with pytest.raises(OpforError, match="no cell"):
            grid({"tutorial": ORDER}, {"trun": [1]})
        with pytest.raises(OpforError, match="no more than"):
            grid({"tutorial": ORDER}, {"turns": range(1, MOST_CELLS + 2)})


class TestFigures:
    """What came of a cell."""

    def test_rates_and_losses(self) -> None:
        """Games with a fault count as such alone."""
        games = [game(n, won=n < 6) for n in range(8)]
        found = figures("a", [*games, GameOutcome(index=8, fault="KeyError")], 0.1)
        assert (found.games, found.won, found.faults) == (8, 6, 1)
        assert found.low < found.rate == 0.75 < found.high
        assert found.losses == {"FRIENDLY": [1, 0], "ENEMY": [0, 2]}

    def test_fixed(self) -> None:
        """Of a number of games that was fixed beforehand it is Wilson's interval."""
        games = [game(n, won=n < 6) for n in range(8)]
        found = figures("a", games, None)
        assert (found.low, found.high) == wilson(6, 8)
        assert figures("a", games, 0.1).low < found.low
        none = figures("a", [], None)
        assert (none.low, none.rate, none.high) == (0, 0.5, 1)

    def test_woken(self) -> None:
        """A Location counts once a game."""
        assert woken([game(0, won=True)] * 3) == {"o1R7/1": 3, "o1U7": 3}

    def test_decisive(self) -> None:
        """What went with wins in each cell, not what one cell has more of."""

        def of(cell: int, n: int) -> GameOutcome:
            helps, shared = n % 2 == 0, n % 4 < 2
            won = (n % 10 < 8) if helps else (n % 10 < 3)
            cell_rule = ("C1",) if (n % 8 < 7) == bool(cell) else ()
            rules = (*("A1",) * helps, *("B1",) * shared, *cell_rule)
            return game(n, won=won or bool(cell and n % 3 == 0), rules=rules)

        found = {str(cell): [of(cell, n) for n in range(80)] for cell in (0, 1)}
        first, *others = decisive(found, rows=False, most=5)
        assert (first.name, first.games) == ("A1", 80)
        assert first.low > 0.1
        assert {one.name for one in others} == {"B1", "C1"}
        assert all(one.low < 0 < one.high for one in others)

    def test_within(self) -> None:
        """No interval goes beyond a hundred points."""
        sure = [game(n, won=n % 2 > 0, rules=("A1",) * (n % 2)) for n in range(16)]
        (one,) = decisive({"": sure}, rows=False, most=9)
        assert (one.difference > 0.8, one.high) == (True, 1)

    def test_parts(self) -> None:
        """A rule and a part of it with the very same games are one line."""

        def of(n: int) -> GameOutcome:
            rules = ("A26.1", "A26.1/entry", "S5.75", "S5.751", "A10.1") * (n % 2)
            other = ("S5.752",) * (n % 4 == 1)
            return game(n, won=n % 3 > 0, rules=(*rules, *other))

        found = {"": [of(n) for n in range(80)]}
        told = {one.name: one.parts for one in decisive(found, rows=False, most=9)}
        assert told == {
            "A26.1": ("A26.1/entry",),
            "S5.75": ("S5.751",),
            "A10.1": (),
            "S5.752": (),
        }
        assert len(decisive(found, rows=False, most=2)) == 2

    @pytest.mark.parametrize(
        ("rule", "whole", "is_part"),
        [
            ("S5.751", "S5.75", True),
            ("S5.75/exc1", "S5.75", True),
            ("S4.1a", "S4.1", True),
            ("S8.p14/order", "S8.p14", True),
            ("S8.p14", "S8.p1", False),
            ("S4.12", "S4.1a", False),
            ("A10.1", "A1", False),
            ("A26.1/entry", "A26.1/exit", False),
        ],
    )
    def test_part_of(self, rule: str, whole: str, *, is_part: bool) -> None:
        """Digits go on, parts have a stroke; a paragraph's number is one number."""
        assert part_of(rule, whole) == is_part

    def test_too_few(self) -> None:
        """Of a handful of games nothing is said."""
        found = {"": [game(n, won=n > 2, rules=("A1",) * (n % 2)) for n in range(8)]}
        assert decisive(found, rows=False, most=5) == []


class Tags(HTMLParser):
    """The tags of a page, which must all be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.seen = list[str](), list[str]()
        self.words, self.boxes, self.last = list[str](), list[str](), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag == "table":
            self.boxes.append(self.last)
        self.last = dict(attrs).get("class") or ""
        if tag != "meta":
            self.open.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """All words, with one space between them."""
        return " ".join("".join(self.words).split())

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


class TestPage:
    """Plots and tables in one file."""

    def test_whole(self) -> None:
        """Everything is on it, and whatever somebody typed is only text."""
        name = "ac=<script>alert(1)</script>"
        found = {name: [game(n, won=n % 2 > 0) for n in range(20)]}
        told = SweepFigures([figures(name, found[name], 0.1)], [])
        made = sweep_page("T & t", "opfor …", {name: ORDER}, found, told, {"x": "<b>"})
        text = html_page(made)
        tags = Tags(text)
        assert not tags.open
        assert "script" not in tags.seen
        assert tags.seen.count("svg") == 3
        assert "o1R7/1" in text
        assert "T &amp; t" in text

    def test_what_it_says(self) -> None:
        """Colours have a key, and what chance alone brings is told."""
        found = {"a": [game(n, won=n % 2 > 0) for n in range(20)]}
        told = SweepFigures([figures("a", found["a"], 0.1)], [])
        text = html_page(sweep_page("T", "opfor …", {"a": ORDER}, found, told, {}))
        assert '<span class="friendly"></span> FRIENDLY' in text
        assert "by chance alone" in text
        assert "however often one looks" in text
        fixed = SweepFigures(told.cells, [], "fixed")
        text = html_page(sweep_page("T", "opfor …", {"a": ORDER}, found, fixed, {}))
        assert "fixed beforehand" in text
        assert "however often one looks" not in text

    def test_facts(self) -> None:
        """How many games, who played them, the seed, and opfor's version."""
        found = {"a": [game(n, won=n % 2 > 0) for n in range(20)]}
        told = SweepFigures([figures("a", found["a"], 0.1)], [])
        order = replace(ORDER, player="random", seed=7)
        made = sweep_page("T", "opfor …", {"a": order}, found, told, {})
        assert made.facts == {
            "Games": "20",
            "FRIENDLY player": "random",
            "Seed": "7",
            "opfor": __version__,
        }
        text = html_page(made)
        assert all(f"<dd>{fact}</dd>" in text for fact in made.facts.values())
        assert "(Games: in which it was used, of 20)" in text

    def test_small_screen(self) -> None:
        """A table scrolls in a box of its own; a command breaks at spaces only."""
        found = {"a": [game(n, won=n % 2 > 0) for n in range(20)]}
        told = SweepFigures([figures("a", found["a"], 0.1)], [])
        made = sweep_page("T", "opfor --over ac=1..5", {"a": ORDER}, found, told, {})
        text = html_page(made)
        boxes = Tags(text).boxes
        assert boxes == ["wide"] * len(boxes)
        assert "wide" in boxes
        assert "<span>--over</span> <span>ac=1..5</span>" in text
        assert "opfor --over ac=1..5" in Tags(text).text

    def test_steps(self) -> None:
        """Each step has a line from nothing; too few games draw no interval."""
        lines = [
            Spread("ac: 2 → 3", 0.1, -0.2, 0.35),
            Spread("ac: 3 → 4", -0.1, None, None),
        ]
        drawn = steps_svg(lines)
        assert all(f">{told}</text>" in drawn for told in ("-40", "0", "+20"))
        assert drawn.count('class="rate"') == 2
        assert drawn.count('class="span"') == 1
        middle = names_wide(lines) + WIDE / 2
        assert f'<line class="zero" x1="{number(middle)}"' in drawn
        assert drawn.count('class="zero"') == 1
        assert f'cx="{number(middle + WIDE / 8)}"' in drawn
        assert f'x1="{number(middle - WIDE / 4)}"' in drawn
        assert names_wide([Spread("a" * 99, 0.5, None, None)]) == NAME
        assert names_wide(lines) < NAME / 2
        months = [f"attitude=Advance, enemy=partisan, date=194{n}-08" for n in (1, 3)]
        drawn = rates_svg(Spread(name, 0.5, None, None) for name in months)
        assert all(f">{name}</text>" in drawn for name in months)
        assert ">100 %</text>" in rates_svg([Spread("a", 1.0, 0.5, 1.0)])

    def test_losses(self) -> None:
        """Plots of one width and scale, with a line at its top and at its foot."""
        short = figures("a", [game(n, won=True) for n in range(4)], 0.1)
        long = replace(short, losses={"FRIENDLY": [1, 0, 4], "ENEMY": [0] * 3})
        plots = [losses_svg(cell, 4.0, 3) for cell in (short, long)]
        wide = losses_wide(3)
        for drawn in plots:
            assert f'viewBox="0 0 {wide} ' in drawn
            for kind, y, told in (("grid", FOOT, "4.0"), ("zero", FOOT + HIGH, "0")):
                ends = f'x1="{SCALE}" x2="{wide}" y1="{y}" y2="{y}"'
                assert f'<line class="{kind}" {ends}/>' in drawn
                assert f">{told}</text>" in drawn
        assert f'y="{FOOT}" width="9" height="{HIGH}"' in plots[1]

    def test_row_words(self) -> None:
        """A row is told with its table's title and its roll, wherever it is from."""
        other = with_value(ORDER, "row A1", {"on": "7", "result": ["L"]})
        assert row_words("A1 7", {"": other}) == "ENEMY Activation: DR 7 gives L"
        assert row_words("A1 <=1", {"": ORDER}).startswith(
            "ENEMY Activation: DR 1 or less gives "
        )
        told = row_words("A5 >=5 building", {"": ORDER})
        assert "dr 5 or more, building gives none" in told
        early = with_value(ORDER, "date", "1941-08")
        told = row_words("russian/x2 5-6", {"": early})
        assert told.startswith("Russian squads: DR 5-6, to 1941-12 gives ")
        name = "A2-alternates Fire without Target, Hold, Infantry"
        told = row_words(name, {"": ORDER})
        assert ": Fire without Target, Hold, Infantry gives Entrench" in told
        assert row_words("nobody/x2 0", {"": ORDER}) == ""

    def test_spots(self) -> None:
        """The Locations of a hex share a spot."""
        world = build_world(ORDER.setup)
        drawn = woken_svg(world, {"o1R7": 2, "o1R7/1": 2, "o1U7": 1}, 4, "m")
        assert drawn.count("games</title>") == 2
        assert drawn.rindex("games</title>") < drawn.index("m-coordinates")

    def test_part_of_the_map(self) -> None:
        """It shows where S? woke up, so large that the names of hexes can be read."""
        world = build_world(ORDER.setup)
        drawn = woken_svg(world, {"o1R7": 2, "o1U7": 1}, 4, "m")
        wide, high = world.map.terrain.shape
        place = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', drawn)
        assert place is not None
        left, top, across, down = map(float, place.groups())
        assert across < wide / 2
        for name in ("o1R7", "o1U7"):
            grid, hex_ = world.map.grid, world.locate(LocationName(name)).hex
            x, y = grid.centre(*grid.coordinates(hex_))
            assert left < x < left + across
            assert top < y < top + down
        hexes = across / world.map.grid.hex_width
        assert f"min-width: {round(HEX_LEAST * hexes)}px" in drawn
        whole = woken_svg(world, {}, 4, "m")
        assert f'viewBox="0 0 {wide} {high}"' in whole


class TestCommand:
    """`opfor study sweep`."""

    def test_files(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Figures, games and page; a cell is found again in the file."""
        words = ["study", "sweep", "tutorial", "--over", "ac=2,4", "--games", "2"]
        words += ["--player", "random", "--jobs", "1", "--json"]
        files = ["--out", str(tmp_path / "f.jsonl"), "--page", str(tmp_path / "p.html")]
        assert not main([*words, *files])
        told = json.loads(capsys.readouterr().out)
        assert [cell["cell"] for cell in told["cells"]] == ["ac=2", "ac=4"]
        assert [(step["before"], step["after"]) for step in told["steps"]] == [
            ("2", "4")
        ]
        assert told["interval"] == "fixed"
        text = (tmp_path / "p.html").read_text("utf-8")
        words_of = Tags(text).text
        assert "--over ac=2,4 --games 2 --player random" in words_of
        files_of = f"--out {tmp_path / 'f.jsonl'} --page {tmp_path / 'p.html'}"
        assert files_of in words_of
        assert len((tmp_path / "f.jsonl").read_bytes().splitlines()) == 4
        words[words.index("--games") + 1] = "3"
        assert not main([*[word for word in words if word != "--json"], *files[:2]])
        told_on = capsys.readouterr()
        assert "(rates by Wilson, steps by Bonett and Price)" in told_on.out
        assert "4 of 6 games were in the file; the intervals are too" in told_on.err

    @pytest.mark.parametrize("half", [None, 0.4])
    def test_words(self, half: float | None) -> None:
        """The bar counts cells that are done; losses are told with their side."""
        found = {
            name: [game(index, won=True) for index in range(many)]
            for name, many in {"ac=1": 20, "ac=2": 4, "ac=3": 0}.items()
        }
        assert _so_far(enough_of(half, 20))(found) == "1 of 3 cells done"
        told = cell_words(figures("ac=1", found["ac=1"], None))
        assert told.startswith("ac=1: 100% of 20 games won (")
        assert "units lost: FRIENDLY " in told
        assert ", ENEMY " in told

    def test_mistake(self, capsys: pytest.CaptureFixture[str]) -> None:
        """One line says what is wrong."""
        assert main(["study", "sweep", "tutorial", "--over", "ac=77"]) == BAD_INPUT
        assert "no cell of the grid" in capsys.readouterr().err


def test_pairs_of_cells() -> None:
    """A change of AC# and one of the month leave what the other changed."""
    made = grid({"t": replace(ORDER, keyed=True)}, {"ac": [2], "date": ["1942-07"]})
    (order,) = made.cells.values()
    assert (order.setup.mission.ac, order.setup.mission.date) == (2, "1942-07")
    assert order.keyed
