"""Writing SVG: elements, numbers and text, and nothing about boards."""

import re
from xml.sax.saxutils import quoteattr

Value = str | float | None

_UNFIT = re.compile("[^\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, and line breaks, which are of no use here."""


def element(name: str, /, *content: str, **attributes: Value) -> str:
    """One element; None leaves an attribute out.

    An underscore in a name stands for a hyphen, and one at its end is dropped, so
    that `class_` and `stroke_width` can be written. Values are escaped; `content`
    is markup and is not: pass text through `text_of`.
    """
    parts = [f"<{name}"]
    for key, value in attributes.items():
        if value is not None:
            spelled = key.rstrip("_").replace("_", "-")
            parts.append(f" {spelled}={quoteattr(_spell(value))}")
    inside = "".join(content)
    parts.append(f">{inside}</{name}>" if inside else "/>")
    return "".join(parts)


def group(class_: str, *content: str, **attributes: Value) -> str:
    """A `<g>` around its content, or nothing at all if there is none."""
    inside = "".join(content)
    return element("g", inside, class_=class_, **attributes) if inside else ""


def text_of(text: str) -> str:
    """Text as markup: escaped, and without characters that XML cannot hold."""
    kept = _UNFIT.sub("", text)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def number(value: float) -> str:
    """A number with two decimals at most and no idle zeros: 1.5, .25, -3."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _spell(value: str | float) -> str:
    if isinstance(value, str):
        return _UNFIT.sub("", value)
    return number(value)
