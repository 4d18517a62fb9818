"""S5.3: the attack that a just-Activated Location must make at once.

The IFT is not here yet, so the program tells what the attack is, and the player says
what it did; the moving units go on or lose Good Order by his word.
"""

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.event import Note
from opfor.core.modifier import Mod, breakdown, total
from opfor.core.rule import rule
from opfor.rules.asl.a07_fire import (
    Share,
    column,
    firepower,
    leader_direction,
    target_drm,
)
from opfor.state.events import UnitChanged, UnitRemoved
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit

RESULTS = (
    Option("none", "no effect"),
    Option("pinned", "pinned"),
    Option("broken", "broken"),
    Option("eliminated", "eliminated"),
)


@rule(
    "S5.3",
    "Mandatory ENEMY Attack",
    exc=("no attack on a unit that is no Target of the just-Activated unit",),
    cites=("S5.31", "A8.1"),
)
def mandatory_attack(play: Play, activated: list[str]) -> None:
    """The units just Activated in one Location First Fire at the movers.

    EXC: a unit or SW for which the movers are no Target does not fire and stays
    concealed. Panic is not possible for them.
    """
    firers = [play.state.units[id_] for id_ in activated if id_ in play.state.units]
    movers = [unit for unit in play.state.movers() if unit.good_order]
    move = play.state.move
    if not firers or not movers or move is None:
        return
    here, there = firers[0].location, movers[0].location
    shares = firepower(play, firers, there)
    if not shares:
        play.emit(Note(f"no Target for the units in {here}: they stay concealed"))
        return
    mods = [*target_drm(play, here, there, move), *leader_direction(firers)]
    _reveal(play, [share.unit for share in shares])
    play.emit(Note(_told(here, there, shares, mods)))
    for unit in movers:
        _adjudicate(play, unit)


def _told(
    here: LocationName, there: LocationName, shares: list[Share], mods: list[Mod]
) -> str:
    fp = sum((share.fp for share in shares), start=shares[0].fp * 0)
    parts = " + ".join(f"{share.name} {share.how}" for share in shares)
    return (
        f"{here} First Fires at {there}: {float(fp):g} FP ({parts}), "
        f"IFT column {column(fp) or 'none'}, DRM {total(mods):+d} ({breakdown(mods)})"
    )


def _reveal(play: Play, firers: list[str]) -> None:
    for id_ in dict.fromkeys(firers):
        unit = play.state.units[id_]
        if unit.concealed:
            play.emit(UnitChanged(replace(unit, concealed=False), "fires"))


def _adjudicate(play: Play, unit: Unit) -> None:
    """Ask what the attack did to a moving unit, and do it."""
    form = (Field("result", f"{unit.id} is", "option", RESULTS),)
    asked = Adjudicate(
        purpose=f"what the attack did to {unit.id}", side="FRIENDLY", form=form
    )
    match play.ask(asked)["result"]:
        case "pinned":
            play.emit(UnitChanged(replace(unit, pinned=True), "pinned"))
        case "broken":
            play.emit(UnitChanged(replace(unit, broken=True), "broken"))
        case "eliminated":
            play.emit(UnitRemoved(unit.id, "eliminated"))
