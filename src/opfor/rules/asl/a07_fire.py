"""A7: what an attack on the IFT would be: its FP and its DRM.

The resolution of attacks is not here yet; Activation needs the DRM of one, and
tells the player what the mandatory attack would be.
"""

from fractions import Fraction

from msgspec import Struct

from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.asl.a06_los import hindrance
from opfor.state.counters import MMC, SMC, SupportWeapon, slug
from opfor.state.play import Look
from opfor.state.units import LocationName, Move, Unit, Weapon

COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)
"""FP columns of the IFT (A7)."""

NO_TEM = Mod("", 0)


class Share(Struct, frozen=True):
    """What one unit or SW adds to an attack's FP.

    Args:
        unit: the id of the unit that fires, its own FP or the SW.
        name: the counter's name.
        fp: what it adds.
        how: how that comes about, such as 4 × 2 (PBF).
    """

    unit: str
    name: str
    fp: Fraction
    how: str


@rule("A7.6", "DRM against a moving Infantry unit", cites=("A4.6", "B9.3", "B10.31"))
def target_drm(
    look: Look, firer: LocationName, target: LocationName, move: Move
) -> list[Mod]:
    """The DRM of First Fire from a Location at Infantry that has just entered one.

    Leaves out what only the firer adds (leadership, CX), since a S? has none of it.
    The LOS must be clear.
    """
    world = look.world
    drm = hindrance(look, firer, target)
    mods = [Mod("LOS hindrance", drm, "A6.7")] if drm else []
    cover = _cover(look, firer, target, move)
    mods += cover
    if not mods and world.ground.open_ground(world.locate(target)):
        mods.append(Mod("moving in the open (FFMO)", -1, "A4.6"))
    if not move.assault:
        mods.append(Mod("not Assault Moving (FFNAM)", -1, "A4.6"))
    return mods


def _cover(
    look: Look, firer: LocationName, target: LocationName, move: Move
) -> list[Mod]:
    """The TEM that protects the target, or Height Advantage if there is none."""
    best = tem(look, firer, target)
    if best.value > 0:
        return [best]
    if _height_advantage(look, firer, target, move):
        return [Mod("Height Advantage", 1, "B10.31")]
    return []


def tem(look: Look, firer: LocationName, target: LocationName) -> Mod:
    """The TEM against fire from a Location: in-hex or hexside, the better one."""
    found = _in_hex_tem(look, target), _hexside_tem(look, firer, target)
    return max(found, key=lambda mod: mod.value)


def _in_hex_tem(look: Look, target: LocationName) -> Mod:
    ground, at = look.world.ground, look.world.locate(target)
    return Mod(ground.cover(at).name, ground.tem(at), "A7.6")


def _hexside_tem(look: Look, firer: LocationName, target: LocationName) -> Mod:
    """Wall, hedge or bocage that the LOS crosses into the target's hex (B9.3).

    The TEM falls by one for each level that the firer's height over the target's
    Base Level exceeds the range. Over a hexside shared with an adjacent S? on the
    ground the mover has none: the S? was there first and has Wall Advantage (B9.32).
    """
    world = look.world
    hex_, level = world.locate(target)
    hexes = world.range(firer, target)
    if level or hexes == 0 or (hexes == 1 and world.locate(firer).level == 0):
        return NO_TEM
    drop = max(0, world.height(firer) - world.height(target) - hexes)
    found = [
        Mod(kind.name, max(0, kind.tem - drop), "B9.3")
        for side in world.entered_sides(firer, target)
        if (kind := world.ground.side(hex_, side)) is not None
    ]
    return max(found, key=lambda mod: mod.value, default=NO_TEM)


def _height_advantage(
    look: Look, firer: LocationName, target: LocationName, move: Move
) -> bool:
    """Higher than the firer, unless the LOS crosses the hexside entered by."""
    world = look.world
    if world.height(target) <= world.height(firer):
        return False
    return move.entry_side not in world.entered_sides(firer, target)


@rule("A7.2", "Firepower", cites=("A7.21", "A7.22", "A8.1"))
def firepower(look: Look, firers: list[Unit], target: LocationName) -> list[Share]:
    """What the units of one Location add to an attack: inherent FP and one SW each.

    Nothing for those that cannot reach the target. Mortars and other ordnance use
    the To Hit process, which is not here yet, and add nothing.
    """
    shares = []
    for unit in firers:
        piece = look.world.counter(unit.counter)
        if isinstance(piece, MMC):
            shares += _share(look, unit, piece, target)
        for weapon in look.state.weapons_of(unit.id):
            sw = _fires_as(look, weapon)
            if sw is not None:
                shares += _share(look, unit, sw, target)
    return shares


def _fires_as(look: Look, weapon: Weapon) -> SupportWeapon | None:
    """The SW as it can fire on the IFT now; None if it cannot."""
    sw = look.world.counter(weapon.counter)
    if weapon.dm and isinstance(sw, SupportWeapon):
        if sw.dm_as:
            sw = look.world.counter(f"{sw.nation}/{slug(sw.dm_as)}")
        if sw.id == weapon.counter:
            return None
    if isinstance(sw, SupportWeapon) and sw.kind in ("MG", "FT") and sw.fp:
        return sw
    return None


def _share(
    look: Look, unit: Unit, piece: MMC | SupportWeapon, target: LocationName
) -> list[Share]:
    hexes = look.world.range(unit.location, target)
    factor, why = _range_factor(look, unit.location, target, piece)
    if not factor or hexes > 2 * piece.range:
        return []
    how = str(piece.fp) if factor == 1 else f"{piece.fp} × {factor} ({why})"
    return [Share(unit.id, piece.name, piece.fp * factor, how)]


def _range_factor(
    look: Look, firer: LocationName, target: LocationName, piece: MMC | SupportWeapon
) -> tuple[Fraction, str]:
    """×3 TPBF, ×2 PBF, ×1/2 at long range, 0 out of reach (A7.21, A7.22)."""
    hexes = look.world.range(firer, target)
    rise = look.world.height(target) - look.world.height(firer)
    if hexes == 0 and rise == 0:
        return Fraction(3), "TPBF"
    if hexes <= 1 and rise <= 1:
        return Fraction(2), "PBF"
    if hexes <= piece.range:
        return Fraction(1), ""
    far = isinstance(piece, MMC) or piece.long_range
    if far and hexes <= 2 * piece.range:
        return Fraction(1, 2), "long range"
    return Fraction(0), ""


@rule("A7.53", "Leadership DRM")
def director(look: Look, firers: list[Unit]) -> tuple[Unit, Mod] | None:
    """The leader among the firers who directs their attack, and his DRM.

    The best one; nobody whose modifier would hurt, since direction is voluntary.
    """
    leaders = [(unit, look.world.counter(unit.counter)) for unit in firers]
    able = [
        (unit, smc)
        for unit, smc in leaders
        if isinstance(smc, SMC) and smc.modifier <= 0
    ]
    if not able:
        return None
    unit, smc = min(able, key=lambda pair: pair[1].modifier)
    return unit, Mod(f"leadership of the {smc.name}", smc.modifier, "A7.53")


def column(fp: Fraction) -> int:
    """The IFT column of a FP total: the highest that it reaches; 0 if none."""
    return max((col for col in COLUMNS if col <= fp), default=0)
