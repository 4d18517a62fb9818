"""How many faults independent cases found, and about how many are left to be found."""

from importlib.resources import files

import msgspec
from msgspec import Struct

HEADINGS = (
    "Section",
    "Cases",
    "Showed a fault",
    "First reading",
    "Second",
    "Both",
    "There were about",
    "Left to be found",
)


class TwoReadings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What two readings of one section found.

    Args:
        cases: how many cases the first has for the whole section.
        faults: how many of them showed a fault of the program.
        first, second, both: the faults that each found, and both of them, in the
            paragraphs that both read.
    """

    cases: int
    faults: int
    first: int
    second: int
    both: int

    @property
    def found(self) -> int:
        """The faults that either found."""
        return self.first + self.second - self.both

    @property
    def there_were(self) -> float:
        """The faults that there were, by capture and recapture (Chapman's estimate).

        A lower bound if what is hard to see for one is hard for the other.
        """
        return (self.first + 1) * (self.second + 1) / (self.both + 1) - 1


def load_readings() -> dict[str, TwoReadings]:
    """The readings by section, out of rules/second_reading.toml."""
    data = files("opfor.rules").joinpath("second_reading.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, TwoReadings])


def reading_rows() -> list[tuple[str, ...]]:
    """The figures of each section under HEADINGS."""
    return [
        (
            section,
            *(str(n) for n in (read.cases, read.faults)),
            *(str(n) for n in (read.first, read.second, read.both)),
            f"{read.there_were:.1f}",
            f"{read.there_were - read.found:.1f}",
        )
        for section, read in load_readings().items()
    ]
