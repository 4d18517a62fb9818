"""B9.3: walls, hedges, bocage and roadblocks: their TEM, and Wall Advantage."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.geo.hexside_features import OPPOSITE
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, infantry
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import ClaimWall
from opfor.state.events import UnitChanged
from opfor.state.judgement import BY_WORD
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit

PROTECTED = 1
"""In-hex TEM from which on Wall Advantage is a choice (B9.323)."""


# -- TEM ---------------------------------------------------------------------------


@rule(
    "B9.3",
    "TEM of walls and hedges",
    exc=("not over a hexside on which the firers have Wall Advantage",),
    cites=("B9.31", "B9.32", "B29.2"),
)
def wall_tem(
    view: GameView,
    firer: LocationName,
    target: LocationName,
    side: Side,
    *,
    indirect: bool = False,
) -> Mod | None:
    """The TEM that a hexside gives the units of a side against fire over it.

    Of a wall, hedge, bocage or roadblock that the LOS crosses into the target's hex;
    at ground level only. Indirect Fire meets one less, from wherever it comes.
    EXC: not over a hexside on which the firers have Wall Advantage.
    """
    world = view.world
    hex_, level = world.locate(target)
    hexes = world.range(firer, target)
    if level or not hexes:
        return None
    crossed = world.entered_sides(firer, target)
    found = [mod for s in crossed if (mod := _side_tem(view, hex_, s, indirect))]
    if not found:
        return None
    if hexes == 1 and holds_wall(view, other(side), firer):
        return None
    drop = 0 if indirect else reduction(view, firer, target)
    best = max(found, key=lambda mod: mod.value)
    value = best.value - drop
    return Mod(best.name, value, best.rule) if value > 0 else None


@rule("B9.31", "Height over a hexside lowers its TEM")
def reduction(view: GameView, firer: LocationName, target: LocationName) -> int:
    """By how much TEM falls: levels of the firer over the target beyond the range."""
    world = view.world
    over = world.height(firer) - world.height(target) - world.range(firer, target)
    return max(0, over)


def _side_tem(view: GameView, hex_: int, side: int, indirect: bool) -> Mod | None:
    ground = view.world.ground
    if kind := ground.side(hex_, side):
        value = kind.indirect if indirect else kind.tem
        said = BY_WORD if (hex_, side) in view.world.judged_sides else ""
        return Mod(kind.name + said, value, "B9.3") if value else None
    if roadblocked(view, hex_, side):
        return Mod("roadblock", 1 if indirect else 2, "B29.2")
    return None


def roadblocked(view: GameView, hex_: int, side: int) -> bool:
    """Whether a roadblock lies on a hexside, seen from either of its hexes."""
    if not view.state.fortifications:
        return False
    world = view.world
    across = int(world.joins.other[hex_, side])
    for block in view.state.fortifications.values():
        if block.kind == "roadblock":
            at = world.locate(block.location).hex
            if at == hex_ and side in block.sides:
                return True
            if at == across and OPPOSITE[side] in block.sides:
                return True
    return False


# -- Wall Advantage ----------------------------------------------------------------


@rule(
    "B9.32",
    "Wall Advantage",
    exc=("a S? at ground level has it where it stands",),
    cites=("B9.321", "S3.1"),
)
def holds_wall(view: GameView, side: Side, location: LocationName) -> bool:
    """Whether a side has Wall Advantage in a Location, over all hexsides of its hex.

    Nobody has it in a Location with units of both sides, prisoners apart.
    EXC: a S? at ground level has it where it stands (D-045).
    """
    state = view.state
    if any(not unit.guard for unit in state.units_at(location, other(side))):
        return False
    units = state.units_at(location, side)
    if any(unit.wall and _able(unit) for unit in units):
        return True
    if side == "FRIENDLY" or not state.suspects_at(location):
        return False
    hex_, level = view.world.locate(location)
    return level == 0 and bool(_walled(view, hex_))


def _able(unit: Unit) -> bool:
    """Whether a unit could have Wall Advantage at all (B9.321).

    Not broken or unarmed units, nor those inside an entrenchment or pillbox or above
    wire, nor in Melee.
    """
    return infantry(unit) and not (
        unit.broken or unit.inside or unit.melee or not armed(unit)
    )


def _walled(view: GameView, hex_: int) -> list[int]:
    """The hexsides of a hex that are wall, hedge or bocage."""
    row = view.world.ground.side_kind[hex_].tolist()
    kinds = view.world.ground.chart.kinds
    return [side for side, kind in enumerate(row) if kind >= 0 and kinds[kind].tem]


@rule("B9.321", "Who may have Wall Advantage", cites=("B9.32",))
def wall_bar(view: GameView, side: Side, location: LocationName) -> str:
    """Why a side cannot have Wall Advantage in a Location; nothing if it can.

    Reading: D-131 one enemy Location across such a hexside that has it is enough.
    """
    hex_, level = view.world.locate(location)
    walls = [] if level else _walled(view, hex_)
    if not walls:
        return "there is no wall, hedge or bocage around it"
    units = view.state.units_at(location, side)
    if not any(map(_able, units)):
        return "nobody there is able to hold it"
    if view.state.units_at(location, other(side)):
        return "the other side is in the Location too"
    for wall in walls:
        across = int(view.world.joins.other[hex_, wall])
        if across >= 0:
            there = view.world.name(Location(across))
            if holds_wall(view, other(side), there):
                return f"{there} has Wall Advantage over it"
    return ""


@rule(
    "B9.32/activated",
    "What comes of a S? keeps its Wall Advantage",
    cites=("B9.321", "S5.6"),
)
def keep_wall(play: Play, location: LocationName) -> None:
    """What a S? has turned out to be has the Wall Advantage that the S? had.

    At once, also where it would not have to claim it.
    Reading: D-894.
    """
    if not wall_bar(play, "ENEMY", location):
        do_wall(play, "ENEMY", ClaimWall(location))


@rule("B9.323", "Wall Advantage in the open is mandatory", cites=("B9.32",))
def mandatory(view: GameView, location: LocationName) -> bool:
    """Whether units in a Location must have it if they can: no in-hex TEM of +1."""
    return view.world.ground.tem(view.world.locate(location)) < PROTECTED


@rule("B9.322", "Wall Advantage is lost and claimed", cites=("B9.321", "B9.323"))
def settle_walls(play: Play) -> None:
    """Take Wall Advantage from those who cannot have it; the others must claim it.

    The ATTACKER claims first; what a side gives up, the other may have at once.
    """
    # B9.322: it is lost by who is able no more, or has enemies with him
    for unit in list(play.state.units.values()):
        if unit.wall and not (_able(unit) and _still(play, unit)):
            lost = replace(unit, wall=False)
            play.emit(UnitChanged(lost, fact("loses_wall_advantage")))
    # B9.323: who must have it claims it, the ATTACKER first
    for side in (play.state.side, other(play.state.side)):
        for location in _able_at(play, side):
            if _claims(play, side, location):
                do_wall(play, side, ClaimWall(location))


def _still(view: GameView, unit: Unit) -> bool:
    return not view.state.units_at(unit.location, other(unit.side))


def _claims(view: GameView, side: Side, location: LocationName) -> bool:
    """Whether somebody there without it must have it, or shares in it."""
    units = [u for u in view.state.units_at(location, side) if _able(u)]
    if all(unit.wall for unit in units):
        return False
    if any(unit.wall for unit in units):
        return True
    return mandatory(view, location) and not wall_bar(view, side, location)


def _able_at(view: GameView, side: Side) -> list[LocationName]:
    """The Locations with walls in which a side has somebody who can hold one."""
    found: dict[LocationName, None] = {}
    for unit in view.state.units.values():
        if unit.side == side and unit.location and _able(unit):
            found[unit.location] = None
    return [at for at in found if _has_wall(view, at)]


def _has_wall(view: GameView, location: LocationName) -> bool:
    hex_, level = view.world.locate(location)
    return level == 0 and bool(_walled(view, hex_))


# -- the order ---------------------------------------------------------------------


def offer_wall(view: GameView, side: Side) -> Iterator[Offer]:
    """Wall Advantage for each Location that could claim it, or give it up."""
    for location in _able_at(view, side):
        order = ClaimWall(location, claim=not holds_wall(view, side, location))
        if not _barred(view, side, order):
            verb = "claim" if order.claim else "give up"
            yield Offer(order, f"{verb} Wall Advantage in {location}", (location,))


def check_wall(view: GameView, side: Side, order: ClaimWall) -> None:
    """Raise Illegal if Wall Advantage cannot be claimed, or given up."""
    if bar := _barred(view, side, order):
        raise Illegal("B9.32", bar)


def _barred(view: GameView, side: Side, order: ClaimWall) -> str:
    held = holds_wall(view, side, order.at)
    if order.claim:
        have = "it is claimed already"
        return have if held else wall_bar(view, side, order.at)
    if not held:
        return "nobody there has it"
    return "in the open it must be kept" if mandatory(view, order.at) else ""


def do_wall(play: Play, side: Side, order: ClaimWall) -> None:
    """All able units of the Location claim Wall Advantage, or give it up."""
    what = fact("has_wall_advantage" if order.claim else "gives_up_wall_advantage")
    for unit in play.state.units_at(order.at, side):
        if _able(unit) and unit.wall != order.claim:
            new = replace(unit, wall=order.claim)
            play.emit(UnitChanged(new, what))
