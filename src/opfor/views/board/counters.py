"""Counters: stacks of them, each with a silhouette, factors and tags of its state.

Nothing is told by colour alone: whose it is by its corners, the nation is written in
the corner, states are shapes (`badges.py`) or words, and an S? says so.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from opfor.views.board.badges import BADGES, badges
from opfor.views.board.glyphs import lettering, text_width
from opfor.views.board.scene import Counter, Nation, State
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import element, group, number, text_of

FACE = 36.0
"""Side of a counter as it is drawn."""
LARGE = 1.2
"""How much larger it lies on a board: the largest square inside a hex's circle."""
SIZE = FACE * LARGE
"""Side of a counter on an ordinary board, in pixels."""
FAN = 3.4
"""How far each counter of a stack lies off the one below."""
FAN_MOST = 15.0
"""The most that a whole stack is fanned."""
MAN = "m0-1.6a2.5 2.5 0 1 1 .1 0zm-3.6 8.6v-4.4q0-3.6 3.6-3.6q3.6 0 3.6 3.6v4.4z"
"""A man, from the point between his head and his shoulders."""

NATION_WORDS: dict[Nation, str] = {
    "german": "Ge",
    "russian": "Ru",
    "american": "Am",
    "british": "Br",
    "italian": "It",
    "finnish": "Fi",
    "japanese": "Ja",
    "chinese": "Ch",
    "french": "Fr",
    "minor": "AlM",
    "axis_minor": "AxM",
    "partisan": "Pa",
    "none": "",
}
STATE_WORDS: dict[State, str] = {
    "broken": "BRK",
    "dm": "DM",
    "pinned": "PIN",
    "cx": "CX",
    "prep_fire": "PREP",
    "first_fire": "1st",
    "final_fire": "FIN",
    "moved": "MOV",
    "melee": "MEL",
    "concealed": "?",
    "wounded": "WND",
    "berserk": "BSK",
    "fanatic": "FAN",
    "malfunctioned": "MALF",
    "immobile": "IMM",
    "buttoned_up": "BU",
    "crew_exposed": "CE",
    "stunned": "STUN",
    "bogged": "BOG",
    "motion": "MOT",
    "shock": "SHOCK",
    "unconfirmed": "UK",
    "hull_down": "HD",
    "recalled": "RECALL",
    "abandoned": "ABAN",
    "limbered": "LIMB",
    "panic": "PANIC",
    "disrupted": "DISR",
    "ti": "TI",
    "opportunity_fire": "OPP",
    "heroic": "HERO",
    "encircled": "ENC",
    "wall": "WA",
    "prisoner": "PRIS",
    "unarmed": "UNARM",
    "acquired1": "ACQ-1",
    "acquired2": "ACQ-2",
}
TONES: dict[str, frozenset[State]] = {
    "tag-bad": frozenset(
        {
            "broken",
            "dm",
            "disrupted",
            "malfunctioned",
            "immobile",
            "stunned",
            "bogged",
            "shock",
            "unconfirmed",
            "recalled",
            "abandoned",
            "wounded",
            "encircled",
            "prisoner",
            "unarmed",
        }
    ),
    "tag-done": frozenset(
        {
            "prep_fire",
            "first_fire",
            "final_fire",
            "opportunity_fire",
            "moved",
            "ti",
            "cx",
            "pinned",
        }
    ),
    "tag-mind": frozenset({"panic", "berserk", "fanatic", "heroic"}),
}
"""The colour of a state's tag beside its word: what ails, is used up, or drives."""
FACED: frozenset[State] = frozenset({"broken", "concealed", "moved"})
"""States that the face itself shows, or that the page tells otherwise."""
MOST_WORDS = 2
"""Words that a counter bears before the rest is counted."""
SMALL = 7.0
"""The size of letters below which a text has two lines."""
LOW = 8.0
"""The largest size of letters in two lines."""
SIGNS = {"suspect": "S?", "concealment": "?"}
"""Kinds that bear a sign in place of a silhouette."""


def counters(sheet: Sheet, shown: Sequence[Counter]) -> str:
    """All counters, stack by stack; the first of a hex lies lowest."""
    stacks: dict[int, list[Counter]] = {}
    for counter in shown:
        stacks.setdefault(counter.hex, []).append(counter)
    drawn = [_stack(sheet, hex_, stack) for hex_, stack in sorted(stacks.items())]
    return group(sheet.css("counters"), _shared(sheet, shown), *drawn)


def stack_place(sheet: Sheet, hex_: int, height: int) -> tuple[float, float]:
    """The centre of a stack's lowest counter: its hex's, moved inside the picture."""
    x, y = sheet.grid.centre(*sheet.grid.coordinates(hex_))
    width, depth = sheet.size
    half = SIZE / 2 * sheet.detail + 2
    spread = _fan(height) * (height - 1) * sheet.detail
    return (
        min(max(x - spread / 2, half), width - half - spread),
        min(max(y + spread / 2, half + spread), depth - half),
    )


def symbols(sheet: Sheet) -> str:
    """What every counter uses, for a page that puts faces on it one by one."""
    return _defs(sheet, sorted(silhouettes()))


def face(sheet: Sheet, counter: Counter) -> str:
    """A counter around the point 0,0 without its stack; it uses the `symbols`."""
    return group(
        _look(sheet, counter),
        _arrow(sheet, counter),
        element("use", href=f"#{sheet.id('blank-' + counter.side)}"),
        _face(sheet, counter),
        _tags(sheet, counter),
    )


def _fan(height: int) -> float:
    return min(FAN, FAN_MOST / max(1, height - 1))


def _shared(sheet: Sheet, shown: Iterable[Counter]) -> str:
    """What all counters use: the blank one and the silhouettes that occur."""
    if not shown:
        return ""
    kinds = {counter.kind for counter in shown} & silhouettes().keys()
    return _defs(sheet, sorted(kinds))


def _defs(sheet: Sheet, kinds: Sequence[str]) -> str:
    """The blank counter and some silhouettes."""
    blanks = [_blank(sheet, side) for side in ("none", "friendly", "enemy")]
    shapes = [
        element("path", id=sheet.id(f"kind-{kind}"), d=silhouettes()[kind])
        for kind in kinds
    ]
    return element("defs", "".join(blanks) + "".join(shapes))


def _blank(sheet: Sheet, side: str) -> str:
    """A counter with nothing on it: the corners say whose it is."""
    half = FACE / 2
    edge = half - 1.1
    cut = 6.0
    body = {
        "none": f"M{-half} {-half}h{FACE}v{FACE}h{-FACE}z",
        "friendly": f"M{-half} {5 - half}q0-5 5-5h{FACE - 10}q5 0 5 5v{FACE - 10}"
        f"q0 5-5 5h{10 - FACE}q-5 0-5-5z",
        "enemy": f"M{-half} {cut - half}l{cut} {-cut}h{FACE - 2 * cut}l{cut} {cut}"
        f"v{FACE - 2 * cut}l{-cut} {cut}h{2 * cut - FACE}l{-cut} {-cut}z",
    }[side]
    parts = (
        sheet.path(body, "counter-shadow", transform="translate(2 2.4)"),
        sheet.path(body, "counter-body"),
        sheet.path(f"M{-edge} {edge - 6}V{6 - edge}", "bevel-light"),
        sheet.path(f"M{edge} {6 - edge}V{edge - 6}", "bevel-dark"),
    )
    return element("g", *parts, id=sheet.id(f"blank-{side}"))


def _stack(sheet: Sheet, hex_: int, stack: list[Counter]) -> str:
    x, y = stack_place(sheet, hex_, len(stack))
    off = _fan(len(stack)) * sheet.detail
    return group(
        sheet.css("stack"),
        *(
            _counter(sheet, counter, (x + off * n, y - off * n))
            for n, counter in enumerate(stack)
        ),
        data_hex=sheet.map.name(hex_),
    )


def _counter(sheet: Sheet, counter: Counter, at: tuple[float, float]) -> str:
    place = f"translate({number(at[0])} {number(at[1])})"
    place += f" scale({number(sheet.detail * LARGE)})"
    return group(
        _look(sheet, counter),
        element("title", text_of(_spoken(counter))),
        _arrow(sheet, counter),
        element("use", href=f"#{sheet.id('blank-' + counter.side)}"),
        _face(sheet, counter),
        _tags(sheet, counter),
        transform=place,
        data_key=counter.key or None,
    )


def _look(sheet: Sheet, counter: Counter) -> str:
    """The classes of a counter: its nation, and the other side of one that broke."""
    view = counter.kind if counter.kind == "suspect" else counter.nation
    turned = "turned" if "broken" in counter.states else ""
    return sheet.css("counter", f"n-{view.replace('_', '')}", turned)


def _spoken(counter: Counter) -> str:
    """The counter in words, for hovering and for readers."""
    if counter.kind == "suspect":
        return ", ".join(word for word in ("S?", counter.name) if word)
    sign = SIGNS.get(counter.kind, counter.kind.replace("_", " "))
    level = f"level {counter.level}" if counter.level else ""
    states = (state.replace("_", " ") for state in counter.states)
    nation = "" if counter.nation == "none" else counter.nation.replace("_", " ")
    words = (counter.name or f"{nation} {sign}".strip(), counter.text, level, *states)
    return ", ".join(word for word in words if word)


def _face(sheet: Sheet, counter: Counter) -> str:
    """Silhouette or sign, factors, nation."""
    out = []
    if "broken" in counter.states:
        out.append(_turned(sheet))
    broken = "broken" in counter.states
    if counter.kind in SIGNS:
        size = 18.0 if not counter.text else 15.0
        data = lettering(
            [(0, 0 if not counter.text else -4, SIGNS[counter.kind])], size=size
        )
        out.append(sheet.path(data, "sign"))
    elif counter.kind in silhouettes():
        href = f"#{sheet.id('kind-' + counter.kind)}"
        place = "translate(0 -3.4)" if counter.text else "translate(0 1.5)"
        if len(_lines(counter.text)) > 1:
            place = "translate(0 -6.6) scale(.78)"
        if broken and counter.broken:
            place = "translate(-4.6 -2.4) scale(.72)"
        out.append(
            element("use", href=href, class_=sheet.css("silhouette"), transform=place)
        )
    lone = counter.kind == "marker"
    if "concealed" in counter.states:
        out.append(_veil(sheet))
    if broken and counter.broken:
        morale = lettering([(9.4, 0.6, counter.broken)], size=14)
        out.append(sheet.path(morale, "factors"))
    else:
        out.append(_fitted(sheet, counter.text, 0.0 if lone else 11.6, 11.0))
    nation = lettering([(0, 0, NATION_WORDS[counter.nation])], size=5.4)
    if counter.kind != "suspect":
        width = text_width(NATION_WORDS[counter.nation], size=5.4)
        out.append(
            sheet.path(
                nation,
                "nation",
                transform=f"translate({number(width / 2 - 15.2)} -13.4)",
            )
        )
    if counter.mark:
        letter = lettering([(0, 0, counter.mark)], size=8.4)
        left = text_width(counter.mark, size=8.4) / 2 - 15.4
        place = f"translate({number(left)} -4.4)"
        ink = "veil-sign" if "concealed" in counter.states else "factors"
        out.append(sheet.path(letter, ink, "factors-small", transform=place))
    return "".join(out)


def _turned(sheet: Sheet) -> str:
    """The other side of one that is broken: paper, hatched, with a jagged foot."""
    return (
        sheet.path("M-14.6-14.6h29.2v29.2h-29.2z", "turned-face")
        + sheet.path(
            "M-14-6l8-8M-14 2l16-16M-14 10l24-24M-10 14l24-24M-2 14l16-16M6 14l8-8",
            "turned-hatch",
        )
        + sheet.path(
            "M-14.6 14.6v-3.4l4-2.4l4 2.8l4.6-3.6l4.4 3.2l4.6-3l3.6 2.6l4-2.2v6z",
            "turned-foot",
        )
    )


def _veil(sheet: Sheet) -> str:
    """The dark upper half of a counter that is concealed, with its sign."""
    sign = lettering([(0, 0, "?")], size=11)
    veil = sheet.path("M-17.4-12l5.4-5.4h24l5.4 5.4v12h-34.8z", "veil")
    return veil + sheet.path(sign, "veil-sign", transform="translate(0 -8.6)")


def _fitted(sheet: Sheet, text: str, y: float, size: float) -> str:
    """A text as large as there is room for; a long one in two lines, none cut."""
    lines = _lines(text)
    size = min(size if len(lines) == 1 else LOW, *(_fit(line, size) for line in lines))
    drop = 0.62 * size if len(lines) > 1 else 0.0
    placed = [(0, y + drop * (2 * at - 1.6), part) for at, part in enumerate(lines)]
    weight = "" if size > 9 else "factors-small" if size > 7 else "factors-tiny"
    return sheet.path(lettering(placed, size=size), "factors", weight)


def _fit(text: str, size: float) -> float:
    """The size at which a text is no wider than the counter has room for."""
    room = FACE - 5
    width = text_width(text, size=size)
    return size if width <= room else 0.99 * size * room / width


def _lines(text: str) -> list[str]:
    """A text in one line, or in two if it would be too small."""
    return [text] if _fit(text, 11.0) > SMALL else _halves(text)


def _halves(text: str) -> list[str]:
    """A text in two lines, as equal as its spaces let them be."""
    words = text.split(" ")
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    if not ways:
        return [text]
    return list(min(ways, key=lambda way: max(map(len, way))))


def _tags(sheet: Sheet, counter: Counter) -> str:
    """States: badges, and words down the right side; the level at the left."""
    plain = [s for s in counter.states if s not in BADGES and s not in FACED]
    words = [(STATE_WORDS[state], _tone(state)) for state in plain]
    if len(words) > MOST_WORDS:
        words = [*words[:1], (f"+{len(words) - 1}", "")]
    out = []
    beside = any(BADGES[s].at == "right" for s in counter.states if s in BADGES)
    top = 6.0 if beside else -5.6
    for row, (word, tone) in enumerate(words):
        out.append(_tag(sheet, word, 17.4, top + 7.6 * row, right=True, tone=tone))
    if counter.level:
        word = f"L{counter.level}".replace("-", "\N{MINUS SIGN}")
        out.append(_tag(sheet, word, -17.4, 9.6, right=False))
    return "".join(out) + badges(sheet, counter.states)


def _tone(state: State) -> str:
    return next((tone for tone, states in TONES.items() if state in states), "")


def _tag(
    sheet: Sheet, word: str, x: float, y: float, *, right: bool, tone: str = ""
) -> str:
    width = text_width(word, size=6.4) + 3.4
    left = x - width if right else x
    box = element(
        "rect",
        class_=sheet.css("tag", tone),
        x=left,
        y=y - 3.6,
        width=width,
        height=7.2,
        rx=1.4,
    )
    letters = lettering([(left + width / 2, y, word)], size=6.4)
    return box + sheet.path(letters, "tag-text")


def _arrow(sheet: Sheet, counter: Counter) -> str:
    """A wedge under the counter along the hexspine it faces, a bar for its turret."""
    out = ""
    if counter.facing is not None:
        turn = f"rotate({60 * counter.facing - 30})"
        out = sheet.path("M-6.5-17L0-27L6.5-17z", "facing", transform=turn)
    if counter.barrel is not None:
        turn = f"rotate({60 * counter.barrel - 30})"
        out += sheet.path("M-2.2-14V-29.5H2.2V-14z", "facing", transform=turn)
    return out


@cache
def silhouettes() -> dict[str, str]:
    """Path data of every silhouette by kind."""
    text = (files("opfor.views.board") / "silhouettes.toml").read_text("utf-8")
    man = re.compile(r"@man(-?[\d.]+),(-?[\d.]+)")
    return {
        kind: man.sub(lambda found: f"M{found[1]} {found[2]}{MAN}", path)
        for kind, path in tomllib.loads(text).items()
    }
