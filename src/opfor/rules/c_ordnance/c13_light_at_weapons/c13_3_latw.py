"""C13.3: PF, and what units carry of light A-T weapons."""

from fractions import Fraction

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, piece, smc
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance, of_sw
from opfor.state.counters import MMC, Counter, SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

PF_RANGE = (("1945-01", 3), ("1944-07", 2), ("1943-10", 1))
"""How far a PF reaches, by the month from which on (C13.3)."""

PF_SHARE = (("1945-01", 4), ("1944-01", 3), ("1943-08", 2))
"""Halves of a PF for each squad of the side, by the month from which on (C13.31)."""

COMMON = "1943-10"
"""From which month on PF are not rare any more (C13.31)."""

PASSES = 3
"""The highest Final dr with which a German has a PF."""

PINS = 6
"""The Original dr that pins whoever looks for a PF."""


@rule("C13.3", "PF fire", cites=("C13.1",))
def inherent(view: GameView, unit: Unit, name: str) -> Ordnance:
    """A PF or PFk of a unit, as ordnance; it reaches as far as its date lets it.

    Errors:
        Illegal: its nation has none on this date, or none are left.
    """
    found = _issued(view, piece(view, unit).nation, name)
    if found is None:
        raise Illegal("C13.3", f"{unit.id} has no {name}")
    date = view.world.date
    if not isinstance(found, SupportWeapon) or not found.inherent or date < found.since:
        raise Illegal("C13.3", f"there are no {name} in {date}")
    if left(view, unit.side) < 1:
        raise Illegal("C13.31", "no PF are left")
    reach = next((hexes for since, hexes in PF_RANGE if date >= since), 1)
    made = of_sw(found, "", date)
    return made if name == "PFk" else _shorter(made, reach)


def _issued(view: GameView, nation: str, name: str) -> Counter | None:
    """The counter of what a nation's units may have within them; None if it has none.

    Asked of every squad whenever something could be fired at.
    """
    kept: dict[tuple[str, str], Counter | None]
    kept = view.world.lasting("what is within units", None, dict)
    if (nation, name) not in kept:
        own = view.world.enemy.other(nation)
        found = own.counter(name) if own.knows(name) else None
        kept[nation, name] = found
    return kept[nation, name]


def _shorter(made: Ordnance, reach: int) -> Ordnance:
    return replace(made, max_range=reach, th=made.th[: reach + 1])


def left(view: GameView, side: Side) -> int:
    """How many PF a side still has: one a squad in 1943, then 1½, two in 1945.

    Reading: D-143 squads that it has lost count.
    """
    halves = next((n for since, n in PF_SHARE if view.world.date >= since), 0)
    toll = view.state.toll(side)
    units = [u.counter for u in view.state.units.values() if u.side == side]
    found = [view.world.counter(code) for code in (*units, *toll.lost)]
    squads = sum(isinstance(p, MMC) and p.size == "squad" for p in found)
    return squads * halves // 2 - toll.pf


@rule("C13.31", "PF check", cites=("C13.3",))
def pf_check(play: Play, unit: Unit, *, afv: bool = False) -> str:
    """The dr for a PF: "has one", "none", or "pinned" on an Original 6.

    Final 3 or less finds one; +1 for a HS or crew, +2 for a SMC, +1 if CX, +1 against
    anything but an AFV, +1 in August and September 1943, -1 in 1945.

    Args:
        play: the game.
        unit: who looks for one.
        afv: it is wanted against an AFV.
    """
    mods = pf_drm(play, unit, afv=afv)
    rolled = die_roll(play, fact("pf", unit=unit.id), mods, side=unit.side)
    # C13.31: an Original 6 pins, or breaks who is pinned
    if rolled.original == PINS:
        return "pinned"
    return "has one" if rolled.final <= PASSES else "none"


def pf_odds(view: GameView, unit: Unit, *, afv: bool = False) -> Fraction:
    """The chance that a unit finds a PF."""
    drm = total(pf_drm(view, unit, afv=afv))
    found = [dr for dr in range(1, PINS) if dr + drm <= PASSES]
    return Fraction(len(found), PINS)


def pf_drm(view: GameView, unit: Unit, *, afv: bool = False) -> list[Mod]:
    """The drm of a PF check."""
    found = [] if afv else [Mod("no AFV", 1, "C13.31")]
    own = mmc(view, unit)
    if smc(view, unit):
        found.append(Mod("SMC", 2, "C13.31"))
    elif own and own.size != "squad":
        found.append(Mod("HS or crew", 1, "C13.31"))
    if unit.cx:
        found.append(Mod("CX", 1, "A4.51"))
    if piece(view, unit).nation not in ("german", "ss", "german-paras"):
        found.append(Mod("not German", 1, "C13.31"))
    if view.world.date < COMMON:
        found.append(Mod("still rare", 1, "C13.31"))
    if view.world.date >= "1945-01":
        found.append(Mod("1945", -1, "C13.31"))
    return found
