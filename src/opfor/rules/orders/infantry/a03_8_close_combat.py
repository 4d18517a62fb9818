"""A11 in play: the orders of the CCPh, and how CC ends in each Location."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import Fact, fact
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy, mmc, smc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import (
    Combat,
    evaluate,
    may_attack,
    plan_combat,
    within,
)
from opfor.rules.a_infantry.a11_close_combat.a11_3_resolution import fight
from opfor.rules.a_infantry.a11_close_combat.a11_4_ambush import ambush
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import has_atmm
from opfor.rules.a_infantry.a11_close_combat.a11_15_melee import contested
from opfor.rules.a_infantry.a11_close_combat.a11_p1_drm import fights
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import vanish
from opfor.rules.a_infantry.a20_prisoners.a20_55_escape import may_escape
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import CloseCombat
from opfor.rules.orders.order_kind import BOTH, OrderKind, When
from opfor.rules.orders.verbs import Slot, Verb
from opfor.state.events import CloseCombatDeclared, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Deed, Side, Unit

# -- orders ------------------------------------------------------------------------


def offer_close_combat(view: GameView, side: Side) -> Iterator[Offer]:
    """All who may attack against all, against each, and each alone against each."""
    for location in contested(view):
        parties = sides_in(view, location)
        able = [unit for unit in parties[side] if _able(view, unit)]
        ours = [unit for unit in able if not unit.vehicle]
        foes = [u for u in parties[other(side)] if not within(view, u)]
        theirs = [u for u in foes if not (u.did("defended") or u.vehicle)]
        tanks = [unit for unit in foes if unit.vehicle]
        for order in (
            *_pairings(view, ours, theirs),
            *_on_vehicles(view, ours, tanks),
            *_by_vehicles(able, theirs),
        ):
            clash = plan_combat(view, side, order)
            if combat := evaluate(view, clash):
                yield Offer(order, told(combat), (location,))
    yield from _escapes(view, side)


def _pairings(
    view: GameView, ours: Sequence[Unit], theirs: Sequence[Unit]
) -> Iterator[CloseCombat]:
    if not ours or not theirs:
        return
    every, all_ = tuple(u.id for u in ours), tuple(u.id for u in theirs)
    groups = [every, *((unit.id,) for unit in ours)] if len(ours) > 1 else [every]
    targets = [all_, *((unit.id,) for unit in theirs)] if len(theirs) > 1 else [all_]
    captors = all(not (unit.unarmed or unit.berserk) for unit in ours)
    fist = any(fights(view, unit) for unit in ours)
    for attackers in groups:
        for defenders in targets:
            yield CloseCombat(attackers, defenders)
            if captors:
                yield CloseCombat(attackers, defenders, capture=True)
    if fist:
        yield CloseCombat(every, all_, hand_to_hand=True)


def _on_vehicles(
    view: GameView, ours: Sequence[Unit], tanks: Sequence[Unit]
) -> Iterator[CloseCombat]:
    """Each unit, and each with a SMC, against each vehicle; also with an ATMM."""
    singles = [unit for unit in ours if smc(view, unit)]
    joined = [(u, s) for u in ours for s in singles if mmc(view, u)]
    for tank in tanks:
        for group in (*((unit,) for unit in ours), *joined):
            order = CloseCombat(tuple(unit.id for unit in group), (tank.id,))
            yield order
            if has_atmm(view, group[0]):
                yield replace(order, atmm=True)


def _by_vehicles(ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[CloseCombat]:
    """Each vehicle against all Personnel, and against each."""
    all_ = tuple(unit.id for unit in theirs)
    targets = [all_, *((id_,) for id_ in all_)] if len(all_) > 1 else [all_]
    for tank in ours:
        if tank.vehicle and all_:
            yield from (CloseCombat((tank.id,), target) for target in targets)


def _able(view: GameView, unit: Unit) -> bool:
    try:
        may_attack(view, unit)
    except Illegal:
        return False
    return True


def _escapes(view: GameView, side: Side) -> Iterator[Offer]:
    """Prisoners who may attack their Guard."""
    for unit in view.state.units.values():
        if unit.side != side or not unit.guard or not may_escape(view, unit):
            continue
        order = CloseCombat((unit.id,), (unit.guard,))
        try:
            plan_combat(view, side, order)
        except Illegal:
            continue
        label = f"{unit.id} tries to escape from {unit.guard}"
        yield Offer(order, label, (unit.location,))


def told(combat: Combat) -> str:
    """An attack in a line: who, the odds, the Kill Number, DRM, and its chances."""
    clash, odds = combat.clash, combat.chances
    verb = "capture" if clash.capture else "attack"
    verb += "s" if len(clash.attackers) == 1 else ""
    who = f"{' + '.join(clash.attackers)} {verb} {' + '.join(clash.defenders)}"
    fist = ", hand to hand" if clash.hand_to_hand else ""
    drm = f"DRM {total(combat.mods):+d}"
    if combat.foe != "Personnel":
        kill, stop = float(odds.kill), float(odds.reduce)
        atmm = " with ATMM" if clash.atmm else ""
        does = f"{kill:.3g}/36 eliminate, {stop:.3g}/36 immobilize"
        return f"{who}{atmm} (CCV {combat.kill}, {drm}: {does})"
    table = f"{combat.odds}, Kill# {combat.kill}, {drm}"
    return f"{who}{fist} ({table}: {odds.kill}/36 all, {odds.reduce}/36 one)"


def check_close_combat(view: GameView, side: Side, order: CloseCombat) -> None:
    """Raise Illegal if that attack cannot be made."""
    plan_combat(view, side, order)


@rule("A3.8", "Close Combat Phase", cites=("A11.12", "A11.3", "A11.4"))
def do_close_combat(play: Play, side: Side, order: CloseCombat) -> None:
    """Declare an attack; ambushers make theirs at once (D-124)."""
    clash = plan_combat(play, side, order)
    # A11.12: each attacks once and is attacked once
    mark_deed(play, clash.attackers, "attacked")
    mark_deed(play, clash.defenders, "defended")
    units = [play.state.units[id_] for id_ in clash.attackers]
    # A11.4: ambushers before all; the others at one time
    if all(unit.did("ambusher") for unit in units):
        fight(play, clash.location, [clash])
    else:
        play.emit(CloseCombatDeclared(clash))


def mark_deed(play: Play, ids: Sequence[str], deed: Deed) -> None:
    """Note what some units have done or suffered in this CCPh."""
    kinds = {"attacked": "attacks_in_cc", "defended": "is_attacked_in_cc"}
    for id_ in ids:
        unit = play.state.units[id_]
        if unit.vehicle and deed == "defended":  # it may be attacked again (A11.5)
            continue
        done = replace(unit, deeds=(*unit.deeds, deed))
        play.emit(UnitChanged(done, Fact(kinds.get(deed, "withdraws"))))


# -- as the phase begins and ends --------------------------------------------------


def ambushes(play: Play) -> None:
    """Every Ambush of a CCPh, as it begins (A11.4); dummies are seen through first."""
    for unit in list(play.state.units.values()):
        if dummy(unit) and unit.location in contested(play):
            vanish(play, unit, fact("the_enemy_is_here"))
    for location in contested(play):
        ambush(play, location)


# -- the orders --------------------------------------------------------------------

CLOSE_COMBAT = OrderKind(
    order=CloseCombat,
    rule="A11.1",
    when=(When("CCPh", BOTH, 10),),
    offer=offer_close_combat,
    check=check_close_combat,
    do=do_close_combat,
    label="Close Combat",
    verbs={
        "cc": Verb(
            (Slot("attackers", many=True), Slot("defenders", "enemy", many=True)),
            "attack in Close Combat",
            flags={
                "capture": ("capture", True),
                "hth": ("hand_to_hand", True),
                "atmm": ("atmm", True),
            },
            examples=("cc 467A,81A e447A", "cc 467A e447A capture"),
        )
    },
    listed=280,
)
