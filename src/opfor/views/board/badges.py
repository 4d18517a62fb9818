"""Badges: what has happened to a counter, each by a shape of its own.

A shape is told apart in grey and with any colour blindness; its colour comes second, a
letter third. States without a badge are small words (`counters.py`).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from opfor.views.board.scene import State
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group, number

MOST = 2
"""How many stand in the corner before the rest is counted."""

ROW = 11.5
"""How far apart badges of a corner lie."""


class Badge(NamedTuple):
    """A badge around (0, 0).

    Args:
        fill: the class of its colour.
        shape: its outline.
        sign: what is drawn on it; a stroke.
        ink: the class of the sign: dark or light.
        at: where it stands: `corner` top right, `fire` at the left, `right` below.
    """

    fill: str
    shape: str
    sign: str = ""
    ink: str = "light"
    at: str = "corner"


_DISC = "M5.6 0a5.6 5.6 0 1 1-11.2 0a5.6 5.6 0 1 1 11.2 0z"
_SQUARE = "M-5.2-5.2h10.4v10.4h-10.4z"
_SHIELD = "M-6.4-5.2h12.8v5q-1.4 4.8-6.4 6.4q-5-1.6-6.4-6.4z"
_TRIANGLE = "M0-6.4L6.6 5.2h-13.2z"
_STAR = (
    "M0-7l1.9 2.6l3-1.1l.2 3.2l3 1.2l-1.8 2.6l1.8 2.6l-3 1.1l-.3 3.2l-3-1l-1.8 2.6l-1.9"
    "-2.6l-3 1l-.2-3.2l-3-1.1l1.8-2.6l-1.8-2.6l3-1.2l.2-3.2l3 1.1z"
)
_DOME = "M-6 3.6a6 6.4 0 0 1 12 0z"

BADGES: Mapping[State, Badge] = MappingProxyType(
    {
        "dm": Badge("bad", _SHIELD, "M-4.4-2.6v4.6q2.6 0 2.6-2.3t-2.6-2.3zM.6 2v-4.6"
                    "l1.9 2.6l1.9-2.6v4.6"),
        "pinned": Badge("pin", _DISC, "M-2-3.4h4M-1.2-3.4v2.6l-1.6 1.4h5.6l-1.6-1.4"
                        "v-2.6M0 .8v3.4", "dark"),
        "cx": Badge("used", _SQUARE, "M-3.2-2.6l2.6 2.6l-2.6 2.6M.6-2.6l2.6 2.6l-2.6"
                    " 2.6", "dark"),
        "ti": Badge("idle", _SQUARE, "M-2.8-3.4h5.6l-5.6 6.8h5.6z"),
        "wounded": Badge("bad", _SQUARE, "M0-3.4v6.8M-3.4 0h6.8"),
        "malfunctioned": Badge("bad", _SQUARE, "M-3-3l6 6M3-3l-6 6"),
        "berserk": Badge("bad", _TRIANGLE, "M0-2.8v3.8M0 3.2v.2"),
        "immobile": Badge("bad", _SQUARE, "M-3.6-1.6h7.2v3.2h-7.2zM-4 4l8-8"),
        "motion": Badge("motion", "M-7-4.6h14v9.2h-14z", "M-4.4 0h8M1-2.6l2.8 2.6l-2.8"
                        " 2.6"),
        "prep_fire": Badge("prep", _STAR, "M-1.4 3v-5.6h1.6q2 0 2 1.6t-2 1.6h-1.6",
                           "dark", "fire"),
        "first_fire": Badge("fired", _STAR, "M-1.4-1.6l1.6-1.4v6", "dark", "fire"),
        "final_fire": Badge("final", _STAR, "M-1.6 3v-6h3.6M-1.6-.2h2.8", at="fire"),
        "opportunity_fire": Badge("prep", _STAR, "M2.2 0a2.2 2.8 0 1 1-4.4 0a2.2 2.8 0"
                                  " 1 1 4.4 0z", "dark", "fire"),
        "melee": Badge("melee", _DISC, "M-3-3l6 6M3-3l-6 6M-3.4 1.4l2 2M3.4 1.4l-2 2",
                       at="right"),
        "buttoned_up": Badge("final", _DOME, "M-3.4 1h6.8", at="right"),
        "crew_exposed": Badge("paper", _DISC, "M0-3.2a1.5 1.5 0 1 1-.1 0zM-3 3.6q0-3.2"
                              " 3-3.2t3 3.2", "dark", "right"),
    }
)  # fmt: skip
"""The states with a shape of their own; of `broken` and `concealed` it is the face."""

_PLACES = {"fire": (-16.4, 1.0), "right": (17.6, -2.0)}


def badges(sheet: Sheet, states: Sequence[State]) -> str:
    """The badges of some states; of many in the corner the rest is counted."""
    found = [BADGES[state] for state in states if state in BADGES]
    corner = [badge for badge in found if badge.at == "corner"]
    sides = [badge for badge in found if badge.at in _PLACES]
    drawn = [_badge(sheet, badge, *_PLACES[badge.at]) for badge in sides]
    shown = corner if len(corner) <= MOST else corner[:MOST]
    for place, badge in enumerate(shown):
        drawn.append(_badge(sheet, badge, 15 - ROW * place, -15))
    if len(corner) > MOST:
        more = Badge(
            "paper",
            _DISC,
            f"M-4 0h3.2M-2.4-1.6v3.2{_DIGITS[min(9, len(corner) - MOST)]}",
            "dark",
        )
        drawn.append(_badge(sheet, more, 15 - ROW * MOST, -15))
    return "".join(drawn)


_DIGITS = {
    1: "M1.2-1.6l1.4-1.2v5.6",
    **dict.fromkeys(range(2, 10), "M1-2.2h2.6l-2.6 4.6h2.8"),
}
"""How many more there are: one, or several."""


def _badge(sheet: Sheet, badge: Badge, x: float, y: float) -> str:
    return group(
        sheet.css("badge", f"badge-{badge.fill}"),
        element("path", d=badge.shape),
        sheet.path(badge.sign, f"badge-{badge.ink}"),
        transform=f"translate({number(x)} {number(y)})",
    )
