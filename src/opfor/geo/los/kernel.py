"""The thread: does it reach, and what hinders it. Compiled; knows only arrays.

The thread is a straight row of pixels between two hex dots. Columns of pixels are
stepped through, and the rows that the thread covers within each; stretches where
nothing changes are jumped over. What a pixel's terrain and ground do at the heights of
both ends stands in a table (`verdicts.py`); ranges and places are asked here.

Everything here is symmetric: a thread is always walked from its left end.

It is one file on purpose: numba compiles anew when the file of a function changes, not
when one does from which it takes a constant. Functions are few, and builtins such as
`max` avoided: each is one more to compile, and once more within each of its callers.
"""
# ruff: noqa: C901, PLR0911, PLR0912, PLR1714 - see above

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opfor.geo.los.jit import compiled, inlined, inner

Record = Any
"""One row of a structured array, as numba passes it."""

RUN_BITS, PLACE_BITS = 5, 16
"""Bits of a word; the class has the rest, 11."""
CLASS_SHIFT = RUN_BITS + PLACE_BITS
PLACE_MASK, RUN_MASK = (1 << PLACE_BITS) - 1, (1 << RUN_BITS) - 1

SHIFT = 2
BLOCK = 1 << SHIFT
"""Pixels along a side of the blocks in which they are kept."""
PROBE = 10
"""Pixels from one probe of a thread to the next."""
ASIDE = 4
"""Pixels at which a thread along hexsides looks to both sides."""
NEVER = -1024
"""Below every difference in level."""
DEPTH = 1024
"""Ranges that one thread may span."""

CLEAR = 0
STAIRS, INDOORS, SUNKEN, GROUND, HEXSIDE, HALF, TERRAIN, HEIGHT, BLIND, CREST, SUM = (
    -1,
    -2,
    -3,
    -4,
    -5,
    -6,
    -7,
    -8,
    -9,
    -10,
    -11,
)
"""Why LOS is blocked; a positive number is a hindrance, 0 nothing."""

NOTHING, RISES, ANYWHERE, BETWEEN, BEHIND, LEVEL, HILLOCK, WALL = range(8)
"""How a verdict is come to: no way up to the lower end; up, but no more; at once;
between the ends; by Blind Hexes; as crest line; as hillock; unless an end's hexside."""

HEX = np.dtype(
    [
        ("q", "i8"),
        ("r", "i8"),
        ("x", "i8"),  # the dot, in whole pixels
        ("y", "i8"),
        ("form", "i8"),  # which of the forms in `own` the hex has
        ("ground", "i8"),
        ("floor", "i8"),  # of the depression in it, where there is one
        ("code", "i8"),
        ("filler", "i8"),  # class, at the lowest ground, of what fills the hex
        ("bridged", "i8"),
        ("stairs", "i8"),
        ("dips", "i8"),  # hexsides (bits) that a depression crosses
        ("hillock", "i8"),  # the group of hillock hexes, or 0
        ("around", "i8", (6,)),
    ],
    align=True,
)
SPOT = np.dtype(
    [
        ("hex", "i8"),
        ("x", "i8"),
        ("y", "i8"),
        ("q", "i8"),
        ("r", "i8"),
        ("height", "i8"),
        ("built", "i8"),  # hexsides (bits) that the building it is in reaches
        ("sunken", "i8"),  # it is the floor of a depression
    ],
    align=True,
)
"""A Location, in one line of the processor's cache."""
CLASS = np.dtype(
    [
        ("code", "i8"),
        ("ground", "i8"),
        ("top", "i8"),  # in half levels
        ("bare", "i8"),  # the class of its ground alone
        ("side", "i8"),  # hexside terrain: 1, or 2 where it is half a level
        ("cliff", "i8"),
        ("deck", "i8"),  # a bridge: what lies beneath is the ground
        ("yields", "i8"),  # along a hexside, to what fills the hex
        ("bar", "i8"),  # half levels up to which it blocks in its own hexes too
        ("walls", "i8"),  # half levels up to which a building stands, or NEVER
    ],
    align=True,
)
"""Terrain of one code at one level of the ground."""
RIM = np.dtype(
    [
        ("hex", "i8"),
        ("near", "i8"),
        ("count", "i8"),
        ("one", "i8", (6,)),
        ("two", "i8", (6,)),
    ],
    align=True,
)
"""Where hexside terrain stands: its hex, and the hexsides (pairs of hexes) it is."""


class Planes(NamedTuple):
    """A map made ready for the thread.

    Attributes:
        words: per pixel class, place (its hex; of hexside terrain its rim) and run:
            pixels in every direction that are as it is; shape (blocks across, blocks
            down, pixels of a block).
        width: pixels across.
        height: pixels down.
        open: per height of the lower end, how many blocks in every direction hold
            nothing that matters to it; shape (heights, blocks across, blocks down).
        solid: per block of pixels, what all of it surely blocks: twice the level.
        spots: SPOT rows by Location.
        hexes: HEX rows.
        classes: CLASS rows.
        acts: per height of the lower and of the higher end (from the lowest of all)
            and per class: way, verdict, and what the Blind Hexes of a crest line and
            of an obstacle start from.
        rims: RIM rows.
        own: per form of a hex and per row (the dot's in the middle) the first and last
            pixel, from the dot, that count as the hex itself.
        sides: per hexside, how much of a way east and south leads to it.
        margin: pixels from its dot within which nothing of an end's own hex can matter.
        seen: per range what hindered the thread last: stamp * 8 + DRM, hex, code.
        note: the thread's stamp; then hex and code of the last hindrance or block.
    """

    words: NDArray[np.uint32]
    width: int
    height: int
    open: NDArray[np.uint8]
    solid: NDArray[np.int8]
    spots: NDArray[Any]
    hexes: NDArray[Any]
    classes: NDArray[Any]
    acts: NDArray[np.int16]
    rims: NDArray[Any]
    own: NDArray[np.int16]
    sides: NDArray[np.float64]
    margin: float
    seen: NDArray[np.int64]
    note: NDArray[np.int64]


class Thread(NamedTuple):
    """A thread from hex `a`, its left end, to hex `b`.

    Attributes:
        a: the hex at its left (or upper) end.
        b: the hex at the other.
        low: the height of the lower end, from the lowest of all.
        high: that of the higher.
        down: `a` is the higher.
        reach: the range.
        along: it runs along hexsides.
        aside_x: pixels across to where it looks beside itself then.
        aside_y: pixels down.
    """

    a: int
    b: int
    low: int
    high: int
    down: bool
    reach: int
    along: bool
    aside_x: int
    aside_y: int


@inner
def distance(one: Record, two: Record) -> int:
    """The range in hexes."""
    q, r = two.q - one.q, two.r - one.r
    if q < 0:
        q, r = -q, -r
    if r >= 0:
        return int(q + r)
    return int(q if q + r >= 0 else -r)


@inlined
def inside(planes: Planes, hex_: Record, x: int, y: int) -> bool:
    """Whether a pixel counts as an end's own hex, which reaches a pixel further."""
    row = y - hex_.y + planes.own.shape[1] // 2
    if row < 0 or row >= planes.own.shape[1]:
        return False
    across = x - hex_.x
    return bool(
        planes.own[hex_.form, row, 0] <= across <= planes.own[hex_.form, row, 1]
    )


@inlined
def note(planes: Planes, hex_: int, code: int) -> None:
    """Write down where a verdict fell, and by what."""
    planes.note[1] = hex_
    planes.note[2] = code


@inlined
def word_at(planes: Planes, x: int, y: int) -> int:
    """The word of a pixel; those of a block lie in one line of the cache."""
    number = (x & (BLOCK - 1)) * BLOCK + (y & (BLOCK - 1))
    return int(np.int64(planes.words[x >> SHIFT, y >> SHIFT, number]))


@inlined
def hex_of(planes: Planes, word: int) -> int:
    """The hex of a pixel."""
    place = (word >> RUN_BITS) & PLACE_MASK
    if planes.classes[word >> CLASS_SHIFT].side:
        return int(planes.rims[place].hex)
    return place


@inner
def held(planes: Planes, one: Record, two: Record, pit: bool) -> bool:
    """Whether an end's own hex holds the thread back, on its way from the dot.

    A building does (A6.8) if the thread is still in it when it leaves the hex.

    A depression does (A6.3) if the other end is not as many levels up as it is hexes
    away where the thread rises out of it. Where it never does, a stream may run
    downhill. EXC: an adjacent hex into which the depression runs on. A bridge's deck
    is no rim.
    """
    here, there = planes.hexes[one.hex], planes.hexes[two.hex]
    if pit:
        for side in range(6):
            if here.around[side] == two.hex and (here.dips >> side) & 1:
                return False
    elif not (one.built >> exit_side(planes, two.x - one.x, two.y - one.y)) & 1:
        return False
    step, fall = (1 if two.x > one.x else -1), (1 if two.y > one.y else -1)
    columns = (two.x - one.x) * step
    slope = (two.y - one.y) / (columns + 1)
    bottom = planes.height - 1
    for column in range(columns + 1):
        x = one.x + step * column
        y = int(one.y + slope * column)
        last = int(one.y + slope * (column + 1))
        while (last - y) * fall >= 0:
            word = word_at(planes, x, y if y < bottom else bottom)
            class_ = planes.classes[word >> CLASS_SHIFT]
            if pit:
                if class_.ground > here.floor and not class_.deck:
                    edge = planes.hexes[hex_of(planes, word)]
                    return bool(two.height - one.height < distance(edge, there))
            elif not inside(planes, here, x - step, y - fall):
                return True
            elif class_.walls < 2 * one.height:
                return False
            y += fall
    return not pit


@inlined
def exit_side(planes: Planes, dx: int, dy: int) -> int:
    """The hexside through which a thread in that direction leaves its hex."""
    best, found = -1.0, 0
    for side in range(6):
        gain = dx * planes.sides[side, 0] + dy * planes.sides[side, 1]
        if gain > best:
            best, found = gain, side
    return found


@inner
def own_side(planes: Planes, thread: Thread, rim: Record) -> bool:
    """Whether hexside terrain is a side or hexspine of an end's hex (B9.2).

    An end's own are the six sides of its hex and the six hexspines at its corners.
    """
    for number in range(rim.count if thread.along else rim.near):
        one = planes.hexes[rim.one[number]]
        two = planes.hexes[rim.two[number]]
        for turn in range(2):
            end = planes.hexes[thread.b if turn else thread.a]
            near, far = distance(end, one), distance(end, two)
            if near == 0 or far == 0 or (near == 1 and far == 1):
                return True
    return False


@inner
def judge(
    planes: Planes, thread: Thread, place: int, class_: int, x: int, y: int
) -> int:
    """What terrain and ground at a place between the ends do to the thread."""
    way = int(planes.acts[thread.low, thread.high, class_, 0])
    verdict = int(planes.acts[thread.low, thread.high, class_, 1])
    way = way if way > 0 else -way
    if way <= ANYWHERE:
        return verdict if way == ANYWHERE else CLEAR
    hex_, a, b = planes.hexes[place], planes.hexes[thread.a], planes.hexes[thread.b]
    range_a, range_b = distance(a, hex_), distance(b, hex_)
    if range_a >= thread.reach and range_b >= thread.reach:
        return CLEAR
    if way == BETWEEN:
        return verdict
    if way == HILLOCK:  # it hides what lies behind it, but not from a hillock (F6)
        own = hex_.hillock == a.hillock or hex_.hillock == b.hillock
        return CLEAR if own or (a.hillock and b.hillock) else verdict
    high_range = range_a if thread.down else range_b
    if way == LEVEL:
        lap = high_range == 1 and laps(
            planes, a if thread.down else b, hex_, class_, x, y
        )
        return verdict if lap else CREST
    low_range = range_b if thread.down else range_a
    crest = int(planes.acts[thread.low, thread.high, class_, 2])
    hidden = int(planes.acts[thread.low, thread.high, class_, 3])
    # Blind Hexes (A6.4): behind an obstacle at least 1, behind a crest line perhaps 0
    if crest > NEVER and (low_range <= crest + high_range // 5 or low_range <= 0):
        return CREST
    if low_range <= hidden + high_range // 5 or low_range <= 1:
        return verdict
    return CLEAR


@inlined
def laps(
    planes: Planes, end: Record, hex_: Record, class_: int, x: int, y: int
) -> bool:
    """Whether ground laps over from the higher end's hex into a lower one beside it.

    It does where it lies nearer to that end than the lower hex's dot.
    """
    if hex_.ground >= planes.classes[class_].ground and not hex_.bridged:
        return False
    across, down = x - end.x, y - end.y
    far_across, far_down = hex_.x - end.x, hex_.y - end.y
    far = far_across * far_across + far_down * far_down
    return bool(across * across + down * down < far)


@inlined
def beside(planes: Planes, x: int, y: int) -> int:
    """The hex of a pixel, or of the nearest on the map."""
    x = 0 if x < 0 else planes.width - 1 if x >= planes.width else x
    y = 0 if y < 0 else planes.height - 1 if y >= planes.height else y
    return hex_of(planes, word_at(planes, x, y))


@inlined
def aside(one: Record, two: Record) -> tuple[int, int]:
    """Where a thread along hexsides looks beside itself, from each of its pixels."""
    dx, dy = two.x - one.x, two.y - one.y
    length = np.sqrt(dx * dx + dy * dy)
    return int(np.rint(-ASIDE * dy / length)), int(np.rint(ASIDE * dx / length))


@inner
def touch(planes: Planes, thread: Thread, x: int, y: int, word: int) -> int:
    """What one pixel does to the thread; a hindrance or block is noted with its hex."""
    class_, place = word >> CLASS_SHIFT, (word >> RUN_BITS) & PLACE_MASK
    kind = planes.classes[class_]
    if kind.side:
        rim = planes.rims[place]
        place = int(rim.hex)
        wall = planes.acts[thread.low, thread.high, class_, 0] == WALL
        own = (wall or kind.side == 1) and own_side(planes, thread, rim)
        if wall and not own:
            note(planes, place, kind.code)
            return HEXSIDE
        if own or kind.side == 2:
            class_ = int(kind.bare)
    if thread.along:
        return CLEAR if kind.cliff else touch_both(planes, thread, x, y, class_)
    verdict = judge(planes, thread, place, class_, x, y)
    if verdict:
        note(planes, place, planes.classes[class_].code)
    return verdict


@inlined
def touch_both(planes: Planes, thread: Thread, x: int, y: int, class_: int) -> int:
    """Along hexsides the thread touches the hexes on both sides.

    Inherent terrain fills them, a sparse one too.
    """
    worst = CLEAR
    kind = planes.classes[class_]
    for turn in range(-1, 2, 2):
        place = beside(planes, x + turn * thread.aside_x, y + turn * thread.aside_y)
        if place == thread.a or place == thread.b:
            continue
        found = class_
        if kind.yields:
            found = int(planes.hexes[place].filler + kind.bare)
        verdict = judge(planes, thread, place, found, x, y)
        if verdict < 0 or verdict > worst:
            worst = verdict
            note(planes, place, planes.classes[found].code)
        if verdict < 0:
            break
    return worst


@inner
def walk(planes: Planes, thread: Thread) -> int:
    """Walk the thread from `a` to `b`, past as many pixels at a time as are alike."""
    a, b = planes.hexes[thread.a], planes.hexes[thread.b]
    dx, dy = b.x - a.x, b.y - a.y
    slope = dy / (dx + 1)
    steep = slope if slope > 0 else -slope
    ease = 1.0 if steep <= 1.0 else 0.999999 / steep
    column = int(planes.margin * dx / np.sqrt(dx * dx + dy * dy))
    end, floor = dx - column, planes.height - 1
    total, last = 0, -1
    while column <= end:
        x, y = a.x + column, int(a.y + slope * column)
        column += 1
        bottom = int(a.y + slope * column)
        if bottom < y:
            y, bottom = bottom, y
        bottom = floor if bottom > floor else bottom
        while y <= bottom:
            run = (planes.open[thread.low, x >> SHIFT, y >> SHIFT] - 1) * BLOCK
            if run <= 0:
                word = word_at(planes, x, y)
                run = word & RUN_MASK
                class_ = word >> CLASS_SHIFT
                way = int(planes.acts[thread.low, thread.high, class_, 0])
                if (way > 0 or thread.along) and word >> RUN_BITS != last:
                    spot = at_end(planes, a, b, x, y)
                    if spot:
                        run = 0
                        verdict = bar(planes, thread, spot, class_)
                    else:
                        last = word >> RUN_BITS
                        verdict = touch(planes, thread, x, y, word)
                    if verdict < 0:
                        return verdict
                    if verdict > 0:
                        total += count(planes, a, verdict)
                        if total >= 6:
                            return SUM
                if thread.along:
                    run, last = 0, -1
            elif thread.along:
                run = run - ASIDE - 1 if run > ASIDE else 0
            leap = int(run * ease)
            if leap:
                column += leap - 1
                break
            y += run + 1
    return total


@inlined
def at_end(planes: Planes, a: Record, b: Record, x: int, y: int) -> int:
    """Whose own hex a pixel lies in: 1 for that of `a`, 2 of `b`, 0 neither."""
    if inside(planes, a, x, y):
        return 1
    return 2 if inside(planes, b, x, y) else 0


@inlined
def bar(planes: Planes, thread: Thread, end: int, class_: int) -> int:
    """A black bar or inner wall in an end's own hex blocks what is below its top."""
    kind = planes.classes[class_]
    height = thread.high if thread.down == (end == 1) else thread.low
    if 2 * height < kind.bar:
        note(planes, thread.a if end == 1 else thread.b, kind.code)
        return TERRAIN
    return CLEAR


@inlined
def count(planes: Planes, a: Record, drm: int) -> int:
    """What a hindrance adds: the largest at each range counts once (A6.7)."""
    reach = distance(a, planes.hexes[planes.note[1]])
    stamp, before = planes.note[0], planes.seen[reach, 0]
    known = before & 7 if before >> 3 == stamp else 0
    if drm <= known:
        return 0
    planes.seen[reach, 0] = stamp * 8 + drm
    planes.seen[reach, 1] = planes.note[1]
    planes.seen[reach, 2] = planes.note[2]
    return int(drm - known)


@inlined
def probe(planes: Planes, one: Record, two: Record, least: int) -> bool:
    """Look at single pixels far apart for what surely blocks: most LOS end there.

    Args:
        planes: the map.
        one: the left end.
        two: the other.
        least: twice the level from which on what is solid blocks.
    """
    dx, dy = two.x - one.x, two.y - one.y
    length = dx if dx > dy and dx > -dy else dy if dy > 0 else -dy
    own = planes.own.shape[1] // 2 + ASIDE + 2
    slope, share = dy / (dx + 1), (dx + 1) / (length + 1)
    for step in range(own, length - own, PROBE):
        across = share * step  # less than a column short of the pixel's right edge
        x, y = one.x + int(across), int(one.y + slope * across)
        if planes.solid[x >> SHIFT, y >> SHIFT] >= least:
            return True
    return False


@inlined
def trace(planes: Planes, a: int, b: int, brief: bool) -> int:
    """LOS between two Locations: the sum of its hindrances, or a negative reason.

    A brief answer may be another reason than the first on the way, and is not noted.
    """
    one, two = planes.spots[a], planes.spots[b]
    if one.hex == two.hex:
        apart = one.height - two.height
        if apart == 0 or (planes.hexes[one.hex].stairs and -1 <= apart <= 1):
            return CLEAR
        note(planes, one.hex, planes.hexes[one.hex].code)
        return STAIRS
    if two.x < one.x or (two.x == one.x and two.y < one.y):
        one, two = two, one
    down = one.height > two.height
    low, high = (two.height, one.height) if down else (one.height, two.height)
    q, r = two.q - one.q, two.r - one.r
    along = q == r or q == -q - r or r == -q - r
    reach = distance(planes.hexes[one.hex], planes.hexes[two.hex])
    # with one end lower, what is as high as the other hides it
    least = 2 * high + (1 if low < high else 2)
    if brief and reach > 3 and probe(planes, one, two, least):
        return TERRAIN
    climbs = low < high and not along
    if one.built | two.built | one.sunken | two.sunken:
        for turn in range(4):
            here, there = (two, one) if turn & 1 else (one, two)
            pit = turn > 1
            if (here.sunken if pit else climbs and here.built) and held(
                planes, here, there, pit
            ):
                note(planes, here.hex, planes.hexes[here.hex].code)
                return SUNKEN if pit else INDOORS
    aside_x, aside_y = aside(planes.hexes[one.hex], planes.hexes[two.hex])
    return walk(
        planes,
        Thread(one.hex, two.hex, low, high, down, reach, along, aside_x, aside_y),
    )


@compiled
def trace_pairs(
    planes: Planes,
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    brief: bool,
    out: NDArray[np.int8],
) -> None:
    """LOS of many pairs of Locations into `out`: a hindrance or a negative reason."""
    for i in range(len(out)):
        planes.note[0] += 1
        out[i] = trace(planes, a[i], b[i], brief)


@compiled
def cross(planes: Planes, a: int, b: int, out: NDArray[np.int64]) -> int:
    """The hexes that the thread touches between two hexes into `out`: how many.

    They come in order, some of them more than once.
    """
    one, two = planes.hexes[a], planes.hexes[b]
    if two.x < one.x or (two.x == one.x and two.y < one.y):
        one, two = two, one
    q, r = two.q - one.q, two.r - one.r
    along = 1 if q == r or q == -q - r or r == -q - r else 0
    aside_x, aside_y = aside(one, two)
    slope, floor = (two.y - one.y) / (two.x - one.x + 1), planes.height - 1
    found, last = 0, -1
    for column in range(two.x - one.x + 1):
        x = one.x + column
        y, bottom = int(one.y + slope * column), int(one.y + slope * (column + 1))
        if bottom < y:
            y, bottom = bottom, y
        for row in range(y, (bottom if bottom < floor else floor) + 1):
            if at_end(planes, one, two, x, row):
                continue
            for turn in range(-along, along + 1):
                place = beside(planes, x + turn * aside_x, row + turn * aside_y)
                if place != last and place != a and place != b:
                    out[found] = last = place
                    found += 1
    return found
