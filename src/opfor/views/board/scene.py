"""What a picture can show besides the board: counters, a LOS thread, marks.

These structs are all that the drawing knows of a game, so that any source can fill
them: a game's state, a saved game, a rule's worked example, a test.
"""

from typing import Literal

import msgspec

Point = tuple[float, float]
Kind = Literal[
    "squad",
    "half_squad",
    "crew",
    "leader",
    "hero",
    "machine_gun",
    "mortar",
    "at_rifle",
    "rocket",
    "flamethrower",
    "demolition",
    "radio",
    "gun",
    "tank",
    "assault_gun",
    "armored_car",
    "halftrack",
    "truck",
    "wreck",
    "suspect",
    "concealment",
    "foxhole",
    "trench",
    "pillbox",
    "wire",
    "mines",
    "roadblock",
    "smoke",
    "fire",
    "marker",
]
Nation = Literal[
    "german",
    "russian",
    "american",
    "british",
    "italian",
    "finnish",
    "japanese",
    "chinese",
    "french",
    "minor",
    "axis_minor",
    "partisan",
    "none",
]
State = Literal[
    "broken",
    "dm",
    "pinned",
    "cx",
    "prep_fire",
    "first_fire",
    "final_fire",
    "moved",
    "melee",
    "concealed",
    "wounded",
    "berserk",
    "fanatic",
    "malfunctioned",
    "immobile",
    "buttoned_up",
    "crew_exposed",
    "stunned",
    "bogged",
    "motion",
    "shock",
    "unconfirmed",
    "hull_down",
    "recalled",
    "abandoned",
    "limbered",
    "panic",
    "disrupted",
    "ti",
    "opportunity_fire",
    "heroic",
    "encircled",
    "wall",
    "prisoner",
    "unarmed",
    "acquired1",
    "acquired2",
]
Sight = Literal["clear", "hindered", "blocked"]
Edge = Literal["north", "east", "south", "west"]
Side = Literal["friendly", "enemy", "none"]
Theme = Literal["light", "dark"]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """One counter. Those of one hex are drawn as a stack, in the order given.

    Args:
        hex: the hex number it lies in.
        kind: what it is, for the silhouette.
        nation: whose colours it has.
        text: its factors, such as 4-6-7, or a word; drawn along the bottom.
        name: what it is called; shown on hovering and read out.
        level: the Location's level above the hex's base, shown if not 0.
        states: what has happened to it, drawn as small tags.
        facing: hexside number 0 to 5 clockwise from the top, of its Covered Arc's
            middle vertex side; None if it has none.
        barrel: where its turret points, counted like the facing; None if it has none,
            or if it points ahead.
        key: an id of the game's own for the element, so that a page can find it.
        mark: which of its like it is, such as B.
        side: whose it is: rounded corners are FRIENDLY, cut ones ENEMY.
        broken: the morale of its broken side, which it shows alone while it is broken.
    """

    hex: int
    kind: Kind
    nation: Nation = "none"
    text: str = ""
    name: str = ""
    level: int = 0
    states: tuple[State, ...] = ()
    facing: int | None = None
    barrel: int | None = None
    key: str = ""
    mark: str = ""
    side: Side = "none"
    broken: str = ""


class DrawnThread(msgspec.Struct, frozen=True, kw_only=True):
    """A LOS thread along points of the map.

    Args:
        points: two or more map pixels, from the viewer to the target.
        sights: what LOS is between each point and the next; one fewer than points.
        notes: a word for each point, such as `+1` where a Hindrance begins.
    """

    points: tuple[Point, ...]
    sights: tuple[Sight, ...]
    notes: tuple[str, ...] = ()


class DrawnVpo(msgspec.Struct, frozen=True):
    """A Victory Point Objective: its hex, who Controls it, and a word on it."""

    hex: int
    side: Side = "none"
    text: str = ""


class EdgeLabel(msgspec.Struct, frozen=True):
    """A word along an edge of the map, such as FBE or EBE, in a side's colour."""

    edge: Edge
    text: str
    side: Side = "none"


class Highlight(msgspec.Struct, frozen=True):
    """A hex with a ring around it: chosen, aimed at, on a way, or just meant."""

    hex: int
    kind: Literal["selected", "target", "path", "option", "danger"] = "selected"


class Ring(msgspec.Struct, frozen=True):
    """The line around all hexes within a range of one."""

    hex: int
    radius: int
    text: str = ""


class HexNote(msgspec.Struct, frozen=True):
    """A short word in a hex, such as a range or an MF cost."""

    hex: int
    text: str


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is neither board, counter nor thread.

    Args:
        vpo: the objectives.
        edges: words along the edges; they add a frame to the picture.
        north: where north lies, in degrees clockwise from the top; None hides the
            compass. It too adds the frame.
        highlights: ringed hexes.
        rings: ranges.
        notes: words in hexes.
    """

    vpo: tuple[DrawnVpo, ...] = ()
    edges: tuple[EdgeLabel, ...] = ()
    north: float | None = None
    highlights: tuple[Highlight, ...] = ()
    rings: tuple[Ring, ...] = ()
    notes: tuple[HexNote, ...] = ()
