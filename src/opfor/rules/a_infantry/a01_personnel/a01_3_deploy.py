"""A1.31 and A1.32: squads made into two HS, and HS into squads."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, national, piece
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import exchange
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners, share_out
from opfor.rules.choices.orders import Deploy, Recombine
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC
from opfor.state.events import UnitChanged, UnitRemoved, WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit

SURE = ("high", "medium", "low")


def _able(view: GameView, side: Side, id_: str) -> Unit:
    """A unit of the side that can do something in its RPh, and has not done this."""
    unit = view.state.units.get(id_)
    if unit is None or unit.side != side or not unit.location:
        raise Illegal("A1.31", f"you have no unit {id_} on the map")
    if not unit.good_order or unit.pinned or unit.ti or unit.unarmed:
        raise Illegal("A1.31", f"{id_} is not in Good Order and free to act")
    if unit.did("deploy"):
        raise Illegal("A1.31", f"{id_} has Deployed or Recombined in this RPh")
    return unit


def _leader(view: GameView, side: Side, unit: Unit, id_: str) -> None:
    """A leader in the Location who has rallied nobody in this RPh."""
    by = _able(view, side, id_)
    if by.location != unit.location or not leads(view, by):
        raise Illegal("A1.31", f"{id_} is no leader in the Location")
    if by.did("direct"):
        raise Illegal("A1.31", f"{id_} has rallied units in this RPh")


def leaderless(view: GameView, unit: Unit) -> bool:
    """Whether its nation Deploys and Recombines without a leader: Finns (A25.7)."""
    return piece(view, unit).nation == "finnish"


def nation_deploys(view: GameView, unit: Unit) -> bool:
    """Whether a squad's nation lets its class Deploy (A25, D-033)."""
    allowed, found = national(view, unit, "may deploy"), mmc(view, unit)
    if allowed == "elite":
        return found is not None and found.quality == "elite"
    return bool(allowed)


def check_deploy(view: GameView, side: Side, order: Deploy) -> None:
    """Raise Illegal if a squad may not try to Deploy (A1.31)."""
    unit = _able(view, side, order.unit)
    found = mmc(view, unit)
    if found is None or found.size != "squad" or not found.half_squad:
        raise Illegal("A1.31", f"{unit.id} is no squad")
    if not nation_deploys(view, unit):
        raise Illegal("A25", f"a {found.name} of its nation does not Deploy")
    if order.leader:
        _leader(view, side, unit, order.leader)
    elif not leaderless(view, unit) and not prisoners(view, unit.id):
        raise Illegal("A1.31", "a leader is needed")


@rule("A1.31", "Deployment", cites=("A10.1", "A20.5", "A25.7"))
def do_deploy(play: Play, _side: Side, order: Deploy) -> None:
    """A squad that passes a NTC becomes two HS; Finns without a leader make a 1TC.

    A Guard needs neither a leader nor the check; its HS share the prisoners (A20.5).
    """
    _busy(play, order.leader)
    # A20.5: a Guard needs no NTC
    passed = bool(prisoners(play, order.unit)) or _passes(play, order)
    _busy(play, order.unit)
    unit = play.state.units[order.unit]
    found = mmc(play, unit)
    if passed and found is not None:
        # A1.31: two HS
        halves = (found.half_squad, found.half_squad)
        share_out(play, exchange(play, unit, halves, fact("deployed")))


def _passes(play: Play, order: Deploy) -> bool:
    drm = [] if order.leader else [Mod("without a leader", 1, "A25.7")]
    check = morale_check(play, order.unit, drm, task=True, cause=fact("to_deploy"))
    return check.passed


def _busy(play: Play, id_: str) -> None:
    """Mark that a unit has Deployed or Recombined; it costs most concealment."""
    if id_:
        lose_by(play, id_, "other action")
        unit = play.state.units[id_]
        unit = replace(unit, deeds=(*unit.deeds, "deploy"))
        play.emit(UnitChanged(unit, fact("deploys_or_recombines")))


def whole(view: GameView, half: Unit) -> str:
    """The name of the squad that two HS of this type make; empty if there is none."""
    own = piece(view, half)
    found = [
        kind
        for kind in unlisted(view.world.enemy.counters).values()
        if isinstance(kind, MMC)
        and kind.nation == own.nation
        and kind.half_squad == own.name
        and kind.bpv
        and kind.since <= view.world.date
    ]
    best = min(found, key=lambda kind: SURE.index(kind.confidence), default=None)
    return best.name if best else ""


def check_recombine(view: GameView, side: Side, order: Recombine) -> None:
    """Raise Illegal if two HS may not become a squad (A1.32)."""
    one, two = (_able(view, side, id_) for id_ in order.units)
    if one.id == two.id or one.counter != two.counter or one.location != two.location:
        raise Illegal("A1.32", "two HS of one type in one Location are needed")
    found = mmc(view, one)
    if found is None or found.size != "half squad" or not whole(view, one):
        raise Illegal("A1.32", f"{one.id} is no HS that can Recombine")
    if order.leader:
        _leader(view, side, one, order.leader)
    elif not leaderless(view, one):
        raise Illegal("A1.32", "a leader is needed")


@rule("A1.32", "Recombining", cites=("A25.7",))
def do_recombine(play: Play, _side: Side, order: Recombine) -> None:
    """Two HS become a squad, which possesses and guards what they did."""
    for id_ in (order.leader, *order.units):
        _busy(play, id_)
    one, two = (play.state.units[id_] for id_ in order.units)
    name = whole(play, one)
    if two.fanatic and not one.fanatic:
        one, two = two, one
    calm = replace(one, fanatic=one.fanatic and two.fanatic, cx=one.cx or two.cx)
    (squad,) = exchange(play, calm, (name,), fact("recombined"))
    for weapon in play.state.weapons_of(two.id):
        play.emit(
            WeaponChanged(replace(weapon, owner=squad), fact("goes_to", to=squad))
        )
    for held in prisoners(play, two.id):
        play.emit(UnitChanged(replace(held, guard=squad), fact("goes_to", to=squad)))
    play.emit(UnitRemoved(two.id, fact("recombined_into", to=squad)))
