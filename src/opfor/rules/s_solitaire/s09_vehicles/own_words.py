"""S9.22 for vehicles: a clause in the player's own words: he says what it means."""

from opfor.core.ask import Option
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.s_solitaire.s09_vehicles.command_clauses import reached, stay
from opfor.state.in_progress import VehiclePlan
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit

PASS_OVER = Option("pass over", "it cannot be fulfilled: the next clause decides")
STAY = Option("stay", "it stays Stopped")
STOP = Option("drive and Stop", "it drives somewhere, and Stops")
MOTION = Option("drive on", "it drives somewhere, and stays in Motion")


def meant(play: Play, unit: Unit, words: str) -> VehiclePlan | None:
    """What a clause in own words has a vehicle do; None: it cannot be fulfilled.

    Reading: D-630.
    """
    ways = {at: way for at, way in reached(play, unit).items() if at != unit.location}
    drives = (STOP, MOTION) if ways else ()
    how = ask_policy(
        play,
        policy="S9.22 own words",
        purpose=f"{unit.id} moves by its Command, {words!r}: what does it do?",
        options=(PASS_OVER, STAY, *drives),
    )
    if how == PASS_OVER.key:
        return None
    if how == STAY.key:
        return stay(play, unit)
    to = ask_policy(
        play,
        policy="S9.22 own words",
        purpose=f"{unit.id} moves by its Command, {words!r}: where to?",
        options=[Option(at, at, (at,)) for at in ways],
    )
    steps = ways[LocationName(to)].steps
    way = tuple(step.to for step in steps)
    return VehiclePlan(how="route", way=way, motion=how == MOTION.key)
