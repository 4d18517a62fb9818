"""E7.5: Light AA fire at an aircraft."""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import working
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import aamg, state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.e_miscellaneous.planes import ask_result, change_plane, number
from opfor.state.artillery import Aircraft
from opfor.state.counters import Gun
from opfor.state.events import LossesChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit, Weapon

CVP = 2
"""CVP of an airplane (A26.22)."""


DOWN = "shot down"


@rule("E7.5", "Light AA fire")
def anti_aircraft(
    view: GameView, plane: Aircraft, where: LocationName
) -> list[tuple[Weapon, str]]:
    """The AA Guns and AAMG that fire at it, and what they are in table {E7}.

    Each that works, with a crew that could fire it, near enough to the hex; an AAMG
    needs a CE crew.
    """
    found = []
    for weapon in view.state.weapons.values():
        owner = view.state.units.get(weapon.owner)
        kind = _aa(view, weapon, owner)
        if owner is None or not kind or owner.side == plane.side or not owner.location:
            continue
        if view.world.range(owner.location, where) <= number(view, f"{kind} range"):
            found.append((weapon, kind))
    return found


def _aa(view: GameView, weapon: Weapon, owner: Unit | None) -> str:
    """What of the AA table a Weapon is now; empty if nothing."""
    if owner is None or not working(weapon):
        return ""
    if weapon.mount and aamg(view, owner, weapon):
        return "AAMG" if crewed(owner) and state_of(owner).ce else ""
    kind = view.world.counter(weapon.counter)
    manned = owner.good_order and not owner.hidden
    return "AA Gun" if isinstance(kind, Gun) and kind.kind == "AA" and manned else ""


@rule("E7.51", "What Light AA fire does", cites=("E7.5", "A26.22"))
def survives(play: Play, plane: Aircraft, where: LocationName) -> bool:
    """A DR for each: up to its number drives the airplane off, up to half downs it.

    Either way it does not attack, and is gone; one shot down counts 2 CVP (A26.22).
    """
    for weapon, kind in anti_aircraft(play, plane, where):
        most = number(play, kind)
        purpose = fact("aa_fire", weapon=weapon.id, plane=plane.id, most=most)
        if on_table(play, "artillery"):
            said = ask_result(play, purpose, ("missed", "driven off", DOWN))
        else:
            final = dice_roll(play, purpose, side=other(plane.side)).final
            hit = DOWN if 2 * final <= most else "driven off"
            said = hit if final <= most else "missed"
        if said != "missed":
            fate = fact("is_shot_down" if said == DOWN else "is_driven_off")
            change_plane(play, plane, fate, gone=True)
            # A26.22: an airplane that is shot down counts CVP
            if said == DOWN:
                _counts(play, other(plane.side))
            return False
    return True


def _counts(play: Play, side: Side) -> None:
    toll = play.state.toll(side)
    more = replace(toll, cvp=toll.cvp + CVP)
    play.emit(LossesChanged(side, more, fact("cvp_for_an_airplane", cvp=CVP)))
