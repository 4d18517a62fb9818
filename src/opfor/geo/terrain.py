"""Terrain types by the code that board planes hold."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Category = Literal[
    "open",
    "road",
    "water",
    "depression",
    "bridge",
    "entrenchment",
    "woods",
    "building",
    "factory",
    "marketplace",
    "hexside",
    "other",
]
Effect = Literal["none", "obstacle", "hindrance"]


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One terrain type.

    Args:
        code: the number in a board's terrain plane, 0 to 255.
        name: the type's name on the Terrain Chart, or near it.
        category: what kind of thing it is.
        height: full levels above the ground it stands on.
        half: half a level more.
        los: what it does to LOS that passes at its height.
        inherent: it fills the whole hex, whatever is depicted.
        split: height in levels below which `lower` applies instead of `los`.
        lower: what it does to LOS that passes below `split`.
    """

    code: int
    name: str
    category: Category
    height: int = 0
    half: bool = False
    los: Effect = "none"
    inherent: bool = False
    split: float = 0.0
    lower: Effect = "none"

    @property
    def top(self) -> float:
        """Height in levels, the half level included."""
        return self.height + self.half / 2


@cache
def terrain_types() -> dict[int, Terrain]:
    """Every terrain type by its code."""
    text = (files("opfor.data") / "terrain.toml").read_text("utf-8")
    rows = msgspec.convert(tomllib.loads(text)["terrain"], list[Terrain])
    return {row.code: row for row in rows}


@cache
def terrain_named(name: str) -> Terrain:
    """The terrain type of that exact name; KeyError if there is none."""
    return {row.name: row for row in terrain_types().values()}[name]
