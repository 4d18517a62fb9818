"""The pictures of docs/studies, each drawn from the figures that lie beside it.

    python tools/study_pictures.py

Every JSON file there that has `cells`, as `opfor study sweep --json` prints them, gives
an SVG of the same name: the rate of wins of each cell with its interval.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from opfor.study.plots import Spread, rates_svg

STUDIES = Path(__file__).resolve().parents[1] / "docs" / "studies"

STYLE = """<style>
svg { background: #fff; font: 12px system-ui, sans-serif; }
.middle { text-anchor: middle; }
.grid { stroke: #cfc6b0; }
.zero { stroke: #23211c; stroke-width: 1.5; }
.span { stroke: #274b6d; stroke-width: 3; }
.rate { fill: #274b6d; }
</style>"""
"""Of its own, for a picture in a page gets no style from it."""


class RateFigures(Struct):
    """What is drawn of a cell."""

    cell: str
    rate: float
    low: float
    high: float


class RatesFile(Struct):
    """What is read of a file of figures."""

    cells: list[RateFigures] = []


def picture(figures: bytes) -> str:
    """The rates of a file of figures as SVG; empty of a file without any."""
    cells = msgspec.json.decode(figures, type=RatesFile).cells
    lines = [Spread(one.cell, one.rate, one.low, one.high) for one in cells]
    head, end, rest = rates_svg(lines).partition(">")
    return head + end + STYLE + rest + "\n" if cells else ""


def main() -> None:
    """Draw them all."""
    for path in sorted(STUDIES.glob("*.json")):
        if drawn := picture(path.read_bytes()):
            path.with_suffix(".svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
