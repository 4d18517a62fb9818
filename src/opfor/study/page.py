"""The page of a sweep: plots and tables in one file that needs nothing else."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from opfor import __version__
from opfor.ports.session import build_world
from opfor.sim.series import BatchOrder
from opfor.state.nations import load_nation
from opfor.state.world import World
from opfor.study.plots import (
    Spread,
    losses_svg,
    losses_wide,
    rates_svg,
    steps_svg,
    woken_svg,
)
from opfor.study.run import Games
from opfor.study.sweep import Decisive, SweepFigures, decisive, woken
from opfor.views.analysis import points
from opfor.views.report import drawn_safe, report_css
from opfor.views.table_text import row_text
from opfor.views.text import why

SHOWN = 12
"""Rules, rows and Locations that are listed."""


class InWords(NamedTuple):
    """A rule or row in words, and how games with it went.

    Args:
        name: the rule's number; the row's table.
        words: the rule's title; the row with the title of its table.
        one: the figures.
    """

    name: str
    words: str
    one: Decisive


def row_words(name: str, cells: Mapping[str, BatchOrder]) -> str:
    """A row with its table: "ENEMY Activation: DR 6 gives S, S".

    Nothing if no cell has such a table.
    """
    for order in cells.values():
        mission = order.setup.mission
        packs = (Path(folder) for folder in order.setup.packs)
        nation = load_nation(mission.enemy, *packs).with_rows(order.rows)
        for id_, table in nation.tables.items():
            for row in reversed(table.rows) if name.startswith(id_) else ():
                if name == table.name_of(row) and row.applies(mission.date, row.when):
                    return row_text(table, row)
    return ""


class WokenMap(Struct, frozen=True):
    """Where S? woke up on one map.

    Args:
        title: its boards, and whose games they are.
        svg: the picture.
        most: the Locations with most, and in how many games.
        games: of how many.
    """

    title: str
    svg: str
    most: dict[str, int]
    games: int


class SweepPage(Struct, frozen=True, kw_only=True):
    """All that the page tells."""

    title: str
    command: str
    facts: dict[str, str]
    figures: SweepFigures
    left_out: dict[str, str]
    rules: list[InWords]
    rows: list[InWords]
    maps: list[WokenMap]

    @property
    def rates(self) -> list[Spread]:
        """The rates of wins."""
        return [
            Spread(one.cell, one.rate, one.low, one.high) for one in self.figures.cells
        ]

    @property
    def added(self) -> list[Spread]:
        """What each step adds to them."""
        return [
            Spread(
                f"{one.over}: {one.before} → {one.after}",
                one.difference,
                one.low,
                one.high,
            )
            for one in self.figures.steps
        ]

    @property
    def most_lost(self) -> float:
        """The highest of all columns: the plots have one scale."""
        lost = [
            v
            for cell in self.figures.cells
            for side in cell.losses.values()
            for v in side
        ]
        return max(lost, default=0.0)

    @property
    def turns(self) -> int:
        """The turns of the longest of all: the plots have one width."""
        sides = [side for cell in self.figures.cells for side in cell.losses.values()]
        return max(map(len, sides), default=0)

    @property
    def losses_wide(self) -> int:
        """How wide each plot of losses is."""
        return losses_wide(self.turns)


def maps_of(cells: Mapping[str, BatchOrder], found: Games) -> list[WokenMap]:
    """A map for each set of boards, with the games of all its cells."""
    by_map: dict[str, list[str]] = {}
    for name, order in cells.items():
        by_map.setdefault(order.setup.mission.map, []).append(name)
    made = []
    for nth, (boards, names) in enumerate(by_map.items()):
        order = cells[names[0]]
        world: World = build_world(order.setup, order.rows)
        games = [game for name in names for game in found[name] if not game.fault]
        counts = woken(games)
        most = sorted(counts, key=lambda at: (-counts[at], at))[:SHOWN]
        svg = woken_svg(world, counts, len(games), f"map{nth}")
        title = f"{order.setup.mission.title} (boards {boards})"
        made.append(WokenMap(title, svg, {at: counts[at] for at in most}, len(games)))
    return made


def html_page(page: SweepPage) -> str:
    """The page as HTML."""
    from jinja2 import (  # noqa: PLC0415 - no start waits for it
        Environment,
        PackageLoader,
        StrictUndefined,
        select_autoescape,
    )

    environment = Environment(
        loader=PackageLoader("opfor.study", ""),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    plain: Callable[[str], str] = lambda text: text  # noqa: E731 - what we drew
    return environment.get_template("sweep.html.j2").render(
        page=page,
        css=drawn_safe(report_css)(),
        rates=drawn_safe(rates_svg),
        added=drawn_safe(steps_svg),
        losses=drawn_safe(losses_svg),
        drawn=drawn_safe(plain),
        points=points,
    )


def facts_of(cells: Mapping[str, BatchOrder], found: Games) -> dict[str, str]:
    """What was played, by whom, and with which opfor."""
    orders = cells.values()
    return {
        "Games": str(sum(map(len, found.values()))),
        "FRIENDLY player": ", ".join(dict.fromkeys(one.player for one in orders)),
        "Seed": ", ".join(dict.fromkeys(str(one.seed) for one in orders)),
        "opfor": __version__,
    }


def sweep_page(
    title: str,
    command: str,
    cells: Mapping[str, BatchOrder],
    found: Games,
    figures: SweepFigures,
    left_out: dict[str, str],
) -> SweepPage:
    """What the page of a sweep tells."""
    return SweepPage(
        title=title,
        command=command,
        facts=facts_of(cells, found),
        figures=figures,
        left_out=left_out,
        rules=[
            InWords(", ".join((one.name, *one.parts)), why.title(one.name), one)
            for one in decisive(found, rows=False, most=SHOWN)
        ],
        rows=[
            InWords(one.name.partition(" ")[0], row_words(one.name, cells), one)
            for one in decisive(found, rows=True, most=SHOWN)
        ],
        maps=maps_of(cells, found),
    )
