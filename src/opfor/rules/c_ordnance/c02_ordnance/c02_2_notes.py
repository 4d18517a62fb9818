"""C2.2/notes: what the notes on the counters of ordnance say beside its ammunition."""

import re

from msgspec import Struct

from opfor.core.rule import rule

COLOUR = re.compile(r"r?(Red|Black|Blk) TH#s?(?:\^<(\d\d)\^?)?")
DICE = re.compile(r"(\d) ?TK(?: DR)?(?:\(MG\))?")
REACH = re.compile(r"max TH Rng: ?(\d+)|\[(\d+)\] ?TH|TH \[(\d+)\]", re.IGNORECASE)
AREA = re.compile(r"(\d+) Area FP")
PIERCING = re.compile(r"AP TK: (\d+)")
UNACQUIRING = "Acq NA"


class Notes(Struct, frozen=True, kw_only=True):
    """What the notes of one counter say on a date.

    Args:
        red: its To Hit numbers are red, or black; None: as those of its nation.
        to_kill_dr: To Kill DR of one hit.
        reach: its greatest range by To Hit; 0 for that of the counter.
        acquires: it acquires what it fires at.
        area_fp: FP of a hit with the Area Target Type; 0 for half of its HE.
        ap: its Basic TK# with AP; 0 for that of its calibre.
    """

    red: bool | None = None
    to_kill_dr: int = 1
    reach: int = 0
    acquires: bool = True
    area_fp: int = 0
    ap: int = 0


@rule("C2.2/notes", "Notes on the counters of ordnance", cites=("C3.8", "C6.5", "C4.1"))
def notes_on(special: str, date: str) -> Notes:
    """The notes that change what ordnance does, whichever way they are written.

    Those about a limbered Gun, and about what is not the Main Armament, do not count.
    Reading: D-375.
    """
    parts = [part.strip().lstrip("*") for part in special.split(";")]
    return Notes(
        red=_red(parts, date),
        to_kill_dr=_number(DICE, parts) or 1,
        reach=_number(REACH, parts),
        acquires=UNACQUIRING not in parts,
        area_fp=_number(AREA, parts),
        ap=_number(PIERCING, parts),
    )


def _red(parts: list[str], date: str) -> bool | None:
    """Red or black; a year bounds how long that counts."""
    for part in parts:
        said = COLOUR.fullmatch(part)
        if said and (not said[2] or date < f"19{said[2]}-01"):
            return said[1] == "Red"
    return None


def _number(pattern: re.Pattern[str], parts: list[str]) -> int:
    """The number of the part that a pattern is for; 0 if there is none."""
    found = (pattern.fullmatch(part) for part in parts)
    return next((int(next(filter(None, f.groups()))) for f in found if f), 0)
