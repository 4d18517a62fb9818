"""What the search of the site finds by name: a rule, a table, a refusal.

The search knows sections alone. A rule and a refusal are rows of long tables, and a
table's section is called after its file, so each is given a place and a name of its
own.
"""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

LISTS = {"rules-coverage.md": "{0} {1}", "messages.md": "{0}"}
"""Pages of which each row is found, and how it is called by its cells."""

WEIGHT = (
    ("messages.html#row", 1.5),  # or a page with "no…" in its title would come first
    ("tables/", 1.6),  # whoever looks for {x4} wants the table
    ("how-to/", 1.5),
    ("tutorial.html", 1.5),
    ("index.html", 1.5),
    ("decisions/", 0.4),
)
"""What is found before and after others, by the beginning of its place."""

_ROW = re.compile(r"<tr>\s*((?:<td[^>]*>.*?</td>\s*)+)</tr>", re.DOTALL)
_CELL = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_NAMED = re.compile(r"\s*(\{[^}]+\}[^\n]*)")

Entry = dict[str, Any]


def marked(html: str, name: str) -> tuple[str, list[Entry]]:
    """A page whose rows have each an id, and what the search is told of them."""
    if name not in LISTS:
        return html, []
    entries: list[Entry] = []

    def mark(found: re.Match[str]) -> str:
        cells = [unescape(_TAG.sub("", cell)) for cell in _CELL.findall(found[1])]
        place = f"row-{len(entries) + 1}"
        entries.append(
            {
                "location": f"{Path(name).stem}.html#{place}",
                "title": LISTS[name].format(*cells),
                "text": "; ".join(cell for cell in cells[1:] if cell),
            }
        )
        return f'<tr id="{place}">\n{found[1]}</tr>'

    return _ROW.sub(mark, html), entries


def indexed(index: Entry, entries: list[Entry]) -> Entry:
    """The search's index with these, and tables called by their titles."""
    for doc in index["docs"]:
        text = unescape(_TAG.sub("", doc["text"]))
        if doc["location"].startswith("tables/") and (named := _NAMED.match(text)):
            doc["title"] = named[1]
    index["docs"] += entries
    for doc in index["docs"]:
        for begins, weight in WEIGHT:
            if doc["location"].startswith(begins):
                doc["boost"] = weight
    return index


def write(site: Path, entries: list[Entry]) -> None:
    """Tell the search of a site that is built."""
    path = site / "search" / "search_index.json"
    index = indexed(json.loads(path.read_text("utf-8")), entries)
    path.write_text(json.dumps(index, separators=(",", ":")), "utf-8")
