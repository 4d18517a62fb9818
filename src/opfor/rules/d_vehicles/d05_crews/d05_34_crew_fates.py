"""D5: what becomes of a vehicle that was hit, and of its crew.

`suffer` is the one way in: whatever kills, stops or shocks a vehicle says what the
fate is, and all that follows happens here.

Reading: D-306, what no source confirms.
"""

from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.a_infantry.a07_fire.a07_8_pin import pin
from opfor.rules.a_infantry.a07_fire.a07_ift import NO_EFFECT, IftResult
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate
from opfor.rules.c_ordnance.c07_to_kill.c07_4_shock import possible_shock, shock
from opfor.rules.c_ordnance.c07_to_kill.c07_71_wrecks import wreck
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import (
    changed,
    state_of,
    vehicle,
)
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_check
from opfor.rules.d_vehicles.d05_crews.d05_341_recall import recall
from opfor.rules.d_vehicles.d08_bog.d08_1_immobilization import immobilize
from opfor.state.play import Play
from opfor.state.units import Side, Unit


def suffer(
    play: Play, id_: str, fate: Fate, *, by: Side | None = None, in_cc: bool = False
) -> None:
    """Let a fate come over a vehicle, with all that follows.

    Args:
        play: the game.
        id_: the vehicle.
        fate: what becomes of it.
        by: who gains from it; the other side if left open.
        in_cc: it happened in Close Combat, which no crew survives.
    """
    unit = play.state.units.get(id_)
    if unit is None or fate == "none":
        return
    if fate in ("burn", "eliminated"):
        wreck(play, unit, burning=fate == "burn", by=by, in_cc=in_cc)
    elif fate == "immobilized":
        immobilize(play, unit, check=not in_cc)
    elif fate == "shock":
        shock(play, unit)
    elif fate == "possible shock":
        possible_shock(play, unit)
    else:
        stun(play, unit)


# -- stopped, shocked, stunned -----------------------------------------------------


@rule("D5.34", "Stun", exc=("a vehicle with a one-man turret",), cites=("D5.341",))
def stun(play: Play, unit: Unit) -> None:
    """Its crew does nothing for the rest of the Player Turn, and is worse ever after.

    It stops and is BU. A second Stun means Recall.
    EXC: a vehicle with a one-man turret is Recalled by its first.
    """
    found, state = vehicle(play, unit), state_of(unit)
    again = state.stunned or state.shaken
    alone = found is not None and found.turret == "1MT"
    unit = changed(
        play,
        unit,
        fact("is_stunned"),
        stunned=True,
        shaken=True,
        motion=False,
        ce=False,
    )
    # D5.341: Recall by the second Stun
    if again or alone:
        recall(play, unit)


def steadied(play: Play) -> None:
    """Stun ends with the Player Turn (D5.34)."""
    for unit in onboard(play, "FRIENDLY") + onboard(play, "ENEMY"):
        if unit.vehicle is not None and unit.vehicle.stunned:
            changed(play, unit, fact("is_not_stunned_any_more"), stunned=False)


@rule("D5.34/fire", "A CE crew under fire", cites=("D5.34", "D5.341"))
def crew_suffers(play: Play, unit: Unit, result: IftResult) -> None:
    """K and KIA Stun it and mean Recall; a MC that it fails Stuns, a PTC pins."""
    if result == NO_EFFECT:
        return
    lose_by(play, unit.id, "hit")
    # D5.34: by K and KIA it is Stunned, and Recalled
    if result.kind in ("K", "KIA"):
        stun(play, unit)
        recall(play, play.state.units[unit.id])
    # A7.304: a MC that it fails Stuns it
    elif result.kind == "MC":
        harder = [Mod(str(result), result.number, "A7.304")] if result.number else []
        why = fact("while_ce", check=str(result))
        if not crew_check(play, unit, why, harder):
            stun(play, unit)
    # A7.305: a PTC that it fails pins it
    elif not (unit.pinned or crew_check(play, unit, fact("while_ce", check="PTC"))):
        pin(play, unit.id)
