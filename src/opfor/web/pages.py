"""The server's own pages and files as answers.

Pages are templates that share one frame; what they show beside it is fetched by their
scripts, so each is rendered once and kept.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import Response

from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept

if TYPE_CHECKING:
    from jinja2 import Environment

STATIC = Path(str(files("opfor.web") / "static"))
TEMPLATES = STATIC.parent / "templates"

SVG, CSS, HTML, ZIP = "image/svg+xml", "text/css", "text/html", "application/zip"
"""The types of what is no JSON."""

MOST_KEPT = 40
"""Rendered pages that are kept."""


def page(name: str) -> Response:
    """A page of ours."""
    return Response(_kept(name), media_type=HTML, headers={"cache-control": "no-cache"})


@cache
def _kept(name: str) -> bytes:
    """A page as it was rendered before, so that a start loads no templates."""
    templates = digest_of(sorted(TEMPLATES.iterdir()))
    path = kept_path("pages", f"{name}-{templates}", ".html")
    if found := read_kept(path):
        return found
    made = rendered(name).encode()
    keep(path, made, most=MOST_KEPT)
    return made


def rendered(name: str, **given: Any) -> str:
    """A template of ours with what it is given; text is escaped."""
    return _environment().get_template(f"{name}.html.j2").render(given)


@cache
def _environment() -> "Environment":
    from jinja2 import (  # noqa: PLC0415 - no start waits for it
        ChoiceLoader,
        Environment,
        PackageLoader,
        StrictUndefined,
    )

    own = PackageLoader("opfor.web", "templates")
    reports = PackageLoader("opfor.views.report", "")
    return Environment(
        loader=ChoiceLoader([own, reports]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def svg_of(svg: str, *, kept: int = 0) -> Response:
    """A picture, which a browser may keep for so many seconds."""
    headers = {"cache-control": f"max-age={kept}"} if kept else {}
    return Response(svg, media_type=SVG, headers=headers)
