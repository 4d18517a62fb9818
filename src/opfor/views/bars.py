"""Bar charts as SVG: chances of results, in panels one below the other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from xml.sax.saxutils import escape

from opfor.views.odds import Chances

LEFT, BAR, WIDE, LINE, GAP = 190, 12, 320, 15, 7
LETTERS = 30
COLOURS = ("#3d6b99", "#c27b2f", "#5c8a4c", "#8c5a8c", "#a34d4d", "#6b6b6b", "#b0a040")

Panel = Mapping[str, Chances]
"""The chances to compare in one panel, by what sets them apart."""


def bars_svg(panels: Mapping[str, Panel]) -> str:
    """Panels of bars: for every result one bar for each of the series that has it."""
    most = max(
        chance
        for panel in panels.values()
        for one in panel.values()
        for chance in one.values()
    )
    parts: list[str] = []
    y = 6
    for title, panel in panels.items():
        if len(panels) > 1:
            parts.append(
                f'<text x="4" y="{y + 10}" font-weight="bold">{escape(title)}</text>'
            )
        shown = list(panel) if len(panel) > 1 else []
        parts += _legend(shown, y)
        y += LINE * max(len(shown), int(len(panels) > 1)) + GAP
        for name in in_order(panel.values()):
            found = [
                (colour, one[name])
                for colour, one in zip(COLOURS, panel.values(), strict=False)
                if name in one
            ]
            parts += _row(name, found, y, most)
            y += BAR * len(found) + GAP
        y += GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 60}" '
        f'height="{y}" font-family="Helvetica, Arial, sans-serif" font-size="11">'
    )
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return "\n".join([head, ground, *parts, "</svg>", ""])


def in_order(series: Iterable[Chances]) -> list[str]:
    """The results of all series: each after the one it follows in its own series."""
    found: list[str] = []
    for one in series:
        at = 0
        for name in one:
            if name not in found:
                found.insert(at, name)
            at = found.index(name) + 1
    return found


def _row(
    name: str, found: Sequence[tuple[str, Fraction]], top: int, most: Fraction
) -> Iterator[str]:
    """A result: its name, and its bars with their percentages."""
    middle = top + BAR * len(found) / 2 + 3
    short = name if len(name) <= LETTERS else name[: LETTERS - 1] + "…"
    yield f'<text x="4" y="{middle:g}">{escape(short)}</text>'
    for place, (colour, chance) in enumerate(found):
        long, y = float(chance / most) * WIDE, top + place * BAR
        yield (
            f'<rect x="{LEFT}" y="{y}" width="{long:.1f}" height="{BAR - 2}" '
            f'fill="{colour}"/>'
        )
        yield (
            f'<text x="{LEFT + long + 4:.1f}" y="{y + 9}">'
            f"{100 * float(chance):.1f} %</text>"
        )


def _legend(names: Sequence[str], top: int) -> Iterator[str]:
    """A line for each of the series."""
    for at, (colour, name) in enumerate(zip(COLOURS, names, strict=False)):
        y = top + LINE * at
        yield f'<rect x="{LEFT}" y="{y}" width="10" height="10" fill="{colour}"/>'
        yield f'<text x="{LEFT + 14}" y="{y + 9}">{escape(name)}</text>'
