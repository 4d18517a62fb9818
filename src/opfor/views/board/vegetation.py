"""What grows: woods, orchards, and the like; each as a floor and what stands on it."""

from collections.abc import Iterator

import msgspec
import numpy as np

from opfor.views.board.crowns import crowns
from opfor.views.board.masks import Mask, closed, depth
from opfor.views.board.noise import Numbers, ScatteredSpots, chance, inside, scattered
from opfor.views.board.sheet import Sheet
from opfor.views.board.svg import group
from opfor.views.board.trace import Shape, area, jittered, rounded, shapes


class Wood(msgspec.Struct, frozen=True):
    """A kind of woods: the codes it has, its class, its crowns' radii and spacing."""

    name: str
    codes: tuple[int, ...]
    radii: tuple[float, float, float]
    spacing: float


class Grove(msgspec.Struct, frozen=True):
    """Trees in rows: the codes it has, its class and its crowns' radius."""

    name: str
    codes: tuple[int, ...]
    radius: float


WOODS = (
    Wood("woods", (60, 61), (4.8, 6.6, 8.6), 14.0),
    Wood("lightwoods", (175,), (4.5, 6.0, 7.0), 22.0),
    Wood("pines", (62,), (4.0, 5.5, 7.0), 11.5),
    Wood("jungle", (126, 127, 133), (5.0, 8.0, 10.0), 12.0),
    Wood("bamboo", (128,), (2.5, 3.0, 3.5), 7.5),
    Wood("palms", (129,), (4.0, 5.0, 6.0), 18.0),
)
GROVES = (
    Grove("orchard", (63,), 6.0),
    Grove("bareorchard", (64,), 4.6),
    Grove("olives", (118,), 4.8),
    Grove("vineyard", (119,), 3.0),
    Grove("cactus", (117,), 3.6),
)
FIELDS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("grain", (24,)),
    ("kunai", (132,)),
    ("plowed", (1,)),
    ("paddy", (135, 136, 137, 138)),
)
LONE = 700.0
"""Square pixels below which a part of an orchard is one tree."""
HATCHES = 3
"""Directions in which fields are hatched."""


def fields(sheet: Sheet) -> str:
    """Grain and other fields: a plain with furrows, each field in its direction."""
    return group(
        sheet.css("fields"),
        *(_field(sheet, name, codes) for name, codes in FIELDS if sheet.holds(codes)),
    )


def woods(sheet: Sheet) -> str:
    """Woods: a dark floor with a shadow, and crowns of several sizes above it."""
    return group(
        sheet.css("woods"),
        *(_wood(sheet, wood) for wood in WOODS if sheet.holds(wood.codes)),
    )


def groves(sheet: Sheet) -> str:
    """Orchards and the like: rows of trees on a grassy floor."""
    return group(
        sheet.css("groves"),
        *(_grove(sheet, grove) for grove in GROVES if sheet.holds(grove.codes)),
    )


def _field(sheet: Sheet, name: str, codes: tuple[int, ...]) -> str:
    # The planes hold the furrows' gaps as open ground: close them to get the field.
    mask = closed(sheet.mask(codes), round(4 * sheet.detail))
    parts = shapes(mask, soften=3, tolerance=1.0)
    out = []
    for turn in range(HATCHES):
        chosen = [part for part in parts if _direction(part) == turn]
        out.append(
            sheet.strokes(
                f"{name}{turn}", rounded(chosen, radius=5), name, f"{name}-hatch{turn}"
            )
        )
    return "".join(out)


def _direction(part: Shape) -> int:
    """Which way a field is hatched: by its place, so always the same."""
    x, y = part[0].min(axis=0).astype(np.int64)
    return int(chance(np.array([x]), np.array([y]), 5)[0] * HATCHES)


def _wood(sheet: Sheet, wood: Wood) -> str:
    mask = sheet.mask(wood.codes)
    floor = rounded(shapes(mask, soften=2, tolerance=0.8))
    base = sheet.strokes(wood.name, floor, f"{wood.name}-floor", shadow=1.8)
    spots = scattered(mask, wood.spacing * sheet.detail, seed=11)
    radii = np.array(wood.radii) * sheet.detail
    size = (spots.luck * 3).astype(np.int64)
    # A crown may lean over the edge by a few pixels, as trees do, but no further.
    room = _room(mask, spots, radii.max())
    while (small := (room < radii[size] - 2.5) & (size > 0)).any():
        size = size - small
    rooted = room >= radii[size] - 3.5
    return base + "".join(_layers(sheet, wood, spots.where(rooted), size[rooted]))


def _room(mask: Mask, spots: ScatteredSpots, most: float) -> Numbers:
    """How far each place lies from the edge of the mask, looked up at half size."""
    deep = 2.0 * depth(mask[::2, ::2], round(most / 2) + 1)
    return np.asarray(deep[spots.x.astype(int) // 2, spots.y.astype(int) // 2])


def _layers(
    sheet: Sheet,
    wood: Wood,
    spots: ScatteredSpots,
    size: "np.ndarray[tuple[int], np.dtype[np.int64]]",
) -> Iterator[str]:
    for batch in range(4):
        for kind, radius in enumerate(wood.radii):
            chosen = spots.where((spots.batch == batch) & (size == kind))
            name = f"{wood.name}-crown{batch}{kind}"
            yield crowns(sheet, name, chosen.points(), radius * sheet.detail, wood.name)


def _grove(sheet: Sheet, grove: Grove) -> str:
    """Rows of trees; where the planes hold single trees, a tree on each of those."""
    mask = sheet.mask(grove.codes)
    parts = shapes(mask, soften=5, tolerance=1.0)
    lone = LONE * sheet.detail**2
    wide = [part for part in parts if area(part[0]) >= lone]
    single = [part[0] for part in parts if area(part[0]) < lone]
    radius = grove.radius * sheet.detail
    points = _rows(sheet, mask, radius) if wide else []
    points += [(float(x), float(y)) for x, y in (ring.mean(axis=0) for ring in single)]
    floor = rounded(jittered(wide, 2.5 * sheet.detail), radius=6)
    trees = crowns(sheet, f"{grove.name}-trees", points, radius, grove.name)
    return sheet.path(floor, f"{grove.name}-floor") + trees


def _rows(sheet: Sheet, mask: Mask, radius: float) -> list[tuple[float, float]]:
    """Places in rows, three to a hex each way, shifted a little so as to look grown."""
    per_hex = 3 if sheet.unit < 2 else 6
    dx, dy = sheet.grid.hex_width / per_hex, sheet.grid.hex_height / per_hex
    cols = np.arange(int(mask.shape[0] / dx) + 1)
    rows = np.arange(int(mask.shape[1] / dy) + 1)
    i, j = (part.ravel() for part in np.meshgrid(cols, rows, indexing="ij"))
    x = sheet.grid.x0 % dx + i * dx + (chance(i, j, 3) - 0.5) * 3
    y = (sheet.grid.y0 % dy) + j * dy + (chance(i, j, 4) - 0.5) * 3
    free = depth(mask, int(radius)) >= int(radius) - 2
    kept = inside(free, x, y)
    return list(zip(x[kept].tolist(), y[kept].tolist(), strict=True))
