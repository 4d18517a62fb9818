"""B24.7: Clearance in the PFPh: Flames that are put out, mines that are lifted."""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.b_terrain.b25_fire.b25_1_flames import burning
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import digging_drm
from opfor.state.events import (
    FortificationChanged,
    FortificationRemoved,
    MarkerRemoved,
    UnitChanged,
)
from opfor.state.play import GameView, Play
from opfor.state.units import Deed, Fortification, Marker, Unit

FLAME, MINES = 5, 2
"""The Final DR at or below which a Flame is out, or a mine factor lifted (D-222)."""

AP_FACTORS = (12, 8, 6)
"""FP of an A-P minefield, one step less for each success."""


def target(view: GameView, unit: Unit, id_: str) -> Marker | Fortification:
    """What a unit would clear in its Location.

    Errors:
        Illegal: there is no Flame and no known minefield of that id.
    """
    flame = burning(view, unit.location)
    if flame is not None and flame.id == id_ and flame.kind == "flame":
        return flame
    fort = view.state.fortifications.get(id_)
    known = fort is not None and fort.kind == "minefield" and not fort.hidden
    if fort is not None and known and fort.location == unit.location:
        return fort
    raise Illegal("B24.7", f"{id_} is no Flame or known minefield in its Location")


@rule(
    "B24.7",
    "Clearance",
    exc=("nobody puts out a Blaze",),
    cites=("B25.4", "B28.5"),
)
def may_clear(view: GameView, unit: Unit, id_: str) -> None:
    """A Good Order MMC that has not fired may try, in place of all else.

    It is neither pinned nor TI, and not inside a fortification.
    EXC: nobody puts out a Blaze.

    Errors:
        Illegal: it may not.
    """
    if mmc(view, unit) is None or not unit.good_order or unit.unarmed:
        raise Illegal("B24.7", f"{unit.id} is no Good Order MMC")
    if unit.pinned or unit.ti or unit.fired or unit.inside or not unit.location:
        raise Illegal("B24.7", f"{unit.id} is pinned, TI, sheltered or has fired")
    target(view, unit, id_)


@rule("B24.7/dr", "The Clearance DR", cites=("B24.8", "B27.11"))
def clear(play: Play, unit: Unit, id_: str, chief: Unit | None) -> None:
    """Try to clear something; TI either way, with a labor counter after a failure.

    Whoever tries counts as in Hazardous Movement for the Player Turn (A4.62).
    Reading: D-222, the DRM of entrenching; a Final 5 for a Flame, a 2 for mines.
    """
    thing = target(play, unit, id_)
    # B24.7: the Clearance DR, with the DRM of entrenching
    mods = digging_drm(play, unit, chief)
    roll = dice_roll(play, fact("clears", unit=unit.id, what=id_), mods, side=unit.side)
    done = roll.final <= (FLAME if isinstance(thing, Marker) else MINES)
    # A12.14: neither may stay concealed
    for worker in (unit, chief):
        if worker is not None:
            lose_by(play, worker.id, "other action")
    if done:
        _clear_away(play, thing)
    # B24.8: a labor counter after a failure; TI either way
    now = play.state.units[unit.id]
    deeds: tuple[Deed, ...] = (*now.deeds, "entrench")
    labor = 0 if done else now.labor + 1
    tried = replace(now, ti=True, hazardous=True, labor=labor, deeds=deeds)
    play.emit(UnitChanged(tried, fact("ti")))
    if chief is not None:
        tired = replace(play.state.units[chief.id], ti=True, hazardous=True)
        play.emit(UnitChanged(tired, fact("directs_the_clearance_ti")))


def _clear_away(play: Play, thing: Marker | Fortification) -> None:
    """A Flame is out; a minefield loses a factor, A-T ones first."""
    if isinstance(thing, Marker):
        play.emit(MarkerRemoved(thing.id, fact("put_out")))
        return
    if thing.factors:
        less = replace(thing, factors=thing.factors - 1)
    else:
        fewer = [fp for fp in AP_FACTORS if fp < thing.fp]
        less = replace(thing, fp=fewer[0] if fewer else 0)
    if less.fp or less.factors:
        play.emit(FortificationChanged(less, fact("a_factor_is_lifted")))
    else:
        play.emit(FortificationRemoved(thing.id, fact("cleared")))
