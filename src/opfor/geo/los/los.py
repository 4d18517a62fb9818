"""Line of sight between the Locations of a map (A6, and what chapter B adds).

A thread runs from dot to dot over what the planes depict. `Los` answers for single
pairs, for one Location to all, and in batches; `explain` says what hinders or blocks
it, and where. Every answer is the same from either end.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from opfor.core.errors import OpforError
from opfor.geo.hex_facts import HexFacts
from opfor.geo.los import kernel
from opfor.geo.los.compile import make_planes
from opfor.geo.los.sight import Conditions, Hindrance, Sight, Veil
from opfor.geo.los.spots import Spots
from opfor.geo.map import Map
from opfor.geo.terrain import terrain_types

__all__ = ["Conditions", "Hindrance", "Los", "Sight", "Veil"]

BLOCKED = -1
"""What `check` and the arrays hold for a blocked LOS."""

MOST_DRM = 6
"""The sum of hindrances that blocks LOS (B.10)."""

ASIDE = 1
"""Hexes by which the way through a hex that a thread touches is longer than it."""

REMEMBERED = 20_000
"""Threads of which the hexes that they touch are kept."""

MANY = 4096
"""Pairs in a batch from which on it is worth putting them in order first."""

RISE = 5
"""Hexes of range that make one more Blind Hex behind an obstacle (A6.41)."""

USUAL = Conditions()
"""Everything as drawn, grain and orchards in season."""

_REASONS = {
    kernel.STAIRS: "no stairwell between these levels",
    kernel.INDOORS: "own building",
    kernel.SUNKEN: "depression",
    kernel.GROUND: "higher ground",
    kernel.HEIGHT: "needs a higher level than",
    kernel.BLIND: "blind hex behind",
    kernel.CREST: "hill crest",
}


class Los:
    """LOS on one map under given conditions.

    Not for several threads at once: the answers share scratch space.

    Args:
        board_map: the map.
        facts: its hexes.
        conditions: season and SSR.

    Attributes:
        locations: every Location as (hex, level), in hex order.
    """

    def __init__(
        self, board_map: Map, facts: HexFacts, conditions: Conditions = USUAL
    ) -> None:
        self.map = board_map
        self.facts = facts
        self.conditions = conditions
        self.spots = Spots(board_map, facts)
        self._first = self.spots.first
        self._planes = make_planes(board_map, facts, conditions, self.spots)
        self._ends = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._answer = np.zeros(1, np.int8)
        self._drawn: dict[tuple[int, int], frozenset[int]] = {}

    @property
    def locations(self) -> tuple[tuple[int, int], ...]:
        """Every Location as (hex, level), in hex order."""
        return self.spots.locations

    def __len__(self) -> int:
        """The number of Locations."""
        return len(self.spots)

    @property
    def nbytes(self) -> int:
        """Memory held by the arrays, in bytes."""
        planes = self._planes
        return sum(part.nbytes for part in planes if isinstance(part, np.ndarray))

    def index(self, hex_: int, level: int = 0) -> int:
        """The number of a Location.

        Errors:
            OpforError: the hex has no such level.
        """
        return self.spots.index(hex_, level)

    def check(self, a: int, b: int, extra: tuple[Veil, ...] = ()) -> int:
        """The hindrance between two Locations, or -1 if LOS is blocked."""
        (one, two), out = self._ends, self._answer
        one[0], two[0] = a, b
        kernel.trace_pairs(self._planes, one, two, True, out)
        answer = max(int(out[0]), BLOCKED)
        return self.with_veils(a, b, answer, extra) if extra else answer

    def _trace(self, planes: kernel.Planes, a: int, b: int) -> int:
        """LOS of one pair with what is first on its way: hindrance or reason."""
        (one, two), out = self._ends, self._answer
        one[0], two[0] = a, b
        kernel.trace_pairs(planes, one, two, False, out)
        return int(out[0])

    def with_veils(self, a: int, b: int, answer: int, extra: tuple[Veil, ...]) -> int:
        """What `check` says with veils, of a pair whose answer without them is known.

        All that terrain alone decides is done: only what they add is looked at.
        """
        if answer > BLOCKED and extra:
            answer += sum(veil.drm for _, veil in self._in_the_way(a, b, extra))
        return answer if answer < MOST_DRM else BLOCKED

    def to_corner(self, a: int, hex_: int, corner: int) -> int:
        """The hindrance from a Location to a corner of a hex, or -1 if LOS is blocked.

        The corner is at the hex's Base Level; nothing around it is its own hex, so an
        obstacle that is drawn over it blocks (A4.34, A8.15).
        """
        planes = self._planes
        x, y = self.map.grid.vertices(*self.map.grid.coordinates(hex_))[corner]
        width, height = planes.width, planes.height
        x, y = min(max(int(x), 0), width - 1), min(max(int(y), 0), height - 1)
        end = int(self._first[hex_])
        hexes, spots = planes.hexes.copy(), planes.spots.copy()
        for row in (hexes[hex_], spots[end]):
            row["x"], row["y"] = x, y
        hexes[hex_]["form"] = len(planes.own)
        nothing = np.empty_like(planes.own[:1])
        nothing[..., 0], nothing[..., 1] = 1, 0
        own = np.concatenate((planes.own, nothing))
        bent = planes._replace(hexes=hexes, spots=spots, own=own, margin=0.0)
        return max(self._trace(bent, a, end), BLOCKED)

    def field(self, a: int) -> NDArray[np.int8]:
        """LOS from one Location to every Location."""
        return self.pairs(np.full(len(self), a), np.arange(len(self)))

    def pairs(self, a: ArrayLike, b: ArrayLike) -> NDArray[np.int8]:
        """LOS of many pairs of Locations, given as two arrays of equal length."""
        one, two = np.asarray(a, np.int64), np.asarray(b, np.int64)
        if one.shape != two.shape or one.ndim != 1:
            raise OpforError("LOS pairs need two flat arrays of one length")
        if len(one) and not (
            0 <= min(one.min(), two.min()) <= max(one.max(), two.max()) < len(self)
        ):
            raise OpforError(f"Locations are numbered from 0 to {len(self) - 1}")
        out = np.empty(len(one), np.int8)
        if len(one) < MANY:
            kernel.trace_pairs(self._planes, one, two, True, out)
        else:
            order = self._neighbours(one, two)
            found = np.empty_like(out)
            kernel.trace_pairs(self._planes, one[order], two[order], True, found)
            out[order] = found
        return np.maximum(out, BLOCKED, out=out)

    def _neighbours(
        self, a: NDArray[np.int64], b: NDArray[np.int64]
    ) -> NDArray[np.intp]:
        """An order of pairs in which each thread passes where the last one did.

        What it reads is in the processor's cache then. Sixteen bits are sorted by
        digits, ten times as fast as whole numbers are.
        """
        bits = len(self).bit_length()
        more, less = max(16 - bits, 0), max(bits - 16, 0)
        coarse = np.maximum(a, b) >> (bits - min(more, bits))
        keys = np.minimum(a, b) >> less << more | coarse
        return np.argsort(keys.astype(np.uint16), kind="stable")

    def fill(self, found: NDArray[np.int8], a: int) -> None:
        """LOS between one Location and those after it, into a symmetric square."""
        others = np.arange(a, len(self))
        found[a, a:] = found[a:, a] = self.pairs(np.full(len(others), a), others)

    def all_pairs(self) -> NDArray[np.int8]:
        """LOS between every two Locations, a symmetric square."""
        out = np.empty((len(self), len(self)), np.int8)
        for number in range(len(self)):
            self.fill(out, number)
        return out

    def sight_line(self, a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The pixels at which the thread starts and ends."""
        one, two = (self._planes.spots[spot] for spot in (a, b))
        return (int(one["x"]), int(one["y"])), (int(two["x"]), int(two["y"]))

    def explain(self, a: int, b: int, extra: tuple[Veil, ...] = ()) -> Sight:
        """LOS between two Locations with its reasons."""
        answer = self._trace(self._planes, a, b)
        reach = self.map.distance(self.locations[a][0], self.locations[b][0])
        stamp, hex_, code = self._planes.note.tolist()
        found = self._hindrances(stamp) if answer >= 0 or answer == kernel.SUM else ()
        if answer >= 0 and extra:
            found = self._veiled(a, b, found, extra)
            answer = sum(each.drm for each in found)
        if answer >= MOST_DRM or answer == kernel.SUM:
            total = sum(each.drm for each in found)
            hex_ = found[-1].hex
            return Sight(False, reach, 0, found, hex_, f"hindrance of {total}")
        if answer < 0:
            return Sight(False, reach, 0, (), hex_, _reason(answer, code))
        return Sight(True, reach, answer, found)

    def crossed(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The hexes between two Locations' hexes that the thread touches, by range."""
        one, two = self.locations[a][0], self.locations[b][0]
        if one == two:
            return ()
        found = np.unique(self._cross(one, two))
        ranges: dict[int, list[int]] = {}
        for hex_ in found.tolist():
            ranges.setdefault(self.map.distance(one, hex_), []).append(hex_)
        return tuple(tuple(ranges[reach]) for reach in sorted(ranges))

    def _cross(self, one: int, two: int) -> NDArray[np.int64]:
        """The hexes that the thread between two hexes touches, some more than once."""
        (x1, y1), (x2, y2) = self._planes.hexes[[one, two]][["x", "y"]].tolist()
        out = np.empty(3 * (2 * abs(x2 - x1) + abs(y2 - y1) + 2), np.int64)
        return out[: kernel.cross(self._planes, one, two, out)]

    def _hindrances(self, stamp: int) -> tuple[Hindrance, ...]:
        seen = self._planes.seen
        rows = seen[(seen[:, 0] >> 3) == stamp].tolist()
        return tuple(Hindrance(hex_, _name(code), drm & 7) for drm, hex_, code in rows)

    def _veiled(
        self, a: int, b: int, found: tuple[Hindrance, ...], extra: tuple[Veil, ...]
    ) -> tuple[Hindrance, ...]:
        """Add veils: the largest at each range, beside what the terrain does."""
        veils = (veil for _, veil in self._in_the_way(a, b, extra))
        return found + tuple(Hindrance(v.hex, v.name, v.drm) for v in veils)

    def _in_the_way(
        self, a: int, b: int, extra: tuple[Veil, ...]
    ) -> list[tuple[int, Veil]]:
        """The veils that count, each with its range."""
        (one, level_a), (two, level_b) = self.locations[a], self.locations[b]
        base = self.facts.base
        ends = (one, int(base[one]) + level_a), (two, int(base[two]) + level_b)
        best: dict[int, Veil] = {}
        for veil in extra:
            at_end = veil.in_end and veil.hex in (one, two)
            if not (at_end or self._touches(one, two, veil.hex)):
                continue
            if not self._hinders(veil, ends):
                continue
            reach = self.map.distance(one, veil.hex)
            if reach not in best or best[reach].drm < veil.drm:
                best[reach] = veil
        return sorted(best.items())

    def _touches(self, one: int, two: int, hex_: int) -> bool:
        """Whether the thread between two hexes touches a third between them."""
        distance = self.map.distance
        if one == two:
            return False
        # No straight way leads farther aside, so most threads need not be drawn.
        if distance(one, hex_) + distance(hex_, two) > distance(one, two) + ASIDE:
            return False
        found = self._drawn.get((one, two))
        if found is None:
            if len(self._drawn) > REMEMBERED:
                self._drawn.clear()
            touched = self._cross(one, two).tolist()
            found = self._drawn[one, two] = frozenset(touched)
        return hex_ in found

    def _hinders(self, veil: Veil, ends: tuple[tuple[int, int], ...]) -> bool:
        """Whether a veil is as high as the thread where it crosses it (A6.4).

        One that is beneath both ends is not; a viewer above it sees over it, but for
        its Blind Hexes, as over an obstacle of that height.
        """
        base = int(self.facts.base[veil.hex])
        top = base + veil.height
        (low_hex, low), (high_hex, high) = sorted(ends, key=lambda end: end[1])
        if low >= top or high <= top:
            return low < top
        far = self.map.distance(high_hex, veil.hex)
        near = self.map.distance(low_hex, veil.hex)
        blind = max(1, veil.height + far // RISE - max(0, high - top - 1))
        return near <= blind + base - int(self.facts.base[low_hex])


def _name(code: int) -> str:
    return terrain_types()[code].name.lower()


def _reason(answer: int, code: int) -> str:
    words = _REASONS.get(answer)
    if words is None:
        return _name(code)
    if answer in (kernel.HEIGHT, kernel.BLIND):
        return f"{words} {_name(code)}"
    return words
