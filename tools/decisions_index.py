"""Write the index of the decisions, grouped by chapter and section, from their pages.

Run as `python tools/decisions_index.py` after a page of docs/decisions has come or
changed. A page stands under the first rule that it names; its line is its number, the
rules, and its title. The page of the rules in the browser reads these lines.
"""

import re
import sys
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from opfor.core.rule import RuleId
from opfor.views.rule_index import load_index

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "decisions"

CHAPTERS = {
    "S": "Solitaire",
    "A": "Infantry",
    "B": "Terrain",
    "C": "Ordnance",
    "D": "Vehicles",
    "E": "Miscellaneous",
    "": "The program",
}
"""The chapters in the order of the index; last what is about no rule."""

HEAD = """# Decisions

Where the rules are open or contradict each other, we read them once, here, and the
code cites the page. A better argued reading is welcome: say so on its page. Numbers
without a page belong to rules that are not coded yet.

A page stands under the first rule that it is about, chapter by chapter:
{chapters}.
Commands that begin with `python` or `make` need a checkout of the source.
Written by `python tools/decisions_index.py` from the pages.
"""

_NUMBER = re.compile(r"[A-Z]\d*\.?(?:\w+)?")


class Decision(NamedTuple):
    """A page: its id, title, the rules it names as written, and the first of them."""

    id: str
    title: str
    rules: str
    first: RuleId | None

    @property
    def section(self) -> str:
        """The section of its first rule, such as S6; empty if it is about none."""
        return f"{self.first.chapter}{self.first.section or ''}" if self.first else ""

    @property
    def place(self) -> tuple[int, int, str, str]:
        """Where it stands: by chapter, section, rule and number of the page."""
        if self.first is None:
            return (len(CHAPTERS), 0, "", self.id)
        chapter = list(CHAPTERS).index(self.first.chapter)
        return (chapter, self.first.section, self.first.digits, self.id)


def read_decision(path: Path) -> Decision:
    """Read a page.

    Raises:
        ValueError: it has no title, or no line of its rules.
    """
    text = path.read_text("utf-8")
    title = re.match(rf"# {path.stem} (.+)\n", text)
    rules = re.search(r"^\*\*Rules\.\*\* (.+)$", text, re.MULTILINE)
    if title is None or rules is None:
        raise ValueError(f"{path}: begin with '# {path.stem} TITLE' and '**Rules.** …'")
    named = "–" if rules[1].lower().startswith("none") else rules[1].rstrip(".")
    named = named.replace(" (project)", "")  # which the p of the number says
    found = _NUMBER.match(named)
    return Decision(
        path.stem, title[1], named, RuleId.parse(found[0]) if found else None
    )


def index(folder: Path) -> str:
    """The text of the index of the pages in a folder."""
    pages = sorted(map(read_decision, folder.glob("D-*.md")), key=lambda d: d.place)
    titles = load_index().sections
    parts, links = [], []
    for chapter, group in groupby(pages, lambda d: d.first.chapter if d.first else ""):
        heading = f"{chapter} {CHAPTERS[chapter]}".strip()
        links.append(f"[{heading}](#{heading.lower().replace(' ', '-')})")
        lines = [f"\n## {heading}\n", "| page | rules | about |", "|---|---|---|"]
        for section, decisions in groupby(group, lambda d: d.section):
            if section:
                title = titles.get(section, "introduction")
                lines.append(f"| **{section} {title}** | | |")
            lines += [
                f"| [{d.id}]({d.id}.md) | {d.rules} | {d.title} |" for d in decisions
            ]
        parts.append("\n".join(lines) + "\n")
    return HEAD.format(chapters=" · ".join(links)) + "".join(parts)


def main() -> int:
    """Write the index."""
    (FOLDER / "README.md").write_text(index(FOLDER), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
