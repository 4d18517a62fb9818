"""The server's own files as answers."""

from importlib.resources import files
from pathlib import Path

from fastapi import Response

STATIC = Path(str(files("opfor.web") / "static"))

SVG, CSS, HTML, ZIP = "image/svg+xml", "text/css", "text/html", "application/zip"
"""The types of what is no JSON."""


def page(name: str) -> Response:
    """A page of ours."""
    text = (STATIC / name).read_text("utf-8")
    return Response(text, media_type=HTML, headers={"cache-control": "no-cache"})


def svg_of(svg: str, *, kept: int = 0) -> Response:
    """A picture, which a browser may keep for so many seconds."""
    headers = {"cache-control": f"max-age={kept}"} if kept else {}
    return Response(svg, media_type=SVG, headers=headers)
