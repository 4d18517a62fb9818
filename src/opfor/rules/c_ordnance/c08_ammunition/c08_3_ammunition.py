"""C8: what is fired, and what FP a hit has on the IFT."""

from fractions import Fraction

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.b_terrain.b09_walls.b09_3_walls import wall_tem
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c08_ammunition.c08_9_depletion import Ammo
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit, Weapon

HALF = Fraction(1, 2)

SMOKES = ("smoke", "WP")

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)

IN_COVER = ("pillbox", "cave")


def load(
    piece: Ordnance, weapon: Weapon | None, wanted: str, *, at_vehicle: bool = False
) -> Ammo:
    """What a piece fires if an order wants that, or leaves it open.

    Left open: HEAT of LATW; at a vehicle AP, else HEAT, else HE; at others HE, or AP
    of what has no HE.

    Errors:
        Illegal: it has no such ammunition (C8.9).
    """
    usual = _piercing(piece) if at_vehicle else _usual(piece)
    ammo = usual if wanted in ("", "PF", "PFk") else wanted
    depleted = weapon.depleted if weapon else ()
    if ammo in depleted or ammo not in carried(piece):
        raise Illegal("C8.9", f"{piece.name} has no {ammo}")
    return ammo


def _usual(piece: Ordnance) -> Ammo:
    if piece.kind == "LATW":
        return "HE" if piece.name == "MOL-P" else "HEAT"
    return "AP" if piece.no_he else "HE"


def _piercing(piece: Ordnance) -> Ammo:
    if piece.kind == "LATW":
        return _usual(piece)
    if not piece.no_ap:
        return "AP"
    return "HEAT" if "HEAT" in piece.ammo else _usual(piece)


def carried(piece: Ordnance) -> tuple[Ammo, ...]:
    """The kinds of ammunition that a piece has on this date."""
    if piece.kind == "LATW":
        return (_usual(piece), "WP") if "WP" in piece.ammo else (_usual(piece),)
    ammo: list[Ammo] = [] if piece.no_he else ["HE"]
    ammo += [] if piece.no_ap else ["AP"]
    ammo += [kind for kind in piece.ammo if kind not in ammo]  # type: ignore[misc] # keys are Ammo
    return tuple(ammo)


@rule("C8.3", "HE and HEAT equivalency on the IFT", cites=("C3.33",))
def fp_of(view: GameView, piece: Ordnance, ammo: Ammo, kind: str) -> Fraction:
    """The FP of a hit: of HE by calibre, half of it with the Area Target Type.

    LATW have FP of their own; HEAT of a Gun that of the column left of its HE; AP and
    the like one or two. SMOKE has none.
    """
    if ammo in SMOKES or piece.kind in ("MG", "ATR"):
        return Fraction(0)
    if piece.kind == "LATW":
        return Fraction(piece.fp)
    table = view.world.enemy.table
    if ammo in ("AP", "APCR", "APDS"):
        return Fraction(int(table("C8-AP").look_up(piece.calibre).result))
    if kind == "area" and piece.notes.area_fp:
        return Fraction(piece.notes.area_fp)
    fp = int(table("C8-HE").look_up(piece.calibre).result)
    if ammo == "HEAT":
        fp = max((column for column in COLUMNS if column < fp), default=0)
    return fp * HALF if kind == "area" else Fraction(fp)


@rule("C8.31", "HEAT against Personnel", cites=("C13.1",))
def check_heat(view: GameView, firer: Unit, target: LocationName) -> None:
    """Raise Illegal unless HEAT finds something to burst on.

    A building, rubble or pillbox, a wall that the LOS crosses, or a Gun.
    """
    state, world = view.state, view.world
    terrain = world.ground.terrain(world.locate(target)).name
    if world.in_building(target) or "rubble" in terrain:
        return
    enemy = other(firer.side)
    if wall_tem(view, firer.location, target, enemy):
        return
    for unit in state.units_at(target, enemy):
        fort = state.fortifications.get(unit.inside)
        if fort is not None and fort.kind in IN_COVER:
            return
        if any(weapon.gun for weapon in state.weapons_of(unit.id)):
            return
    raise Illegal("C8.31", f"HEAT does nothing to Personnel in {target}")
