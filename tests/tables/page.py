"""Lists for docs/tables.md; `python -m tests.tables.page` writes them anew."""

from collections import Counter
from pathlib import Path

from opfor.core.table import Table
from opfor.rules.s_solitaire.s08_fire.command_clauses import FIRE
from opfor.state.counter_lists import counters
from opfor.state.nations import load, load_nation, nations
from tests.tables.worth import periods, squad_shares, success, worth

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
START, END = "<!-- list: written by tests/tables/page.py -->\n", "<!-- end of list -->"
WORTH = (
    "What a S? is worth in BPV, with weights of ours for leaders, SW and the rest:"
    " after a passed AC at three DRM of {A1}, and before it, at the AC# of the"
    " nation's own column. Tests hold the last between 5.95 and 9.34."
)
CLAUSES = (
    "### The clauses of Fire Commands\n\nRows of {A3a} to {A3d} are lists of these;"
    " `{p}` is a chance such as 5/12, `{n}` a number, `{row}` the row of a table. A row"
    " may begin with `FG. `; what begins with `else` or `none:` counts only if nothing"
    " was found before it. `opfor tables check` tells of any other wording."
)
SOURCES = ("rules", "example", "public", "project")


def shares(tables: list[Table]) -> str:
    """One line a table: rows by source; the sum of them beneath."""
    lines = [
        "| table | what it is | rows | " + " | ".join(SOURCES) + " |",
        "|---|---|" + "--:|" * (len(SOURCES) + 1),
    ]
    total: Counter[str] = Counter()
    for table in sorted(tables, key=lambda table: ("/" in table.id.name, table.id)):
        found = Counter(row.source for row in table.rows)
        total += found
        lines.append(_line(f"`{table.id.name}`", table.title, found))
    lines.append(_line("**all**", f"{len(tables)} tables", total))
    rows = total.total()
    parts = " | ".join(f"{100 * total[source] / rows:.0f} %" for source in SOURCES)
    lines.append(f"| **share** | | 100 % | {parts} |")
    return "\n".join(lines) + "\n"


def pieces() -> str:
    """One line a nation: its counter types by confidence."""
    lines = [
        "| nation | counter types | high | medium | low |",
        "|---|--:|--:|--:|--:|",
    ]
    for nation in sorted({piece.nation for piece in counters().values()}):
        sure = Counter(
            piece.confidence for piece in counters().values() if piece.nation == nation
        )
        levels = " | ".join(str(sure[level]) for level in ("high", "medium", "low"))
        lines.append(f"| {nation} | {sum(sure.values())} | {levels} |")
    return "\n".join(lines) + "\n"


def worths() -> str:
    """One line a nation and period: what a checked S? is worth, exactly counted."""
    lines = [
        "| nation | from | BPV a squad | passed AC, DRM -1 | 0 | +2 | a S?, own AC# |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for name in nations(load()):
        nation = load_nation(name)
        told = ""
        for date in periods(nation):
            squads = squad_shares(nation, date)
            found = [sum(squad.bpv * share for squad, share in squads.items())]
            found += [success(nation, date, drm=drm) for drm in (-1, 0, 2)]
            found.append(worth(nation, date))
            line = " | ".join(f"{float(value):.1f}" for value in found)
            if line != told:
                lines.append(f"| {name} | {date} | {line} |")
            told = line
    return "\n".join(lines) + "\n"


def clauses() -> str:
    """The clauses of Fire Commands, as tables may have them."""
    lines = [f"- {wording}" for wording in sorted(FIRE.wordings(), key=str.lower)]
    return CLAUSES + "\n\n" + "\n".join(lines) + "\n"


def generated() -> str:
    """What stands between the two marks of the page."""
    parts = (shares(list(load().values())), pieces(), f"{WORTH}\n", worths(), clauses())
    return "\n" + "\n".join(parts) + "\n"


def _line(name: str, title: str, found: Counter[str]) -> str:
    counts = " | ".join(str(found[source] or "") for source in SOURCES)
    return f"| {name} | {title} | {sum(found.values())} | {counts} |"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(START)
    PAGE.write_text(head + START + generated() + END + rest.split(END)[1], "utf-8")
