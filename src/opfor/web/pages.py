"""The server's own pages and files as answers.

Pages are templates that share one frame; what they show beside it is fetched by their
scripts, so each is rendered once and kept.
"""

import posixpath
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.responses import Response

from opfor.core.disk_cache import digest_of, keep, kept_path, read_kept

if TYPE_CHECKING:
    from jinja2 import Environment

STATIC = Path(str(files("opfor.web") / "static"))
TEMPLATES = STATIC.parent / "templates"

SVG, CSS, HTML, ZIP = "image/svg+xml", "text/css", "text/html", "application/zip"
"""The types of what is no JSON."""

IMPORTS = re.compile(
    r"""^(?:import|export)\b[^;]*?from "(\.[^"]+)";""", re.MULTILINE
).findall
"""The modules that a module imports, as it names them."""

MOST_KEPT = 40
"""Rendered pages that are kept."""


def page(name: str) -> Response:
    """A page of ours."""
    return Response(_kept(name), media_type=HTML, headers={"cache-control": "no-cache"})


@cache
def _kept(name: str) -> bytes:
    """A page as it was rendered before, so that a start loads no templates."""
    scripts = STATIC.rglob("*.js")
    follows = digest_of(sorted((*TEMPLATES.iterdir(), *scripts)))
    path = kept_path("pages", f"{name}-{follows}", ".html")
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
    environment = Environment(
        loader=ChoiceLoader([own, reports]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["modules"] = modules
    return environment


def modules(script: str) -> list[str]:
    """A script of ours, as `game/game`, and all that it imports.

    A browser asks for them at once: each only as the one that imports it has come would
    take longer.
    """
    found: list[str] = []
    waiting = [f"{script}.js"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            text = (STATIC / name).read_text("utf-8")
            near = (posixpath.join(posixpath.dirname(name), to) for to in IMPORTS(text))
            waiting += [posixpath.normpath(path) for path in near]
    return sorted(found)


def saved_as(name: str) -> dict[str, str]:
    """The headers of an answer that the browser saves as a file of that name."""
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, '')}"}


def svg_of(svg: str, *, kept: int = 0) -> Response:
    """A picture, which a browser may keep for so many seconds."""
    headers = {"cache-control": f"max-age={kept}"} if kept else {}
    return Response(svg, media_type=SVG, headers=headers)
