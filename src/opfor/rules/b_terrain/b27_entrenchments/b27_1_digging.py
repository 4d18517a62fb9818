"""B27.11: digging foxholes in the PFPh."""

from msgspec.structs import replace

from opfor.core.dice import Rolled, dice_roll
from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, piece
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a14_snipers.a14_1_sniper_alert import alert_sniper
from opfor.state.events import FortificationAdded, FortificationChanged, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Deed, Fortification, LocationName, Unit

NEEDED = 5
"""The Final DR at or below which a foxhole is dug."""

DEEPEST = 3
"""Squads that a foxhole holds at most."""

PAVED = 66
"""The code of a paved road."""

UNDIGGABLE = (
    "crag",
    "marsh",
    "water obstacle",
    "ford",
    "dry stream",
    "shallow stream",
    "deep stream",
    "bridge",
    "runway",
    "sunken road",
    "elevated road",
    "wooden rubble",
    "stone rubble",
    "lumberyard",
    "tower",
    "storage tank",
)
"""Terrain in which nothing can be dug, beside buildings and paved roads."""


@rule("B27.1/where", "Where nothing can be dug", cites=("S5.61",))
def undiggable(view: GameView, where: LocationName) -> str:
    """Why nothing can be dug in a Location; empty if it can.

    Not in buildings, rubble, marsh, crag, streams and water, nor on a paved, sunken
    or elevated road, a bridge or a runway; an unpaved road is no hindrance.
    """
    at, world = view.world.locate(where), view.world
    name = world.ground.terrain(at).name
    if name in UNDIGGABLE or world.in_building(where):
        return f"it cannot be in {name}"
    if (world.joins.road[at.hex] == PAVED).any():
        return "it cannot be on a paved road"
    return ""


@rule("B27.1", "Digging in", cites=("B27.11",))
def may_entrench(view: GameView, unit: Unit) -> None:
    """Refuse an attempt to a unit that cannot make one now.

    Errors:
        Illegal: the rule that forbids it.
    """
    if mmc(view, unit) is None or not unit.good_order or unit.unarmed:
        raise Illegal("B27.1", f"{unit.id} is no Good Order MMC")
    if unit.pinned or unit.ti or unit.fired or not unit.location:
        raise Illegal("B27.1", f"{unit.id} is pinned, TI or has fired")
    if unit.aboard:
        raise Illegal("D6.1", f"{unit.id} is aboard {unit.aboard}")
    if unit.inside:
        raise Illegal("B27.1", f"{unit.id} is in a fortification already")
    off = unit.crest or view.world.locate(unit.location).level
    if off or undiggable(view, unit.location):
        raise Illegal("B27.1", "nobody digs in that terrain")
    hole = foxhole(view, unit)
    if hole and hole.capacity >= DEEPEST:
        raise Illegal("B27.1", "the foxholes there hold three squads already")


def foxhole(view: GameView, unit: Unit) -> Fortification | None:
    """The foxhole counter of a unit's Location, if there is one."""
    forts = view.state.fortifications_at(unit.location)
    return next((fort for fort in forts if fort.kind == "foxhole"), None)


@rule("B27.11", "Entrenching attempts", cites=("B24.8", "A4.51"))
def digging_drm(view: GameView, unit: Unit, chief: Unit | None) -> list[Mod]:
    """The DRM of an attempt: size, CX, leadership, labor, and the Russians' -1.

    Reading (D-841): labor is lost as a unit breaks or leaves its Location.
    """
    found = mmc(view, unit)
    mods = [
        Mod("HS or crew", int(found is not None and found.size != "squad"), "B27.11"),
        Mod("CX", int(unit.cx), "A4.51"),
        Mod("labor", -unit.labor, "B24.8"),
        Mod("Russian", -piece(view, unit).nation.startswith("russian"), "A25.2"),
    ]
    if chief is not None:
        mods.append(Mod("leadership", modifier(view, chief), "B27.11"))
    return [mod for mod in mods if mod.value]


def led_by(view: GameView, unit: Unit, id_: str) -> Unit | None:
    """The leader who directs the digging, checked; None if nobody is named."""
    if not id_:
        return None
    chief = view.state.units.get(id_)
    if (
        chief is None
        or leader(view, chief) is None
        or chief.side != unit.side
        or chief.location != unit.location
        or not chief.good_order
        or chief.pinned
        or chief.fired
    ):
        raise Illegal("B27.11", f"{id_} cannot direct the digging")
    return chief


@rule("B27.12", "What an entrenching attempt leaves behind", cites=("B27.11", "A14.1"))
def entrench(play: Play, unit: Unit, chief: Unit | None) -> Rolled:
    """Dig: a foxhole for one squad, or more room, on a Final 5 or less; TI either way.

    Who fails gains a labor counter. The digger is in the foxhole at once.
    """
    # B27.11: the entrenching DR
    mods = digging_drm(play, unit, chief)
    roll = dice_roll(play, fact("entrenches", unit=unit.id), mods, side=unit.side)
    # A14.1: an entrenching DR wakes the Sniper too
    alert_sniper(play, unit.side, roll)
    # A12.14: neither may stay concealed
    for worker in (unit, chief):
        if worker is not None:
            lose_by(play, worker.id, "other action")
    # B27.12: a foxhole, or B24.8: a labor counter
    if roll.final <= NEEDED:
        inside = _dug(play, unit)
        _tire(play, unit.id, fact("entrenches_ti"), inside=inside, labor=0)
    else:
        vain = fact("digs_in_vain_ti")
        _tire(play, unit.id, vain, inside="", labor=unit.labor + 1)
    # B27.11: who directs is TI too
    if chief is not None:
        done = replace(play.state.units[chief.id], ti=True)
        play.emit(UnitChanged(done, fact("directs_the_digging_ti")))
    return roll


def _tire(play: Play, id_: str, what: Fact, *, inside: str, labor: int) -> None:
    unit = play.state.units[id_]
    deeds: tuple[Deed, ...] = (*unit.deeds, "entrench")
    after = replace(unit, ti=True, inside=inside, labor=labor, deeds=deeds)
    play.emit(UnitChanged(after, what))


def _dug(play: Play, unit: Unit) -> str:
    """A new foxhole, or one squad more in the one that is there; its id."""
    hole = foxhole(play, unit)
    if hole is not None:
        wider = replace(hole, capacity=hole.capacity + 1)
        what = fact("holds_squads", squads=wider.capacity)
        play.emit(FortificationChanged(wider, what))
        return hole.id
    name = fresh_id(play.state, "foxhole")
    new = Fortification(id=name, kind="foxhole", location=unit.location, capacity=1)
    play.emit(FortificationAdded(new))
    return name
