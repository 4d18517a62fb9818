"""S6.213: Panic in Ambush and CC."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.state.units import Unit


@rule("S6.213", "Panic in Ambush and CC", cites=("A4.8", "A11.4", "S6.211"))
def panicked_drm(ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Mod]:
    """+1 for attackers that are TI or in Panic, -1 against such defenders.

    In an Ambush Panic is a drm of +2 besides (A11.4).
    Reading (D-004): both states are one; neither is added to the other.
    """
    found = [
        Mod("TI or Panic", int(any(u.ti or u.panic for u in ours)), "A4.8"),
        Mod("vs TI or Panic", -int(all(u.ti or u.panic for u in theirs)), "A4.8"),
    ]
    return [mod for mod in found if mod.value]
