"""C4: To Hit numbers by barrel, calibre and ammunition."""

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.to_hit import SHORT, TargetType
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.state.play import GameView

TALL = 57
"""Calibres in mm up to which a Gun loses accuracy over distance (C4.1)."""


@rule("C4.1", "To Hit numbers by colour, barrel, calibre and ammunition")
def to_hit_number(
    view: GameView,
    piece: Ordnance,
    kind: TargetType,
    hexes: int,
    ammo: Ammo,
    *,
    red: bool,
) -> tuple[Mod, ...]:
    """The Basic To Hit number of a range and its modifiers, as Mods to add up.

    LATW have numbers of their own; barrel and calibre do not change those.
    Reading: D-510 mortars have the modifiers of their barrel and calibre too.
    """
    if piece.th:
        return (Mod(f"TH# of the {piece.name}", piece.th[hexes], "C13.1"),)
    colour = "red" if red else "black"
    table, changes = view.world.enemy.table("C3"), view.world.enemy.table("C4")
    basic = int(table.look_up(hexes, target=kind, colour=colour).result)
    found = [Mod(f"Basic TH#, {kind}, {hexes} hexes", basic, "C3.3")]
    for weapon, name in _changes(piece, ammo):
        value = int(changes.look_up(hexes, weapon=weapon).result)
        if value:
            found.append(Mod(name, value, "C4.1"))
    return tuple(found)


def _changes(piece: Ordnance, ammo: Ammo) -> list[tuple[str, str]]:
    """The rows of {C4} that count for a shot, with what they are called."""
    found = [(piece.barrel, f"{piece.barrel} barrel")] if piece.barrel else []
    found += [("57mm", "57mm or less")] if piece.calibre <= TALL else []
    found += [("40mm", "40mm or less")] if piece.calibre <= SHORT else []
    found += [("APCR", ammo)] if ammo in ("APCR", "APDS") else []
    return [*found, ("SMOKE", "SMOKE")] if ammo in ("smoke", "WP") else found


def red_numbers(view: GameView, piece: Ordnance, *, captured: bool) -> bool:
    """Whether ordnance uses red To Hit numbers: by its nation, or captured (C5.8).

    A note on its counter goes before its nation; French vehicles have red ones.
    """
    if piece.kind in ("MG", "ATR"):
        return captured
    if piece.notes.red is not None:
        return captured or piece.notes.red
    table = view.world.enemy.table("C3-colour")
    nation = piece.nation
    if nation not in table.axes["nation"]:
        nation = str(view.world.enemy.other(nation).fact("base"))
    colour = table.look_up(date=view.world.date, nation=nation).result
    vehicle = piece.mounted and nation == "french"
    return captured or vehicle or colour == "red"
