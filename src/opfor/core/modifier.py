"""Named modifiers, so that every DRM and drm can be shown with its reason."""

from collections.abc import Iterable

from msgspec import Struct


class Mod(Struct, frozen=True):
    """One modifier: what it is called, its value, and the rule that gives it.

    `abbr` is its ASL abbreviation, where there is one: FFMO.
    """

    name: str
    value: int
    rule: str = ""
    abbr: str = ""

    def __str__(self) -> str:
        cite = f" ({self.rule})" if self.rule else ""
        return f"{self.value:+d} {self.name}{cite}"


def total(mods: Iterable[Mod]) -> int:
    """The sum of the modifiers."""
    return sum([mod.value for mod in mods])


def breakdown(mods: Iterable[Mod]) -> str:
    """The modifiers in one line, "+2 stone building (B23.3), -1 leader", or "none"."""
    return ", ".join(str(mod) for mod in mods) or "none"
