"""A report as a page of its own, and as Markdown."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import quote

from opfor.state.world import World
from opfor.views.replay import Reel
from opfor.views.report.pictures import (
    MapPicture,
    columns_svg,
    ground_of,
    pictures_png,
    shared_svg,
    turn_svg,
)
from opfor.views.report.report import Report, ReportTurn
from opfor.views.report.turning_points import TurningPoint

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")


def html_report(
    report: Report, world: World, reel: Reel, ground: MapPicture | None = None
) -> str:
    """A report as one HTML file that needs nothing else.

    Args:
        report: what it tells.
        world: what it is played on.
        reel: the game.
        ground: the map, if it has been drawn already.
    """
    drawn = ground or ground_of(world)

    def picture(shown: ReportTurn | TurningPoint) -> str:
        return turn_svg(world, reel.at(shown.moment), drawn, turn_words(shown))

    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            report=report,
            picture=drawn_safe(picture),
            columns=drawn_safe(columns_svg),
            css=_markup(report_css()),
            shared=_markup(shared_svg(drawn)),
        )
    )


def markdown_report(report: Report, pictures: Mapping[int, str]) -> str:
    """A report in Markdown.

    Args:
        report: what it tells.
        pictures: where the picture of a turn lies, by its number.
    """
    return (
        _environment()
        .get_template("report.md.j2")
        .render(report=report, pictures=pictures)
    )


def markdown_files(
    report: Report,
    world: World,
    reel: Reel,
    stem: str,
    ground: MapPicture | None = None,
) -> dict[str, bytes]:
    """A report in Markdown with its pictures, by the names of the files."""
    states = {turn.number: reel.at(turn.moment) for turn in report.turns}
    folder = f"{stem}-pictures"
    pictures = {
        key: (f"{folder}/turn-{key}.png", png)
        for key, png in pictures_png(world, states, ground or ground_of(world))
    }
    names = {key: quote(name) for key, (name, _) in pictures.items()}
    text = markdown_report(report, names).encode()
    return {f"{stem}.md": text} | dict(pictures.values())


def report_css() -> str:
    """How a report looks."""
    return files("opfor.views.report").joinpath("report.css").read_text("utf-8")


def turn_words(shown: ReportTurn | TurningPoint) -> str:
    """What the picture of a turn, or of a turning point, shows."""
    if isinstance(shown, TurningPoint):
        return f"The board as the game turned: {shown.when}"
    return f"The board at the end of the {shown.title.lower()}"


def drawn_safe(draw: Callable[..., str]) -> "Callable[..., Markup]":
    """A drawing of ours is no text to be escaped."""
    return lambda *given: _markup(draw(*given))


def _markup(text: str) -> "Markup":
    """What we drew or wrote ourselves."""
    from markupsafe import Markup  # noqa: PLC0415 - no start waits for it

    return Markup(text)  # noqa: S704


@cache
def _environment() -> "Environment":
    from jinja2 import (  # noqa: PLC0415 - no start waits for it
        Environment,
        PackageLoader,
        StrictUndefined,
        select_autoescape,
    )

    found = Environment(
        loader=PackageLoader("opfor.views.report", ""),
        autoescape=select_autoescape(["html.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters["md"] = _markdown
    return found


def _markdown(text: object) -> str:
    """A text in which nothing is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", str(text))
