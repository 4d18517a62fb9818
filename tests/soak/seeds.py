"""What the parts share: counts, and chances that follow from a seed."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Counts = dict[str, int]
"""How much of what a trial did."""


def chance(part: str, seed: int) -> random.Random:
    """The chance of a trial."""
    return random.Random(f"{part} {seed}")  # noqa: S311 - to be drawn again


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder that every user may look into."""
    with tempfile.TemporaryDirectory(prefix="opfor-soak-") as name:
        Path(name).chmod(0o755)
        yield Path(name)
