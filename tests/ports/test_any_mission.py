"""Missions that somebody mistyped, or made to do harm: a game, or one sentence."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import opfor.data
from opfor.core.errors import OpforError
from opfor.ports.session import Setup, begin
from opfor.state.mission import Mission, read_mission

DATA = Path(opfor.data.__file__).parent
FILES = sorted((DATA / "missions").glob("*.toml"))

GONE = object()

EDGES = (
    *(-1, 0, 1, 99, 65535, -2147483648, 10**12, 1.5, True, "", "x", "A" * 200, "\0"),
    *("1941-8", "9999-99", "o9Z99", "o1", "german", "russian/9-9-9", "MMG", "../.."),
    *([], ["x"], {}, {"x": 1}, GONE),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a file, at any depth."""
    if isinstance(value, dict | list):
        keys = value.keys() if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield (*path, key)
            yield from places(value[key], (*path, key))


def changed(rng: random.Random) -> Any:
    """A shipped Mission with one value that does not belong there."""
    values = tomllib.loads(rng.choice(FILES).read_text())
    *way, last = rng.choice(list(places(values)))
    at: Any = values
    for key in way:
        at = at[key]
    new = rng.choice(EDGES)
    if new is GONE:
        del at[last]
    else:
        at[last] = new
    return values


def begun(values: Any, path: Path) -> str:
    """What is said of a file; nothing if a game of it begins."""
    try:
        session = begin(Setup(mission=msgspec.convert(values, Mission), seed=1), path)
        session.game.run()
    except (OpforError, msgspec.ValidationError) as error:
        return str(error)
    session.close()
    return ""


@pytest.mark.parametrize("seed", range(8))
def test_any_value(seed: int, tmp_path: Path) -> None:
    """Twelve files a seed; none ends in a fault, and none takes long."""
    rng = random.Random(seed)  # noqa: S311 - to be drawn again
    for nth in range(12):
        assert "\n" not in begun(changed(rng), tmp_path / f"{nth}.opfor")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('date = "1941-08"', 'date = "1941-8"'),
        ('counter = "8-1"', 'counter = "8-1"\nnumber = 65535'),
        ("turns = 4", "turns = -2147483648"),
    ],
)
def test_told(old: str, new: str) -> None:
    """What is out of bounds is refused as the file is read, with its key."""
    text = (DATA / "missions" / "tutorial.toml").read_text()
    assert old in text
    with pytest.raises(OpforError, match=r"mine\.toml:\d+: (date|turns|unit\.\d)"):
        read_mission(text.replace(old, new, 1).encode(), "mine.toml")


def test_no_such_board() -> None:
    """A set-up area stands on a board that is there."""
    text = (DATA / "missions" / "enemy-offensive.toml").read_text()
    values = tomllib.loads(text)
    values["area"]["board"] = -2147483648
    with pytest.raises(msgspec.ValidationError, match=r"area\.board"):
        msgspec.convert(values, Mission)
