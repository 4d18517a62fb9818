"""D7.2 in play: what Infantry does to a vehicle that has overrun or passed it."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.ask import Option
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import Combat, evaluate
from opfor.rules.a_infantry.a11_close_combat.a11_3_resolution import fight
from opfor.rules.a_infantry.a11_close_combat.a11_6_paatc import paatc
from opfor.rules.choices.discretion import ask_policy
from opfor.rules.d_vehicles.d07_overrun.d07_212_reaction_fire import LEAST, must_react
from opfor.rules.d_vehicles.d07_overrun.d07_213_who_reacts import (
    attacks,
    harm,
    mark,
    may_react,
    reactors,
)
from opfor.rules.orders.infantry.a03_8_close_combat import told
from opfor.state.events import UnitChanged, WeaponChanged
from opfor.state.play import Play
from opfor.state.units import Unit

NOT = "nothing"


@rule("D7.21", "CC Reaction Fire", cites=("D7.2", "D7.212", "D7.213", "A11.6"))
def react(play: Play, tank_id: str) -> None:
    """Once the OVR is over each unit that it left able may attack the vehicle in CC.

    So may each that an AFV passes by VBM, or comes among because it is concealed.

    Against an AFV after a PAATC; marked First Fire at a CCV one lower, and Final Fire
    then. The vehicle does not fight back, and nobody is in Melee.
    """
    used: set[str] = set()
    while (tank := play.state.units.get(tank_id)) is not None and tank.location:
        waiting = [one for one in reactors(play, tank) if one.id not in used]
        if not waiting:
            return
        unit = waiting[0]
        used.add(unit.id)
        found = sorted(attacks(play, unit, tank, used), key=harm, reverse=True)
        chosen = _chosen(play, unit, tank, found)
        if chosen is not None:
            used.update(chosen.clash.attackers)
            _attack(play, tank, chosen)


def _chosen(
    play: Play, unit: Unit, tank: Unit, found: Sequence[Combat]
) -> Combat | None:
    """Which attack a unit makes, the likeliest first; none, if it need not and is poor.

    Who must attack has no choice but of the way.
    """
    if not found:
        return None
    at = (tank.location,)
    options = [Option(str(i), told(one), at) for i, one in enumerate(found)]
    if not must_react(play, unit, tank):
        none = Option(NOT, f"{unit.id} does nothing", at)
        best = harm(found[0]) >= LEAST
        options = [*options, none] if best else [none, *options]
    said = ask_policy(
        play,
        policy="D7.21 reaction",
        purpose=f"CC Reaction Fire of {unit.id} at {tank.id}",
        options=options,
        side=unit.side,
    )
    return None if said == NOT else found[int(said)]


def _attack(play: Play, tank: Unit, chosen: Combat) -> None:
    """PAATC of each, the CC of those who dare, and their fire counters."""
    clash = chosen.clash
    units = [play.state.units[id_] for id_ in clash.attackers]
    # D7.212: what must react fires as FPF
    protective = [unit.id for unit in units if must_react(play, unit, tank)]
    # A11.6: the PAATC of each
    dares = [id_ for id_ in clash.attackers if paatc(play, id_, tank.location)]
    going = tuple(i for i in clash.attackers if i in dares or i in protective)
    ready = [i for i in going if may_react(play, play.state.units[i], tank)]
    if not ready:
        return
    mined = clash.atmm and ready[0] == clash.attackers[0]
    now = replace(clash, attackers=tuple(ready), atmm=mined)
    if evaluate(play, now) is None:
        return
    # D7.21: CC, in which the vehicle does not fight back
    rolled = fight(play, tank.location, [now])
    for id_ in ready:
        _mark(play, id_)
    # A8.31: FPF is its own MC
    for id_ in protective:
        if rolled and id_ in play.state.units:
            morale_check(play, id_, cause=fact("its_fpf_in_cc"), dice=rolled[0].dice)


def _mark(play: Play, id_: str) -> None:
    """It has fired, and so have its SW and Guns."""
    unit = play.state.units.get(id_)
    if unit is None:
        return
    fired = replace(unit, fired=mark(unit.fired))
    play.emit(UnitChanged(fired, fact("has_used_cc_reaction_fire")))
    for weapon in play.state.weapons_of(id_):
        spent = replace(weapon, fired=mark(weapon.fired), rof=False)
        play.emit(WeaponChanged(spent, fact("its_user_was_in_cc")))
