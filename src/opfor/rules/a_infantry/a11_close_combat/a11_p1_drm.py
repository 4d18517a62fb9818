"""A11: the DRM of CC."""

from collections.abc import Sequence

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import heroic, leader, piece
from opfor.rules.a_infantry.a05_stacking import excess
from opfor.rules.a_infantry.a11_close_combat.s06_213_panic_in_cc import panicked_drm
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView
from opfor.state.units import Unit

FIGHTERS = ("japanese", "gurkha")
"""Nations whose armed units may fight hand to hand, and are better at it (J2.31)."""


@rule(
    "A11.p1",
    "DRM of CC",
    exc=("no leadership for a leader alone, nor for berserk units",),
    cites=("A11.14", "A11.41", "A20.22", "A4.51", "A4.8", "B26.32", "S6.211"),
)
def drm(
    view: GameView,
    ours: Sequence[Unit],
    theirs: Sequence[Unit],
    clash: CloseCombatAttack,
    *,
    hand_to_hand: bool = False,
) -> list[Mod]:
    """All DRM of an attack.

    What is against the attackers counts if it is true of any of them; what is against
    the defenders, if it is true of all of them (D-123).
    EXC: a leader who attacks alone, or with berserk units, has no leadership DRM.
    """
    mods = [
        Mod("leadership", _leadership(view, ours), "A11.14"),
        Mod("hero", -int(any(heroic(view, unit) for unit in ours)), "A15.24"),
        *_states(view, ours, theirs),
        *_of_capture(view, theirs, clash),
        *_withdrawing(view, theirs),
        Mod("Overstacked attacker", _crowd(view, ours), "A5.12"),
        Mod("vs Overstacked", -_crowd(view, theirs), "A5.12"),
    ]
    if hand_to_hand and any(fights(view, unit) for unit in ours):
        mods.append(Mod("at home hand to hand", -1, "J2.31"))
    return [mod for mod in mods if mod.value]


def _leadership(view: GameView, ours: Sequence[Unit]) -> int:
    """The best leadership among the attackers."""
    if len(ours) < 2 or any(unit.berserk for unit in ours):
        return 0
    found = [kind.modifier for u in ours if not u.pinned and (kind := leader(view, u))]
    return min(found, default=0)


def _states(view: GameView, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Mod]:
    return [
        Mod("ambusher", -int(all(u.did("ambusher") for u in ours)), "A11.41"),
        Mod("vs ambusher", int(any(u.did("ambusher") for u in theirs)), "A11.41"),
        Mod("CX", int(any(u.cx for u in ours)), "A4.51"),
        Mod("vs CX", -int(all(u.cx for u in theirs)), "A4.51"),
        *_aboard(ours, theirs),
        *panicked_drm(ours, theirs),
        Mod("vs broken", -2 * int(all(u.broken for u in theirs)), "A11.16"),
        Mod("above wire", int(any(_wired(view, u) for u in ours)), "B26.32"),
        Mod("vs above wire", -int(all(_wired(view, u) for u in theirs)), "B26.32"),
        Mod("in Crest status", 2 * int(any(u.crest for u in ours)), "B20.94"),
        Mod("vs Crest status", -2 * int(all(u.crest for u in theirs)), "B20.94"),
    ]


def _aboard(ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Mod]:
    """Riders by +1, Passengers of a truck by +2; against them -1 and -2 (D6.1)."""
    return [
        Mod("Rider", int(any(u.rides for u in ours)), "D6.2"),
        Mod("vs Rider", -int(all(u.rides for u in theirs)), "D6.2"),
        Mod("Passenger", 2 * int(any(_seated(u) for u in ours)), "D6.1"),
        Mod("vs Passenger", -2 * int(all(_seated(u) for u in theirs)), "D6.1"),
    ]


def _seated(unit: Unit) -> bool:
    return bool(unit.aboard) and not unit.rides


def _wired(view: GameView, unit: Unit) -> bool:
    inside = view.state.fortifications.get(unit.inside)
    return inside is not None and inside.kind == "wire"


def _of_capture(
    view: GameView, theirs: Sequence[Unit], clash: CloseCombatAttack
) -> list[Mod]:
    if not clash.capture:
        return []
    green = all(inexperienced(view, unit) for unit in theirs)
    return [
        Mod("attempt to capture", 1, "A20.22"),
        Mod("of Inexperienced Personnel", -int(green), "A20.22"),
    ]


def _withdrawing(view: GameView, theirs: Sequence[Unit]) -> list[Mod]:
    """-2 against those who withdraw, +1 for each unit that stays to cover them."""
    if not all(unit.did("withdrawing") for unit in theirs):
        return []
    one = theirs[0]
    cover = [
        unit
        for unit in view.state.units_at(one.location, one.side)
        if not (unit.broken or unit.guard or unit.did("withdrawing"))
    ]
    return [Mod("vs withdrawing", -2, "A11.2"), Mod("covered", len(cover), "A11.2")]


def _crowd(view: GameView, units: Sequence[Unit]) -> int:
    """The squads beyond the stacking limit in the Location of some units."""
    one = units[0]
    return excess(view, view.state.units_at(one.location, one.side))


def fights(view: GameView, unit: Unit) -> bool:
    """Whether it is an armed unit that may choose Hand-to-Hand CC (J2.31)."""
    return piece(view, unit).nation in FIGHTERS and not (unit.unarmed or unit.guard)
