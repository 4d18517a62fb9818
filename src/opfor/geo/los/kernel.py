"""The thread: does it reach, and what hinders it. Compiled; knows only arrays.

The thread is a straight row of pixels between two hex dots. Columns of pixels are
stepped through, and the rows that the thread covers within each; stretches where
nothing stands as high as the lower end are jumped over. Every pixel that could
matter is judged by what the rules say of its terrain and ground level.

Everything here is symmetric: a thread is always walked from its left end.

It is one file on purpose: numba compiles anew when the file of a function changes, not
when one does from which it takes a constant. Numbers are compared one by one, not with
`in`, and squared by hand: each of those would be a function more to compile.
"""
# ruff: noqa: PLR1714 - see above

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from opfor.geo.los.jit import compiled, inlined, inner

Record = Any
"""One row of a structured array, as numba passes it."""

BLOCK = 2
"""Pixels along a side of the blocks in which open stretches are measured."""
PROBE = 20
"""Pixels from one probe of a thread to the next."""
NEVER = -1024
"""Below every difference in level."""
DEPTH = 1024
"""Ranges that one thread may span."""

NONE, HINDRANCE, OBSTACLE = 0, 1, 2
"""Effects of terrain on LOS."""

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

HEX = np.dtype(
    [
        ("index", "i4"),
        ("x", "i4"),  # the dot, in whole pixels
        ("y", "i4"),
        ("form", "i4"),  # which of the forms in `own` the hex has
        ("col", "i4"),
        ("row", "i4"),
        ("ground", "i4"),
        ("code", "u1"),
        ("filler", "u1"),  # Inherent terrain that fills the hex, or 0
        ("sunken", "?"),  # its lowest Location lies in a depression, at `floor`
        ("floor", "i4"),
        ("bridged", "?"),
        ("stairs", "?"),
        ("built", "u1"),  # hexsides (bits) whose middle a building covers
        ("dips", "u1"),  # hexsides that a depression crosses
        ("slopes", "u1"),
        ("hillock", "i4"),  # the group of hillock hexes, or 0
        ("around", "i4", (6,)),
    ],
    align=True,
)
KIND = np.dtype(
    [
        ("full", "i4"),  # height in full levels
        ("half", "i4"),  # 1 if half a level more
        ("effect", "i4"),
        ("lower", "i4"),  # effect on LOS below `split`
        ("split", "i4"),  # in half levels
        ("drm", "i4"),
        ("inherent", "?"),
        ("building", "?"),
        ("hexside", "?"),
        ("bar", "?"),  # blocks in its own hexes too: black bars, inner walls
        ("hillock", "?"),
        ("cliff", "?"),
        ("deck", "?"),  # a bridge: what lies beneath is the ground
        ("plain", "?"),  # an obstacle without exceptions
    ],
    align=True,
)
RIM = np.dtype(
    [
        ("hex", "i4"),
        ("near", "i4"),
        ("count", "i4"),
        ("one", "i4", (6,)),
        ("two", "i4", (6,)),
    ],
    align=True,
)
"""Where hexside terrain stands: its hex, and the hexsides (pairs of hexes) it is."""


class Planes(NamedTuple):
    """A map made ready for the thread.

    Attributes:
        words: per pixel ground level + 64 (7 bits), terrain code (8 bits) and hex
            (17 bits; of hexside terrain its rim), shape (width, height).
        open: per lower end's height and per block of pixels, how many blocks in every
            direction hold nothing that matters to it, shape (heights, …).
        lowest: the height that `open[0]` is for.
        hexes: HEX rows.
        kinds: KIND rows by terrain code.
        rims: RIM rows.
        shape: hexagon measures: half height, normal x, normal y, reach of a side, and
            how far from its dot nothing of an end's own hex can matter.
        own: per form of a hex and per row (the dot's in the middle) the first and last
            pixel, from the dot, that count as the hex itself.
        seen: per range what hindered the thread last: stamp * 8 + DRM, hex, code.
        note: the thread's stamp; then reason, hex, code, x, y of the last block.
    """

    words: NDArray[np.uint32]
    open: NDArray[np.uint8]
    lowest: int
    hexes: NDArray[Any]
    kinds: NDArray[Any]
    rims: NDArray[Any]
    shape: NDArray[np.float64]
    own: NDArray[np.int16]
    seen: NDArray[np.int64]
    note: NDArray[np.int64]


class Thread(NamedTuple):
    """A thread from `a`, its left end, to `b`."""

    a: int
    b: int
    height_a: int
    height_b: int
    reach: int
    along: bool
    x: int
    y: int
    columns: int
    slope: float
    aside_x: int
    aside_y: int
    margin: int


@inner
def distance(one: Record, two: Record) -> int:
    """The range in hexes."""
    across = abs(one.col - two.col)
    down = abs((2 * one.row - (one.col & 1)) - (2 * two.row - (two.col & 1)))
    return int(across + max(0, (down - across) // 2))


@inner
def span(planes: Planes, end: int, hex_: Record) -> int:
    """The range in hexes between an end of the thread and a hex."""
    return distance(planes.hexes[end], hex_)


@inner
def runs_along(one: Record, two: Record) -> bool:
    """Whether a thread between two dots runs along hexsides."""
    q = two.col - one.col
    r = (two.row - (two.col + (two.col & 1)) // 2) - (
        one.row - (one.col + (one.col & 1)) // 2
    )
    return bool(q == r or q == -q - r or r == -q - r)


@inlined
def inside(planes: Planes, hex_: Record, x: int, y: int) -> bool:
    """Whether a pixel counts as an end's own hex, which reaches a pixel further."""
    row = y - hex_.y + planes.own.shape[1] // 2
    if not 0 <= row < planes.own.shape[1]:
        return False
    left, right = planes.own[hex_.form, row]
    return bool(left <= x - hex_.x <= right)


@inner
def stretch(planes: Planes, a: int, height_a: int, b: int, height_b: int) -> Thread:
    """The thread between two hexes, from its left (or upper) end."""
    one, two = planes.hexes[a], planes.hexes[b]
    if two.x < one.x or (two.x == one.x and two.y < one.y):
        a, b = b, a
        one, two = two, one
        height_a, height_b = height_b, height_a
    dx, dy = two.x - one.x, two.y - one.y
    length = np.sqrt(dx * dx + dy * dy)
    return Thread(
        a,
        b,
        height_a,
        height_b,
        distance(one, two),
        runs_along(one, two),
        one.x,
        one.y,
        dx,
        dy / (dx + 1),
        int(np.rint(-4 * dy / length)),
        int(np.rint(4 * dx / length)),
        int(planes.shape[4] * dx / length),
    )


@inner
def exit_side(dx: float, dy: float, shape: NDArray[np.float64]) -> int:
    """The hexside through which a thread in that direction leaves its hex."""
    best, found = -1.0, 0
    for side in range(6):
        if side == 0 or side == 3:
            gain = (dy if side == 3 else -dy) / shape[0]
        else:
            east = 1 if side < 3 else -1
            south = 1 if side == 2 or side == 4 else -1
            gain = (dx * east * shape[1] + dy * south * shape[2]) / shape[3]
        if gain > best:
            best, found = gain, side
    return found


@inner
def shut_in(planes: Planes, here: Record, height: int, there: Record) -> bool:
    """Whether the thread is still in its own building when it leaves the hex (A6.8)."""
    if not planes.kinds[here.code].building:
        return False
    if height > here.ground + planes.kinds[here.code].full:
        return False
    dx, dy = there.x - here.x, there.y - here.y
    if not (here.built >> exit_side(dx, dy, planes.shape)) & 1:
        return False
    slope, step = dy / (abs(dx) + 1), 1 if dx > 0 else -1
    fall = 1 if dy > 0 else -1
    for column in range(abs(dx) + 1):
        x = here.x + step * column
        first = int(here.y + slope * column)
        last = int(here.y + slope * (column + 1))
        for y in (
            range(first, last + 1) if last >= first else range(first, last - 1, -1)
        ):
            if not inside(planes, here, x - step, y - fall):
                return True
            if not walled(
                planes, planes.words[x, min(y, planes.words.shape[1] - 1)], height
            ):
                return False
    return True


@inner
def walled(planes: Planes, word: int, height: int) -> bool:
    """Whether a pixel is building that reaches above a height."""
    kind = planes.kinds[(word >> 17) & 255]
    top = 2 * ((word >> 25) - 64 + kind.full) + kind.half
    return bool(kind.building and top >= 2 * height)


@inner
def pit_range(planes: Planes, here: Record, there: Record) -> int:
    """How far off `there` is where the thread rises out of the depression (A6.3).

    Far below 0 where it never rises: a stream may run downhill. EXC: an adjacent hex
    into which the depression runs on. A bridge's deck is no rim.
    """
    if joined(here, there):
        return NEVER
    dx, dy = there.x - here.x, there.y - here.y
    slope, step = dy / (abs(dx) + 1), 1 if dx > 0 else -1
    for column in range(abs(dx) + 1):
        x = here.x + step * column
        first = int(here.y + slope * column)
        last = int(here.y + slope * (column + 1))
        for y in (
            range(first, last + 1) if last >= first else range(first, last - 1, -1)
        ):
            word = planes.words[x, min(y, planes.words.shape[1] - 1)]
            if planes.kinds[(word >> 17) & 255].deck:
                continue
            if (word >> 25) - 64 > here.floor:
                return distance(planes.hexes[hex_of(planes, word)], there)
    return NEVER


@inner
def joined(one: Record, two: Record) -> bool:
    """Whether a depression runs across the hexside between two hexes."""
    for side in range(6):
        if one.around[side] == two.index:
            return bool((one.dips >> side) & 1)
    return False


@inner
def hex_of(planes: Planes, word: int) -> int:
    """The hex of a pixel."""
    kind = planes.kinds[(word >> 17) & 255]
    place = word & 0x1FFFF
    if kind.hexside and kind.effect:
        return int(planes.rims[place].hex)
    return int(place)


@inner
def hexside(planes: Planes, thread: Thread, rim: Record, ground: int) -> int:
    """Wall or hedge: blocks LOS at its own level, but not of an end's own hexsides.

    An end's own are the six sides of its hex and the six hexspines at its corners.
    """
    if not ground == thread.height_a == thread.height_b:
        return CLEAR
    return CLEAR if own_side(planes, thread, rim) else HEXSIDE


@inner
def own_side(planes: Planes, thread: Thread, rim: Record) -> bool:
    """Whether hexside terrain is a side or hexspine of an end's hex (B9.2)."""
    for number in range(rim.count if thread.along else rim.near):
        one = planes.hexes[rim.one[number]]
        two = planes.hexes[rim.two[number]]
        for end_index in (thread.a, thread.b):
            end = planes.hexes[end_index]
            near, far = distance(end, one), distance(end, two)
            if near == 0 or far == 0 or (near == 1 and far == 1):
                return True
    return False


@inner
def terrain_in(planes: Planes, hex_: Record, code: int) -> int:
    """What a pixel's terrain amounts to in a hex that a thread along hexsides touches.

    Inherent terrain fills it, a sparse one too.
    """
    kind = planes.kinds[code]
    if kind.cliff:
        return code
    if (kind.inherent and code != hex_.filler) or not kind.effect:
        return int(hex_.filler)
    return code


@inner
def judge(
    planes: Planes, thread: Thread, hex_: Record, code: int, ground: int, x: int, y: int
) -> int:
    """What terrain and ground at a place between the ends do to the thread."""
    high = max(thread.height_a, thread.height_b)
    low = min(thread.height_a, thread.height_b)
    kind = planes.kinds[code]
    if ground > high and not kind.cliff and not kind.deck:
        return GROUND
    range_a, range_b = span(planes, thread.a, hex_), span(planes, thread.b, hex_)
    if range_a >= thread.reach and range_b >= thread.reach:
        return CLEAR
    if kind.split and ground == high == low:
        return strike(kind, kind.lower)
    if kind.deck:  # it hinders who looks along or beneath it, and hides nothing
        return strike(kind, kind.effect) if ground >= high else CLEAR
    if kind.hillock:
        return hillock(planes, thread, hex_, ground)
    low_range, high_range = range_a, range_b
    if thread.height_a > thread.height_b:
        low_range, high_range = range_b, range_a
    lap = False
    if ground == high and high_range == 1:
        end = thread.a if thread.height_a == high else thread.b
        lap = laps(planes.hexes[end], hex_, ground, x, y)
    return rise(kind, ground, high, low, low_range, high_range, lap)


@inner
def laps(end: Record, hex_: Record, ground: int, x: int, y: int) -> bool:
    """Whether ground laps over from the higher end's hex into a lower one beside it.

    It does where it lies nearer to that end than the lower hex's dot.
    """
    if hex_.ground >= ground and not hex_.bridged:
        return False
    across, down = x - end.x, y - end.y
    far_across, far_down = hex_.x - end.x, hex_.y - end.y
    far = far_across * far_across + far_down * far_down
    return bool(across * across + down * down < far)


@inner
def rise(
    kind: Record,
    ground: int,
    high: int,
    low: int,
    low_range: int,
    high_range: int,
    lap: bool,
) -> int:
    """What terrain does by how far it rises."""
    top = ground + kind.full
    if low < top < high:
        return beneath_viewer(kind, ground, high, low, low_range, high_range)
    if kind.cliff:
        return CLEAR
    if kind.half and top == high == low:
        return strike(kind, kind.effect, HALF)
    if top > high:
        return strike(kind, kind.effect)
    if top == high > low:
        return level_with_viewer(kind, ground, high, lap)
    return CLEAR


@inner
def strike(kind: Record, effect: int, reason: int = TERRAIN) -> int:
    """What an effect comes to: a block with its reason, a DRM, or nothing."""
    if effect == OBSTACLE:
        return reason
    return int(kind.drm) if effect == HINDRANCE else CLEAR


@inner
def level_with_viewer(kind: Record, ground: int, high: int, lap: bool) -> int:
    """Something as high as the higher end hides what lies below (A6.4, B10.2).

    EXC: ground that laps over from the higher end's hex into the lower one beside it.
    """
    if kind.effect == OBSTACLE:
        return HEIGHT
    if ground == high and not lap:
        return CREST
    return strike(kind, kind.effect)


@inner
def beneath_viewer(
    kind: Record,
    ground: int,
    high: int,
    low: int,
    low_range: int,
    high_range: int,
) -> int:
    """Blind hexes (A6.4): how many hexes behind it something hides from above.

    Counted for an obstacle from its full levels, at least 1; for a crest line alone
    from its ground, perhaps 0; a cliff counts as an obstacle. A hindrance that rises
    a level or more hinders where an obstacle would block.
    """
    if ground > low and low_range <= max(2 * ground + high_range // 5 - high - low, 0):
        return CREST
    top = ground + kind.full
    if low_range > max(2 * top + high_range // 5 - high - low + 1, 1):
        return CLEAR
    if kind.effect == OBSTACLE or kind.cliff:
        return BLIND
    return strike(kind, kind.effect) if kind.full else CLEAR


@inner
def hillock(planes: Planes, thread: Thread, hex_: Record, ground: int) -> int:
    """A hillock (F6) hides ground-level hexes behind it, but not from a hillock."""
    if not ground == thread.height_a == thread.height_b:
        return CLEAR
    on_a, on_b = planes.hexes[thread.a].hillock, planes.hexes[thread.b].hillock
    if (on_a and on_b) or hex_.hillock == on_a or hex_.hillock == on_b:
        return CLEAR
    return HALF


@inlined
def at_end(planes: Planes, thread: Thread, x: int, y: int) -> int:
    """Whose own hex a pixel lies in: 1 for that of `a`, 2 of `b`, 0 neither."""
    if inside(planes, planes.hexes[thread.a], x, y):
        return 1
    return 2 if inside(planes, planes.hexes[thread.b], x, y) else 0


@inner
def bar(planes: Planes, thread: Thread, end: int, x: int, y: int, word: int) -> int:
    """A black bar or inner wall in an end's own hex blocks what is below its top."""
    code, ground = (word >> 17) & 255, (word >> 25) - 64
    kind = planes.kinds[code]
    height = thread.height_a if end == 1 else thread.height_b
    if kind.bar and 2 * height < 2 * (ground + kind.full) + kind.half:
        hex_ = thread.a if end == 1 else thread.b
        return note(planes, TERRAIN, hex_, code, x, y)
    return CLEAR


@inner
def touch(planes: Planes, thread: Thread, x: int, y: int, word: int) -> int:
    """What one pixel does to the thread; a hindrance or block is noted with its hex."""
    code, ground = (word >> 17) & 255, (word >> 25) - 64
    kind = planes.kinds[code]
    place = word & 0x1FFFF
    if kind.hexside and kind.effect:
        rim = planes.rims[place]
        place = rim.hex
        if kind.half:
            verdict = hexside(planes, thread, rim, ground)
            if verdict:
                return note(planes, verdict, place, code, x, y)
            code = 0
        elif own_side(planes, thread, rim):
            code = 0
    if thread.along:
        if kind.cliff:
            return CLEAR
        return touch_both(planes, thread, x, y, code, ground)
    verdict = judge(planes, thread, planes.hexes[place], code, ground, x, y)
    return note(planes, verdict, place, code, x, y) if verdict else CLEAR


@inner
def touch_both(
    planes: Planes, thread: Thread, x: int, y: int, code: int, ground: int
) -> int:
    """Along hexsides the thread touches the hexes on both sides."""
    worst = CLEAR
    width, height = planes.words.shape
    for turn in (-1, 1):
        beside_x = min(max(x + turn * thread.aside_x, 0), width - 1)
        beside_y = min(max(y + turn * thread.aside_y, 0), height - 1)
        place = hex_of(planes, planes.words[beside_x, beside_y])
        hex_ = planes.hexes[place]
        if place == thread.a or place == thread.b:
            continue
        found = terrain_in(planes, hex_, code)
        verdict = judge(planes, thread, hex_, found, ground, x, y)
        if verdict < 0:
            return note(planes, verdict, place, found, x, y)
        if verdict > worst:
            worst = note(planes, verdict, place, found, x, y)
    return worst


@inlined
def note(planes: Planes, verdict: int, hex_: int, code: int, x: int, y: int) -> int:
    """Write down where a verdict fell."""
    planes.note[1] = verdict
    planes.note[2] = hex_
    planes.note[3] = code
    planes.note[4] = x
    planes.note[5] = y
    return verdict


@inner
def trace(
    planes: Planes, a: int, level_a: int, b: int, level_b: int, brief: bool
) -> int:
    """LOS between two Locations: the sum of its hindrances, or a negative reason.

    A brief answer may be another reason than the first on the way, and is not noted.
    """
    planes.note[0] += 1
    height_a = planes.hexes[a].ground + level_a
    height_b = planes.hexes[b].ground + level_b
    if a == b:
        apart = abs(level_a - level_b)
        if apart == 0 or (apart == 1 and planes.hexes[a].stairs):
            return CLEAR
        return note(planes, STAIRS, a, 0, planes.hexes[a].x, planes.hexes[a].y)
    thread = stretch(planes, a, height_a, b, height_b)
    verdict = depart(planes, thread)
    if not verdict and brief:
        verdict = probe(planes, thread)
    return verdict if verdict else walk(planes, thread)


@inner
def probe(planes: Planes, thread: Thread) -> int:
    """Look at single pixels far apart for what surely blocks: most LOS end there."""
    if thread.reach < 4 or thread.along or thread.columns == 0:
        return CLEAR
    high = max(thread.height_a, thread.height_b)
    # with one end lower, what is as high as the other hides it
    least = high if thread.height_a != thread.height_b else high + 1
    stride = max(1, int(PROBE / max(1.0, abs(thread.slope))))
    for column in range(stride, thread.columns, stride):
        x = thread.x + column
        y = int(thread.y + thread.slope * column)
        word = int(planes.words[x, y])
        kind = planes.kinds[(word >> 17) & 255]
        ground = (word >> 25) - 64
        if (
            (kind.plain and ground + kind.full >= least)
            or (ground > high and not kind.cliff and not kind.deck)
        ) and not at_end(planes, thread, x, y):
            return TERRAIN
    return CLEAR


@inner
def depart(planes: Planes, thread: Thread) -> int:
    """What the ends' own hexes ask of a thread that climbs: A6.8 and A6.3."""
    a, b = planes.hexes[thread.a], planes.hexes[thread.b]
    if thread.height_a != thread.height_b and not thread.along:
        if shut_in(planes, a, thread.height_a, b):
            return note(planes, INDOORS, a.index, a.code, a.x, a.y)
        if shut_in(planes, b, thread.height_b, a):
            return note(planes, INDOORS, b.index, b.code, b.x, b.y)
    gap = thread.height_b - thread.height_a
    if a.sunken and thread.height_a == a.floor and gap < pit_range(planes, a, b):
        return note(planes, SUNKEN, a.index, a.code, a.x, a.y)
    if b.sunken and thread.height_b == b.floor and -gap < pit_range(planes, b, a):
        return note(planes, SUNKEN, b.index, b.code, b.x, b.y)
    return CLEAR


@inner
def walk(planes: Planes, thread: Thread) -> int:
    """Walk the thread from `a` to `b`, as many columns at a time as lie open."""
    layer = min(thread.height_a, thread.height_b) - planes.lowest
    stride = BLOCK / max(1.0, abs(thread.slope))
    # Of one type from the start: with constants `descend` is compiled once more.
    total: int = np.int64(0)  # type: ignore[assignment]
    last: int = np.int64(-1)  # type: ignore[assignment]
    column, end = thread.margin, thread.columns - thread.margin
    while column <= end:
        x = thread.x + column
        first = int(thread.y + thread.slope * column)
        leap = int((int(planes.open[layer, x // BLOCK, first // BLOCK]) - 1) * stride)
        if leap > 1:
            column += leap
            continue
        column += 1
        final = int(thread.y + thread.slope * column)
        y, bottom = min(first, final), max(first, final)
        total, last = descend(planes, thread, layer, x, y, bottom, total, last)
        if total < 0:
            break
    return total


@inlined
def descend(  # noqa: PLR0913, PLR0917 - numba has no cheap object to hold these
    planes: Planes,
    thread: Thread,
    layer: int,
    x: int,
    y: int,
    bottom: int,
    total: int,
    last: int,
) -> tuple[int, int]:
    """Walk down one column: the hindrance so far or a block, and the last pixel."""
    low = planes.lowest + layer
    bottom = min(bottom, planes.words.shape[1] - 1)
    while y <= bottom:
        if y % BLOCK == 0 and bottom - y > BLOCK:
            gap = int(planes.open[layer, x // BLOCK, y // BLOCK])
            if gap > 1:
                y += (gap - 1) * BLOCK
                continue
        word = int(planes.words[x, y])
        if word != last and matters(planes, thread, word, low):
            spot = at_end(planes, thread, x, y)
            if spot:
                verdict = bar(planes, thread, spot, x, y, word)
            else:
                verdict = touch(planes, thread, x, y, word)
                last = -1 if thread.along else word
            if verdict < 0:
                return verdict, last
            if verdict > 0:
                total += count(planes, thread, verdict)
                if total >= 6:
                    place, code = planes.note[2], planes.note[3]
                    return note(planes, SUM, place, code, x, y), last
        y += 1
    return total, last


@inlined
def matters(planes: Planes, thread: Thread, word: int, low: int) -> bool:
    """Whether a pixel rises above the lower end; along hexsides each may matter."""
    kind = planes.kinds[(word >> 17) & 255]
    return bool(
        2 * ((word >> 25) - 64 + kind.full) + kind.half > 2 * low or thread.along
    )


@inner
def count(planes: Planes, thread: Thread, drm: int) -> int:
    """What a hindrance adds: the largest at each range counts once (A6.7)."""
    hex_ = planes.hexes[planes.note[2]]
    reach = span(planes, thread.a, hex_)
    stamp = planes.note[0]
    before = planes.seen[reach, 0]
    known = before & 7 if before >> 3 == stamp else 0
    if drm <= known:
        return 0
    planes.seen[reach, 0] = stamp * 8 + drm
    planes.seen[reach, 1] = planes.note[2]
    planes.seen[reach, 2] = planes.note[3]
    return drm - known


@compiled
def trace_pairs(
    planes: Planes,
    spots: NDArray[np.int32],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    out: NDArray[np.int8],
) -> None:
    """LOS of many pairs of Locations into `out`: -1 or the hindrance."""
    for i in range(len(out)):
        one, two = spots[a[i]], spots[b[i]]
        out[i] = max(
            trace(planes, int(one[0]), int(one[1]), int(two[0]), int(two[1]), True), -1
        )


@compiled
def trace_all(planes: Planes, spots: NDArray[np.int32], out: NDArray[np.int8]) -> None:
    """LOS of every pair of Locations into the square `out`."""
    for i in range(len(spots)):
        for j in range(i, len(spots)):
            one, two = spots[i], spots[j]
            answer = max(
                trace(planes, int(one[0]), int(one[1]), int(two[0]), int(two[1]), True),
                -1,
            )
            out[i, j] = answer
            out[j, i] = answer


@compiled
def trace_one(
    planes: Planes, spots: NDArray[np.int32], a: int, b: int, brief: bool
) -> int:
    """LOS of one pair of Locations: the hindrance, or a negative reason."""
    one, two = spots[a], spots[b]
    return trace(planes, int(one[0]), int(one[1]), int(two[0]), int(two[1]), brief)


@compiled
def cross(planes: Planes, a: int, b: int) -> NDArray[np.int64]:
    """The hexes that the thread touches between two hexes, with repetitions."""
    thread = stretch(planes, a, 0, b, 0)
    found = [0]
    found.pop()
    width, height = planes.words.shape
    for column in range(thread.columns + 1):
        x = thread.x + column
        first = int(thread.y + thread.slope * column)
        final = int(thread.y + thread.slope * (column + 1))
        for y in range(min(first, final), min(max(first, final) + 1, height)):
            if inside(planes, planes.hexes[thread.a], x, y):
                continue
            if inside(planes, planes.hexes[thread.b], x, y):
                continue
            for turn in range(-1, 2):
                if turn and not thread.along:
                    continue
                beside_x = min(max(x + turn * thread.aside_x, 0), width - 1)
                beside_y = min(max(y + turn * thread.aside_y, 0), height - 1)
                place = hex_of(planes, int(planes.words[beside_x, beside_y]))
                if place not in (thread.a, thread.b):
                    found.append(place)
    return np.array(found, dtype=np.int64)
