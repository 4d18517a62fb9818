"""A11.3: CC in a Location: rolls first, then what they do, simultaneously."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from opfor.core.dice import Rolled, dice_roll, die_roll, random_selection
from opfor.core.fact import Fact, fact
from opfor.core.modifier import breakdown, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, mmc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    Loss,
    casualty_reduction,
    eliminate,
    leader_loss,
    make_dm,
)
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import Combat, evaluate
from opfor.rules.a_infantry.a11_close_combat.a11_11_odds import result_of
from opfor.rules.a_infantry.a11_close_combat.a11_22_infiltration import infiltration
from opfor.rules.a_infantry.a11_close_combat.a11_53_effect_on_a_vehicle import (
    effect_on_vehicle,
)
from opfor.rules.a_infantry.a11_close_combat.fought import Fought, Outcome
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import exchange
from opfor.rules.a_infantry.a20_prisoners.a20_2_prisoners import capture
from opfor.rules.a_infantry.a20_prisoners.a20_22_in_close_combat import captor
from opfor.rules.a_infantry.a20_prisoners.a20_55_escape import breaks_out, rearm
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.rules.a_infantry.on_table import on_table, report_units
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import report_fate
from opfor.rules.c_ordnance.c13_light_at_weapons.c13_7_atmm import atmm_check
from opfor.state.in_progress import (
    CloseCombatAttack,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Side,
    Unit,
    Weapon,
)


@rule(
    "A11.3",
    "CC is simultaneous",
    exc=("the attacks of ambushers come first", "in turn where a vehicle is"),
    cites=("A11.12", "A11.4"),
)
def fight(
    play: Play, location: LocationName, clashes: Sequence[CloseCombatAttack]
) -> list[Rolled]:
    """Resolve attacks in a Location: all DR, then infiltration, then all results.

    Who is eliminated has attacked all the same. EXC: ambushers' attacks are resolved
    as they are ordered, and who falls to them does not attack; with a vehicle there
    the sides attack in turn (`_in_turn`). Gives their DR, none of the player's table.
    Reading: D-850 unarmed victors are armed when all is done, captures come last.
    """
    armored = {unit.side for unit in play.state.units_at(location) if unit.vehicle}
    outcome = Outcome()
    if armored:
        rolled = _turns(play, location, _in_turn(play, clashes, armored), outcome)
    else:
        rolled = _at_once(play, location, clashes, outcome)
    # A20.551: then unarmed victors are armed, unless they have fallen themselves
    for victor in outcome.victors:
        _arm(play, victor, outcome)
    return rolled


def _arm(play: Play, victor: Unit, outcome: Outcome) -> None:
    """What is left of an unarmed victor takes arms, if nobody has captured it since."""
    for id_ in outcome.left_of([victor.id]):
        unit = play.state.units.get(id_)
        if unit and unit.unarmed and unit.guard in ("", victor.guard):
            rearm(play, id_)


def _in_turn(
    play: Play, clashes: Sequence[CloseCombatAttack], armored: set[Side]
) -> Iterator[CloseCombatAttack]:
    """One attack of each side by turns, the side without vehicles first."""
    attacker = play.state.side
    sides = sorted(("FRIENDLY", "ENEMY"), key=lambda s: (s in armored, s != attacker))
    rows = ([c for c in clashes if c.side == side] for side in sides)
    for pair in zip_longest(*rows):
        yield from (clash for clash in pair if clash is not None)


def _turns(
    play: Play,
    location: LocationName,
    clashes: Iterator[CloseCombatAttack],
    outcome: Outcome,
) -> list[Rolled]:
    """Resolve attacks one after the other; their DR.

    Who is replaced in between, as by a LLMC, attacks and is attacked as what he is now:
    the state has renamed him in what is declared (`unit_replaced`).
    """
    places = {clash: place for place, clash in enumerate(play.state.clashes)}
    rolled: list[Rolled] = []
    for clash in clashes:
        place = places.get(clash)
        now = clash if place is None else play.state.clashes[place]
        rolled += _at_once(play, location, [now], outcome)
    return rolled


def _at_once(
    play: Play,
    location: LocationName,
    clashes: Sequence[CloseCombatAttack],
    outcome: Outcome,
) -> list[Rolled]:
    """Resolve attacks that are simultaneous; their DR."""
    clashes = [_by_now(clash, outcome) for clash in clashes]
    # A20.552: prisoners attack only after a NTC
    ready = [c for c in clashes if c.defenders and breaks_out(play, c)]
    combats = [found for c in ready if (found := evaluate(play, c))]
    if combats and on_table(play, "close combat"):
        _report(play, combats)
        return []
    # C13.7: the check for an ATMM
    combats = [_with_atmm(play, one) if one.clash.atmm else one for one in combats]
    # A11.31: the DR of all, which are simultaneous
    fought = [Fought(combat, _roll(play, combat)) for combat in combats]
    # A11.22: infiltration, leader creation
    for one in fought:
        infiltration(play, one)
    # A11.3: what they do, once all are rolled; who is left takes prisoners (D-850)
    for one in sorted(fought, key=lambda one: one.combat.clash.capture):
        _apply(play, one, location, outcome)
    # A10.2: who is left feels the loss of leaders
    for loss in outcome.losses:
        leader_loss(play, loss)
    outcome.losses.clear()
    return [one.rolled for one in fought]


def _by_now(clash: CloseCombatAttack, outcome: Outcome) -> CloseCombatAttack:
    """An attack by and on what is left of those for whom it was declared."""
    if not outcome.heirs:
        return clash
    ours, theirs = outcome.left_of(clash.attackers), outcome.left_of(clash.defenders)
    return replace(clash, attackers=ours, defenders=theirs)


def _report(play: Play, combats: Sequence[Combat]) -> None:
    """The player fights all that on his table, and says what became of whom."""
    asked = "; ".join(
        f"{describe_combat(one)}, DRM {total(one.mods):+d} ({breakdown(one.mods)})"
        for one in combats
    )
    for combat in combats:
        if combat.foe != "Personnel":
            asked_one = f"{describe_combat(combat)}, DRM {total(combat.mods):+d}"
            report_fate(
                play, combat.clash.defenders[0], asked_one, combat.clash.side, cc=True
            )
            return
    clashes = [combat.clash for combat in combats]
    ids = [id_ for c in clashes for id_ in (*c.attackers, *c.defenders)]
    taken = {id_: c for c in clashes if c.capture for id_ in c.defenders}
    said = report_units(play, list(dict.fromkeys(ids)), asked, taken=taken)
    # A20.22: who is captured
    for id_, clash in taken.items():
        if said.get(id_) != "captured":
            continue
        guard = captor(play, clash, play.state.units[id_])
        if guard:
            capture(play, id_, guard.id)
        else:
            eliminate(play, id_, fact("eliminated_in_cc"))


@rule("A11.31", "The CC DR", cites=("A11.11",))
def _roll(play: Play, combat: Combat) -> Rolled:
    return dice_roll(play, combat_fact(combat), combat.mods, side=combat.clash.side)


def combat_fact(combat: Combat) -> Fact:
    """A CC attack: who, the FP, the odds, the Kill Number."""
    clash = combat.clash
    ours, theirs = clash.attackers, clash.defenders
    if combat.foe != "Personnel":
        return fact("cc_on_a_vehicle", ours=ours, theirs=theirs, ccv=combat.kill)
    return fact(
        "cc_of",
        ours=ours,
        theirs=theirs,
        attack=float(combat.attack),
        defence=float(combat.defence),
        odds=combat.odds,
        kill=combat.kill,
    )


def describe_combat(combat: Combat) -> str:
    """A CC attack for the player who fights it on his table."""
    clash = combat.clash
    ours, theirs = " + ".join(clash.attackers), " + ".join(clash.defenders)
    if combat.foe != "Personnel":
        return f"CC of {ours} on {theirs}: CCV {combat.kill}"
    fp = f"{float(combat.attack):g} to {float(combat.defence):g} FP"
    return f"CC of {ours} on {theirs}: {fp}, {combat.odds}, Kill# {combat.kill}"


# -- results -----------------------------------------------------------------------


@rule("A11.32", "Results of CC", cites=("A11.11", "A7.302", "A12.14"))
def _apply(
    play: Play, fought: Fought, location: LocationName, outcome: Outcome
) -> None:
    """Below the Kill Number all defenders are eliminated, on it one is reduced.

    Leaders who fall are noted: only who is left by all attacks checks for them; so
    are unarmed units that win arms.

    Concealed attackers lose their "?" unless they were ambushers who left nobody.
    """
    combat, rolled = fought.combat, fought.rolled
    clash = _by_now(combat.clash, outcome)
    if combat.foe != "Personnel":
        effect_on_vehicle(play, fought, outcome)
        # with the HS of an attacker whom the crew has reduced (D5.6)
        _reveal_attackers(play, _by_now(clash, outcome), location)
        return
    result = result_of(rolled.final, combat.kill)
    hit = [
        unit
        for id_ in clash.defenders
        if (unit := play.state.units.get(id_)) and _still_there(unit, location)
    ]
    left = list(clash.defenders)
    # A11.32: below the Kill Number all are eliminated
    if hit and result == "kill":
        for unit in hit:
            _out(play, unit, clash, fought, outcome)
    # A11.32: on it one is reduced
    elif hit and result == "reduce":
        for unit in random_selection(play, hit, purpose=fact("who_is_reduced")):
            outcome.heirs[unit.id] = _one(play, unit, clash, outcome.losses)
            left += outcome.heirs[unit.id]
    # A10.62: broken ones come under DM, what is left of one that is reduced too
    for id_ in left:
        if id_ in play.state.units:
            make_dm(play, id_)
    _reveal_attackers(play, clash, location)


def _with_atmm(play: Play, combat: Combat) -> Combat:
    """An attack after the check for its ATMM, which may have pinned the attacker."""
    clash = combat.clash
    unit = play.state.units[clash.attackers[0]]
    mods = atmm_check(play, unit, play.state.units[clash.defenders[0]])
    now = evaluate(play, replace(clash, atmm=False)) or combat
    return replace(now, mods=(*now.mods, *mods))


def _still_there(unit: Unit, location: LocationName) -> bool:
    return unit.location == location and not unit.guard


def _out(
    play: Play, unit: Unit, clash: CloseCombatAttack, fought: Fought, outcome: Outcome
) -> None:
    """A defender is captured or eliminated."""
    # A20.22: capture
    guard = captor(play, clash, unit) if clash.capture else None
    if guard:
        capture(play, unit.id, guard.id)
        return
    carried = play.state.weapons_of(unit.id)
    eliminate(play, unit.id, fact("eliminated_in_cc"), losses=outcome.losses)
    # A11.33: SW may be lost with them
    if fought.rolled.pair.coloured == 1:
        _weapons_lost(play, carried, fought.combat.kill, other(unit.side))
    # A20.551: unarmed victors will be armed
    if armed(unit):
        units = play.state.units
        by = [units[id_] for id_ in clash.attackers if id_ in units]
        outcome.victors += [unit for unit in by if unit.unarmed]


@rule("A11.33", "SW of units eliminated in CC")
def _weapons_lost(play: Play, carried: Sequence[Weapon], kill: int, by: Side) -> None:
    """With a coloured 1 each of their SW is lost on a dr of the Kill Number or less.

    The others are left in the Location.
    """
    for weapon in carried:
        roll = die_roll(play, fact("whether_is_lost", weapon=weapon.id))
        if roll.final <= kill and weapon.id in play.state.weapons:
            lose_weapon(play, weapon.id, fact("lost_in_cc"), by)


def _one(
    play: Play, unit: Unit, clash: CloseCombatAttack, losses: list[Loss]
) -> tuple[str, ...]:
    """One defender suffers Casualty Reduction, or it or its HS is captured.

    Gives the ids of what is left of it.
    """
    # A20.22: a capture in place of Casualty Reduction
    guard = captor(play, clash, unit) if clash.capture else None
    if guard is None:
        return casualty_reduction(play, unit.id, losses=losses)
    found = mmc(play, unit)
    if found and found.size == "squad" and found.half_squad:
        names = (found.half_squad, found.half_squad)
        *free_half, taken = exchange(play, unit, names, fact("half_is_captured"))
        capture(play, taken, guard.id)
        return tuple(free_half)
    capture(play, unit.id, guard.id)
    return ()


def _reveal_attackers(
    play: Play, clash: CloseCombatAttack, location: LocationName
) -> None:
    """Concealed attackers are Known, unless ambushers left nobody to see them."""
    side: Side = "ENEMY" if clash.side == "FRIENDLY" else "FRIENDLY"
    left = any(not unit.guard for unit in play.state.units_at(location, side))
    for id_ in clash.attackers:
        unit = play.state.units.get(id_)
        if unit and (left or not unit.did("ambusher")):
            lose_by(play, id_, "attacks in CC")
