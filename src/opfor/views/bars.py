"""A small bar chart as SVG: a few series of chances side by side."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

from opfor.views.odds import Chances

LEFT, BAR, WIDE, LINE = 190, 12, 320, 14
COLOURS = ("#3d6b99", "#c27b2f", "#5c8a4c", "#8c5a8c", "#a34d4d", "#6b6b6b", "#b0a040")


def bars_svg(series: Mapping[str, Chances]) -> str:
    """Bars for every result, one for each of the series, with the percentage."""
    names = list(dict.fromkeys(name for one in series.values() for name in one))
    step = BAR * len(series) + 8
    head = 14 + LINE * len(series)
    width, height = LEFT + WIDE + 60, head + step * len(names) + 6
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{height}" font-family="sans-serif" font-size="11">'
        ),
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_legend(list(series)),
    ]
    most = max(chance for one in series.values() for chance in one.values())
    for at, name in enumerate(names):
        top = head + at * step
        middle = top + BAR * len(series) / 2 + 4
        parts.append(f'<text x="4" y="{middle:g}">{escape(name[:32])}</text>')
        for place, (colour, one) in enumerate(
            zip(COLOURS, series.values(), strict=False)
        ):
            chance = one.get(name)
            if chance is None:
                continue
            long, y = float(chance / most) * WIDE, top + place * BAR
            parts += [
                (
                    f'<rect x="{LEFT}" y="{y}" width="{long:.1f}" height="{BAR - 2}" '
                    f'fill="{colour}"/>'
                ),
                (
                    f'<text x="{LEFT + long + 4:.1f}" y="{y + 9}">'
                    f"{100 * float(chance):.1f} %</text>"
                ),
            ]
    return "\n".join([*parts, "</svg>", ""])


def _legend(names: Sequence[str]) -> list[str]:
    """A line for each of the series."""
    parts = []
    for at, (colour, name) in enumerate(zip(COLOURS, names, strict=False)):
        y = 6 + LINE * at
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="10" height="10" fill="{colour}"/>'
        )
        parts.append(f'<text x="{LEFT + 14}" y="{y + 9}">{escape(name)}</text>')
    return parts
