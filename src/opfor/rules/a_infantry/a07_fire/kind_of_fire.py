"""Which kind of fire an attack is: by its phase, and by what has fired before."""

from collections.abc import Iterable

from opfor.core.fact import Fact, fact
from opfor.state.play import GameView
from opfor.state.units import Side

BY_PHASE = {
    "PFPh": "prep_fire",
    "MPh": "bounding_first_fire",
    "DFPh": "final_fire",
    "AFPh": "advancing_fire",
}
"""What is fired in each phase; in the MPh, by a vehicle that moves."""

FIRST = "defensive_first_fire"
"""What the DEFENDER fires in the MPh."""

AGAIN = {"final": "final_protective_fire", "first": "subsequent_first_fire"}
"""What it is if he fires with what is marked so."""


def kind_of_fire(view: GameView, side: Side, firers: Iterable[str]) -> list[Fact]:
    """The kind of fire of units and Weapons, before they are marked; none outside."""
    kind = _kind(view, side, _marks(view, firers))
    return [fact(kind)] if kind else []


def _kind(view: GameView, side: Side, marks: set[str]) -> str:
    state = view.state
    if state.phase == "MPh" and side != state.side:
        return next((kind for mark, kind in AGAIN.items() if mark in marks), FIRST)
    if state.phase == "AFPh" and "opportunity" in marks:
        return "from_opportunity_fire"
    return BY_PHASE.get(state.phase, "")


def _marks(view: GameView, firers: Iterable[str]) -> set[str]:
    """The fire counters of firers; in Panic they count as Final Fire (S6.212)."""
    units, weapons = view.state.units, view.state.weapons
    found: set[str] = set()
    for id_ in firers:
        thing = weapons.get(id_) or units.get(id_)
        user = units.get(weapons[id_].owner) if id_ in weapons else units.get(id_)
        panic = user is not None and user.panic
        found.add("final" if panic else thing.fired if thing else "")
    return found
