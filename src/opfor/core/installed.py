"""What is installed: opfor's own release, and the packages that it needs."""

import re
from importlib.metadata import PackageNotFoundError, requires, version

from msgspec import Struct

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)\s*(?:>=\s*([0-9.]+))?")


class Needed(Struct, frozen=True):
    """A package that opfor needs: its name, the least version, the one that is here.

    Both versions are texts such as 2.1.3; empty: any will do, or none is here.
    """

    name: str
    least: str
    here: str

    @property
    def missing(self) -> bool:
        """Whether it is not here, or too old."""
        return not self.here or _parts(self.here) < _parts(self.least)


def needed() -> tuple[Needed, ...]:
    """The packages that opfor needs; nothing where it runs without being installed."""
    try:
        wanted = requires("opfor") or ()
    except PackageNotFoundError:
        return ()
    plain = (_REQUIREMENT.match(line) for line in wanted if "extra ==" not in line)
    return tuple(
        Needed(found[1], found[2] or "", _here(found[1])) for found in plain if found
    )


def _here(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _parts(text: str) -> tuple[int, ...]:
    """A version as numbers: what is compared of it."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])
