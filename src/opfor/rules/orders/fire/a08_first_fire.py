"""A8 in play: the orders of the DEFENDER while the ATTACKER moves."""

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader
from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import end_move_if_done
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import chains
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import (
    close,
    first_fire,
    mandatory,
)
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    FirstFirer,
    firers,
    target_of_window,
)
from opfor.rules.a_infantry.a08_first_fire.offers import able_to
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.orders.order_kind import WINDOW, OrderKind, When
from opfor.rules.orders.verbs import Verb
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.rules.s_solitaire.s05_activation.s05_31_continuing_attacks import (
    check_activations,
)
from opfor.rules.s_solitaire.s05_activation.s05_74_s2_smoke import place_owed_smoke
from opfor.state.events import WindowChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit

# -- Fire --------------------------------------------------------------------------


def offer_first_fire(view: GameView, side: Side) -> Iterator[Offer]:
    """Each Location's firers together and each alone, with a leader and without.

    Fire Lanes of each MG; Locations that hang together, directed if each has a leader;
    Snap Shots of those that see only the hexside crossed.
    """
    at = target_of_window(view)
    together: dict[LocationName, list[FirstFirer]] = {}
    for firer in _on_foot(view):
        together.setdefault(firer.unit.location, []).append(firer)
    for here, those in together.items():
        leaders = [(), *((unit.id,) for unit in _leaders(view, side, here))]
        for ids in _groups(those):
            for directing in leaders:
                yield from _offered(view, side, Fire(ids, at, leaders=directing))
        for firer in those:
            if firer.weapon is not None:
                yield from _offered(view, side, Fire((firer.id,), at, lane=True))
    yield from _joined(view, side, together, at)
    yield from _of_vehicles(view, side, at)
    for firer in firers(view, seeing=False):
        yield from _offered(view, side, Fire((firer.id,), at, snap=True))


def _on_foot(view: GameView) -> Iterator[FirstFirer]:
    return (firer for firer in firers(view) if firer.unit.vehicle is None)


def _of_vehicles(view: GameView, side: Side, at: LocationName) -> Iterator[Offer]:
    """The MG of each vehicle together, and each alone."""
    mounts: dict[str, list[FirstFirer]] = {}
    for firer in firers(view):
        if firer.unit.vehicle is not None:
            mounts.setdefault(firer.unit.id, []).append(firer)
    for those in mounts.values():
        for ids in _groups(those):
            yield from _offered(view, side, Fire(ids, at))


def _joined(
    view: GameView,
    side: Side,
    together: Mapping[LocationName, list[FirstFirer]],
    at: LocationName,
) -> Iterator[Offer]:
    """Each set of Locations that hang together by being ADJACENT, as one group."""
    for froms in chains(view, tuple(together)):
        ids = tuple(firer.id for here in froms for firer in together[here])
        yield from _offered(view, side, Fire(ids, at))
        led = {here: _leaders(view, side, here) for here in froms}
        with_ = tuple(here for here in froms if led[here])
        for those in chains(view, with_):
            ids = tuple(firer.id for here in those for firer in together[here])
            best = (min(led[here], key=partial(_drm, view)).id for here in those)
            yield from _offered(view, side, Fire(ids, at, leaders=tuple(best)))


def _drm(view: GameView, unit: Unit) -> int:
    return modifier(view, unit)


def _groups(those: list[FirstFirer]) -> list[tuple[str, ...]]:
    whole = [tuple(firer.id for firer in those)] if len(those) > 1 else []
    return [*whole, *((firer.id,) for firer in those)]


def _offered(view: GameView, side: Side, order: Fire) -> Iterator[Offer]:
    if able_to(view, side, order):
        yield Offer(order, _label(order), (order.target,))


def _leaders(view: GameView, side: Side, where: LocationName) -> list[Unit]:
    units = view.state.units_at(where, side)
    return [u for u in units if leader(view, u) and not (u.broken or u.pinned)]


def _label(order: Fire) -> str:
    what = "lays a Fire Lane through" if order.lane else "fires at"
    what = "fires a Snap Shot at what enters" if order.snap else what
    directed = f", directed by {' and '.join(order.leaders)}" if order.leaders else ""
    return f"{' + '.join(order.firers)} {what} {order.target}{directed}"


def do_first_fire(play: Play, side: Side, order: Fire) -> None:
    """First Fire at what moves; S? among it are checked for Activation (S3.31a)."""
    first_fire(play, side, order, unveil=unveil_attacked)
    after_window(play)


# -- Hold Fire ---------------------------------------------------------------------


def offer_hold_fire(view: GameView, side: Side) -> Iterator[Offer]:
    """To fire no more, unless fire is mandatory."""
    if not mandatory(view, side):
        yield Offer(HoldFire(), "hold your fire", (target_of_window(view),))


def check_hold_fire(view: GameView, side: Side, _order: HoldFire) -> None:
    """Raise Illegal if a unit must yet fire at what has entered its Location."""
    if must := mandatory(view, side):
        if must[0].panic:
            raise Illegal("S6.212", f"{must[0].id} is in Panic and must fire")
        raise Illegal("A8.312", f"{must[0].id} must fire at what is in its Location")


def do_hold_fire(play: Play, _side: Side, _order: HoldFire) -> None:
    """Let what moves go on, if it still can."""
    over(play)


# -- after it ----------------------------------------------------------------------


def over(play: Play) -> None:
    """The DEFENDER fires no more at what moves where it is."""
    close(play)
    after_window(play)


def after_window(play: Play) -> None:
    """What waits for the moment to be over: SMOKE (S5.74), checks of S? (S8.p14)."""
    place_owed_smoke(play)
    window = play.state.window
    if window is None or window.asked or not window.suspects:
        return
    play.emit(WindowChanged(replace(window, suspects=False)))
    check_activations(play)
    end_move_if_done(play)


HOLD_FIRE = OrderKind(
    order=HoldFire,
    rule="A8.1",
    when=(When("MPh", WINDOW, 20),),
    offer=offer_hold_fire,
    check=check_hold_fire,
    do=do_hold_fire,
    label="Hold fire",
    verbs={"hold": Verb((), "let what moves go on")},
    listed=20,
)
