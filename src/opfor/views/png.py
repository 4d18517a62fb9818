"""From SVG to PNG."""

import resvg_py

from opfor.core.errors import OpforError

MOST = 20_000
"""Most pixels of a picture's width."""


def to_png(svg: str, *, width: int | None = None) -> bytes:
    """Render an SVG that this package drew as a PNG.

    No font is loaded, as our pictures hold no text: that saves most of a second, and
    the same SVG gives the same picture on every machine.

    Args:
        svg: the picture.
        width: its width in pixels, the height following; its own size if left out.

    Errors:
        OpforError: the SVG is broken, or the width is none.
    """
    if width is not None and not 1 <= width <= MOST:
        raise OpforError(f"a picture cannot be {width} pixels wide")
    try:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)
        )
    except ValueError as problem:
        raise OpforError(f"the picture cannot be rendered ({problem})") from None
