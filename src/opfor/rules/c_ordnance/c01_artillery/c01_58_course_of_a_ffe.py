"""C1.58: the course of a FFE."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import NEXT, comes_down
from opfor.state.artillery import Battery
from opfor.state.events import MarkerChanged
from opfor.state.play import Play
from opfor.state.units import Marker


@rule("C1.58", "The course of a FFE", cites=("C1.55", "C1.33"))
def goes_on(
    play: Play, battery: Battery, mark: Marker, unveil: Unveil | None = None
) -> None:
    """FFE:1 becomes FFE:2 and comes down again; FFE:2 becomes FFE:C.

    FFE:C attacks only who enters it.
    """
    new = replace(mark, kind=NEXT[mark.kind])
    play.emit(MarkerChanged(new, fact("goes_on")))
    if new.kind == "FFE:2":
        comes_down(play, battery, new, unveil)
