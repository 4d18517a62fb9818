"""A8 at work: the window for First Fire, the fire itself, and what it leaves.

`open_window` gives the DEFENDER the moment, `first_fire` uses it, `close` ends it;
Residual FP and Fire Lanes attack by themselves.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from opfor.core.dice import Rolled
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil, resolve
from opfor.rules.a_infantry.a07_fire.attack import (
    Attack,
    Participant,
    column,
    fp_attack,
)
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import (
    Trace,
    crowd_of,
    due,
    lay,
    mark_attacked,
    residual_at,
    residual_drm,
)
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    FirstFirer,
    firer_of,
    firers,
    mode,
    must_fire,
    target_of_window,
)
from opfor.rules.a_infantry.a08_first_fire.offers import (
    able_to,
    check_first_fire,
    singles,
)
from opfor.rules.a_infantry.a08_first_fire.s06_212_panicked_defender import panic_fire
from opfor.rules.a_infantry.a09_machine_guns.a09_2_multiple_rof import keeps_rof
from opfor.rules.a_infantry.a09_machine_guns.a09_7_malfunction import (
    breakdown_of,
    malfunctions,
    wear,
)
from opfor.rules.a_infantry.a09_machine_guns.a09_22_fire_lanes import (
    clear_lanes,
    gunner_of,
    lanes_at,
    lay_lane,
)
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import (
    by_leadership,
    morale_check,
)
from opfor.rules.a_infantry.a22_ft_and_mol.a22_1_flamethrower import ft_offers
from opfor.rules.a_infantry.a22_ft_and_mol.a22_6_molotov import mol_offers
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import throws
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d02_movement.d02_401_motion_attempt import attempts
from opfor.state.counters import SupportWeapon
from opfor.state.events import WeaponChanged, WindowChanged
from opfor.state.in_progress import Window
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import Marker, Side, Unit

# -- the moment --------------------------------------------------------------------


def open_window(play: Play, *, entered: bool = True, suspects: bool = False) -> bool:
    """Let the DEFENDER act on what has just spent MF, if anything of his could.

    Args:
        play: the game.
        entered: the MF were spent to enter the Location, not within it.
        suspects: S? are to be checked for Activation once the moment is over.

    Returns:
        Whether something could fire.
    """
    window = _window(play, entered=entered)
    if window is None or not could_act(_seen(play, window)):
        return False
    play.emit(WindowChanged(replace(window, suspects=suspects)))
    return True


def could_open(view: GameView, *, entered: bool = True) -> bool:
    """Whether anything of the DEFENDER could fire at what has just spent MF."""
    window = _window(view, entered=entered)
    return window is not None and could_act(_seen(view, window))


def _seen(view: GameView, window: Window) -> FrozenView:
    # Before it opens, the same moment is looked at more than once.
    state = view.world.once(
        view.state,
        ("window", window.entered),
        lambda: replace(view.state, window=window),
    )
    return FrozenView(state, view.world)


def _window(view: GameView, *, entered: bool) -> Window | None:
    """The moment after MF were spent; shots fired in the Location before count."""
    move, before = view.state.move, view.state.window
    if move is None or not target_of_window(view):
        return None
    shots = before.shots if before else {}
    side = defender(view.state)
    return Window(side=side, mf=move.here, shots=shots, entered=entered)


def could_act(view: GameView) -> bool:
    """Whether the DEFENDER could fire at the movers now, or try for Motion (D2.401)."""
    return could_fire(view) or any(True for _ in attempts(view))


def could_fire(view: GameView) -> bool:
    """Whether anything of the DEFENDER could fire at the movers now."""
    return view.world.once(view.state, "could fire", lambda: _could_fire(view))


def _could_fire(view: GameView) -> bool:
    if any(True for _ in singles(view)):
        return True
    side = defender(view.state)
    every = (shots, ft_offers, mol_offers, throws)
    return any(True for offers in every for _ in offers(view, side))


def close(play: Play) -> None:
    """The moment is over; so is the move if none of its units can go on.

    What is to follow before the move goes on settles it (`Window.suspects`).
    """
    window = play.state.window
    if window and window.asked:
        play.emit(WindowChanged(replace(window, asked=False)))
    if not (window and window.suspects):
        end_move_if_done(play)


def mandatory(view: GameView, side: Side) -> list[Unit]:
    """The units that must fire at what moves, and can: at TPBF, or in Panic."""
    bound = {unit.id: unit for unit in (*must_fire(view), *panic_fire(view))}
    return [u for u in bound.values() if any(True for _ in attacks_of(view, side, u))]


def attacks_of(view: GameView, side: Side, unit: Unit) -> Iterator[Fire]:
    """The attacks of a unit by which it does what it must: any will do.

    Infantry with its inherent FP; a vehicle with each Weapon that has not fired at
    the movers where they are.
    """
    at, window = target_of_window(view), view.state.window
    if unit.vehicle is None:
        alone = [unit.id]
    else:
        fired = window.shots if window else {}
        own = view.state.weapons_of(unit.id)
        alone = [weapon.id for weapon in own if weapon.id not in fired]
    orders = (Fire((id_,), at) for id_ in alone)
    yield from (order for order in orders if able_to(view, side, order))
    for offer in shots(view, side) if unit.vehicle else ():
        if isinstance(offer.order, Fire) and offer.order.firers[0] in alone:
            yield offer.order


# -- Fire ----------------------------------------------------------------------------


@rule("A8.1", "Defensive First Fire", cites=("A8.2", "A8.3", "A8.31", "A9.22"))
def first_fire(
    play: Play, side: Side, order: Fire, *, unveil: Unveil | None = None
) -> None:
    """Fire at what moves where it is, and nothing else; then do what A8 adds.

    The shots are counted against the MF spent there; Residual FP or a Fire Lane is
    left; the price of SFF and FPF is paid.
    """
    _fire(play, side, order, unveil)
    if play.state.window and not could_act(play):
        close(play)


def _fire(play: Play, side: Side, order: Fire, unveil: Unveil | None = None) -> None:
    """The attack with all that A8 adds to it."""
    # A8.1, A8.3, A8.31: First Fire, SFF or FPF
    made = check_first_fire(play, side, order)
    named = [firer_of(play, id_) for id_ in order.firers]
    modes = {firer.id: mode(firer.thing, firer.unit) for firer in named if firer}
    movers = play.state.movers()
    # A8.1: one shot for each MF spent there
    count(play, order)
    # A7.3: the attack
    rolled = resolve(play, made, unveil=unveil)
    # A9.22: a Fire Lane in place of Residual FP; A8.2: else that
    if order.lane:
        _lane(play, order)
    elif not order.snap:
        lay(play, trace(play, made, rolled), movers)
    # A8.3: MG not used in SFF are forfeited
    for firer in named:
        if firer and modes[firer.id] == "SFF":
            forfeit(play, firer, order)
    # A8.31: the NMC of FPF
    if rolled is not None:
        foot = [f for f in named if f and f.unit.vehicle is None]
        protective = [f.unit.id for f in foot if modes[f.id] == "FPF"]
        _pay(play, protective, rolled)
    # A9.22: lanes that their MG can no longer serve
    clear_lanes(play)


def count(play: Play, order: Fire) -> None:
    """Count a shot of each unit and Weapon that fires in this Location."""
    window = play.state.window
    assert window is not None  # noqa: S101 - as check_target found
    shots = dict(window.shots)
    for id_ in order.firers:
        shots[id_] = shots.get(id_, 0) + 1
    play.emit(WindowChanged(replace(window, shots=shots)))


def trace(view: GameView, made: Attack, rolled: Rolled | None) -> Trace:
    """What Residual FP follows from once the attack is resolved (D-110).

    No FP of a SW that keeps its ROF, and none of one that has malfunctioned by it.
    """
    none = {
        arm.id
        for arm in made.arms
        if (rolled and keeps_rof(arm, rolled)) or _failed(view, arm)
    }
    lost = sum(share.fp for share in made.shares if share.weapon in none)
    shifted = made.cowers if rolled and rolled.doubles else 0
    left = column(view, made, made.fp - lost, shifted=shifted)
    return Trace(made.side, made.target, left, made.drm)


def _failed(view: GameView, arm: Participant) -> bool:
    """Whether a SW malfunctions, or is out of play, after its shot (A9.7)."""
    if not arm.breakdown and not arm.removal:
        return False
    weapon = view.state.weapons.get(arm.id)
    return weapon is None or weapon.malfunctioned


def _lane(play: Play, order: Fire) -> None:
    """Lay the Fire Lane of a MG that still works; it keeps no ROF (A9.22)."""
    weapons = play.state.weapons
    weapon = next((weapons[id_] for id_ in order.firers if id_ in weapons), None)
    if weapon is None or weapon.malfunctioned:
        return
    laid = replace(weapon, fired="first", rof=False)
    play.emit(WeaponChanged(laid, fact("lays_a_fire_lane")))
    lay_lane(play, laid, order.target)


def forfeit(play: Play, firer: FirstFirer, order: Fire) -> None:
    """MG of a unit that SFF without them do not fire any more (A8.3)."""
    if firer.weapon is not None:
        return
    for weapon in play.state.weapons_of(firer.unit.id):
        piece = play.world.counter(weapon.counter)
        mg = isinstance(piece, SupportWeapon) and piece.kind == "MG"
        if mg and weapon.id not in order.firers and weapon.fired != "final":
            marked = replace(weapon, fired="final", rof=False)
            play.emit(WeaponChanged(marked, fact("forfeited_by_sff")))


# -- Residual FP and Fire Lanes ----------------------------------------------------


def residual_attack(play: Play) -> None:
    """What lies in the Location attacks those who have just spent MF there.

    Residual FP first, then each Fire Lane, each as an attack of its own (D-112).
    """
    where = target_of_window(play)
    if not where:
        return
    # A8.2: Residual FP, A9.22: then each Fire Lane
    residual = residual_at(play, where, defender(play.state))
    found = [residual] if residual else []
    for marker in (*found, *lanes_at(play, where)):
        if marker.id in play.state.markers and play.state.move:
            _strike(play, marker)


def _strike(play: Play, marker: Marker) -> None:
    """One attack by Residual FP or a Fire Lane; neither cowers (A7.9)."""
    made = _attack_of(play, marker)
    # A8.2: once each, again if the DRM is worse
    due_ = due(marker, play.state.movers(), total(made.drm))
    units = attacked_units(play, replace(made, targets=tuple(u.id for u in due_)))
    if not due_ or not units:
        return
    mark_attacked(play, marker, units, total(made.drm))
    # A7.3: an attack of its own
    rolled = resolve(play, replace(made, targets=tuple(unit.id for unit in units)))
    if made.source == "fire lane" and rolled is not None:
        _wear(play, marker, rolled)


def _attack_of(view: GameView, marker: Marker) -> Attack:
    """The attack that Residual FP makes by itself, or a Fire Lane from its MG."""
    move, where = view.state.move, marker.location
    side = defender(view.state)
    if marker.kind == "residual" and move is not None:
        mods = [mod for mod in residual_drm(view, where, move) if mod.rule != "A7.6"]
        made = fp_attack(
            view, side, where, marker.fp, source="residual", mods=mods, halved=False
        )
        return _on_foot(made) if move.foot else made
    gunner = gunner_of(view, marker)
    crowd = crowd_of(view, where, move) if move is not None else []
    assert gunner is not None  # noqa: S101 - lanes without one are removed
    return fp_attack(
        view,
        side,
        where,
        marker.fp,
        source="fire lane",
        mods=[*crowd, Mod("CX", 1, "A4.51")] if gunner.cx else crowd,
        froms=(gunner.location,),
        move=move,
        halved=False,
    )


def _on_foot(made: Attack) -> Attack:
    """FFNAM against the Infantry of an Armored Assault only, not the crew above it."""
    motion = tuple(mod for mod in made.mods if mod.rule == "A4.6")
    mods = tuple(mod for mod in made.mods if mod.rule != "A4.6")
    return replace(made, mods=mods, motion=motion)


def _wear(play: Play, marker: Marker, rolled: Rolled) -> None:
    """A Fire Lane's MG malfunctions by its attacks as by any shot (A9.22, A9.7)."""
    gunner, weapon = gunner_of(play, marker), play.state.weapons.get(marker.of)
    if gunner is None or weapon is None:
        return
    arm = Participant(weapon.id, "", 0, *breakdown_of(play, gunner, weapon))
    for id_, what in malfunctions(play, [arm], rolled).items():
        wear(play, id_, what)
    clear_lanes(play)


# -- Final Protective Fire ---------------------------------------------------------


def _pay(play: Play, units: Sequence[str], rolled: Rolled) -> None:
    """The units that used FPF take a NMC with the DR of their attack (A8.31).

    Of the attack's DRM only leadership counts.
    """
    alive = [i for i in dict.fromkeys(units) if i in play.state.units]
    for id_ in by_leadership(play, alive):
        if id_ in play.state.units:
            morale_check(play, id_, cause=fact("its_own_fpf"), dice=rolled.dice)


# -- S5.3 --------------------------------------------------------------------------


def fire_at_once(play: Play, order: Fire, ids: Sequence[str]) -> None:
    """The mandatory attack of units just Activated, and what follows it (S5.3).

    As long as MF spent in the Location leave them shots, and a Good Order or berserk
    mover is there, they fire again: SW that kept their ROF, then SFF. Not FPF, which is
    voluntary (D-114). Who has directed it directs what he still may (A7.531). Each
    attack leaves its Residual FP, and counts against the shots of the moment that
    follows.

    Args:
        play: the game.
        order: the mandatory attack.
        ids: the units of one Location that make it.

    Errors:
        Illegal: a rule forbids it.
    """
    window = _window(play, entered=True)
    if window is None:
        raise Illegal("A8.1", "nothing moves")
    side = defender(play.state)
    play.emit(WindowChanged(replace(window, asked=False)))
    _fire(play, side, order)
    while (following := _next_shot(play, ids, order.leaders)) is not None:
        _fire(play, side, following)


def _next_shot(
    view: GameView, ids: Sequence[str], leaders: tuple[str, ...]
) -> Fire | None:
    """The next attack: all that can at once, else the first that can alone."""
    if view.state.window is None:
        return None
    if not any(unit.good_order_or_berserk for unit in view.state.movers()):
        return None
    side = defender(view.state)
    can = [
        f for f in firers(view) if f.unit.id in ids and mode(f.thing, f.unit) != "FPF"
    ]
    alone = [
        firer.id
        for firer in can
        if able_to(view, side, Fire((firer.id,), target_of_window(view)))
    ]
    groups = (tuple(alone), *((id_,) for id_ in alone))
    for group, led in product(groups, (leaders, ()) if leaders else ((),)):
        order = Fire(group, target_of_window(view), led)
        if group and able_to(view, side, order):
            return order
    return None


def after_spending(play: Play) -> None:
    """The DEFENDER may fire at what has spent MF (A8.1); then the move may be over."""
    residual_attack(play)
    open_window(play, entered=False)
    end_move_if_done(play)
