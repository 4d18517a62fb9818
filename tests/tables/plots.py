"""Pages of docs/tables with plots; `python -m tests.tables.plots` writes them anew."""

from pathlib import Path

from opfor.core.table import Table
from opfor.state.in_service import own_tables
from opfor.state.nations import Nation, load, load_nation, nations
from opfor.views.bars import Panel, bars_svg
from opfor.views.odds import DICE, Chances, ColumnOdds, by_month, odds
from opfor.views.table_text import table_text

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "tables"
DRM = {"A1": (-1, 0, 2), "A5": (-1, 0), "A9e": (0, 1)}
PLOTTED = ("A1", "A5", "A6a", "A6d", "A6f", "A8a", "A9e", "AC-start", "A2a", "A2b")
SHARED = {"divider": "The divider", "asl": "Tables of the core rules"}
"""The folders of tables that no nation owns."""
OF_NATION = ("x2", "x3", "x4", "x5")
MOST = 5
MONTHS = (
    "Of 36 DR, how many bring which SW, Gun or vehicle; tables that it takes from"
    " its base are among them. What is not there in a month has no rows then; without"
    " {x6} there is no SPG and no TD either."
)


def pages() -> dict[str, str]:
    """Every page and plot, by file name."""
    found: dict[str, str] = {}
    for folder, title in SHARED.items():
        shared = [table for table in load().values() if folder in table.packs]
        found[f"{folder}.md"] = _page(title, None, shared, found)
    for name in nations(load()):
        nation = load_nation(name)
        own = [t for id_, t in load().items() if id_.startswith(f"{name}/")]
        title = f"The {nation.fact('name')} ENEMY"
        found[f"{name}.md"] = _page(title, nation, own, found)
    return found


def _page(
    title: str, nation: Nation | None, tables: list[Table], plots: dict[str, str]
) -> str:
    parts = [f"# {title}\n"]
    for table in sorted(tables, key=lambda table: table.id):
        name = table.id.name.rpartition("/")[2]
        parts.append(f"## {table.id.name}\n\n```text\n{table_text(table)}\n```\n")
        if table.key in DICE and name in (OF_NATION if nation else PLOTTED):
            file = f"{table.id.name.replace('/', '-')}.svg"
            plots[file] = bars_svg(_panels(table, nation, name))
            parts.append(f"![Chances of the results of {table.id.name}]({file})\n")
    if nation:
        parts.append(month_by_month(nation))
    return "\n".join(parts)


def month_by_month(nation: Nation) -> str:
    """What comes by its SW, Gun and vehicle tables in each month, its base's too."""
    lines = ["## Month by month\n", f"{MONTHS}\n", "```text"]
    for name in own_tables(nation):
        for when, stretches in _by_column(nation, name).items():
            lines.append(" ".join((name, *when)))
            lines += [_stretch(one) for one in stretches]
    return "\n".join([*lines, "```\n"])


def _by_column(nation: Nation, name: str) -> dict[tuple[str, ...], list[ColumnOdds]]:
    """The stretches of time of each column; of countries its own, if it has one."""
    found: dict[tuple[str, ...], list[ColumnOdds]] = {}
    table, own = nation.table(name), str(nation.fact("name"))
    for one in by_month(table, nation):
        country = one.when.get("country", own)
        if country == own or own not in table.axes["country"]:
            found.setdefault(tuple(one.when.values()), []).append(one)
    return found


def _stretch(odds: ColumnOdds) -> str:
    """One line: from when to when, and what comes, the most frequent first."""
    pairs = sorted(odds.chances.items(), key=lambda pair: -pair[1])
    what = ", ".join(f"{name} {chance * odds.dice}" for name, chance in pairs)
    return f"  {odds.since} to {odds.until}  {what}"


def _panels(table: Table, nation: Nation | None, name: str) -> dict[str, Panel]:
    """A panel for each column; in it the DRM or the periods beside each other."""
    found: dict[str, dict[str, Chances]] = {}
    for drm in DRM.get(name, (0,)):
        for one in odds(table, nation, drm=drm):
            panel = found.setdefault(" ".join(one.when.values()), {})
            since = f"from {one.since}" if one.since else ""
            words = [since, f"DRM {drm:+d}" if drm else "DRM 0" if name in DRM else ""]
            if one.chances not in panel.values():
                panel[", ".join(filter(None, words)) or "all"] = one.chances
    return {column: _some(panel) for column, panel in found.items()}


def _some(panel: Panel) -> Panel:
    """No more than so many of the series: the first, the last and some between."""
    if len(panel) <= MOST:
        return panel
    names = list(panel)
    kept = [names[n * (len(names) - 1) // (MOST - 1)] for n in range(MOST)]
    return {name: panel[name] for name in kept}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in pages().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
