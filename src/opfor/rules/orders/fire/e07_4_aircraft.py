"""E7 in play: aircraft arrive, and attack where they are sent."""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import enemy_hexes
from opfor.rules.choices.offer import Offer, allows
from opfor.rules.choices.orders import Sortie
from opfor.rules.e_miscellaneous.e07_1_aircraft import (
    arrives,
    flies,
    recall,
    sighting_odds,
    sights,
)
from opfor.rules.e_miscellaneous.e07_5_light_aa import survives
from opfor.rules.e_miscellaneous.e07_41_strafing import strafe
from opfor.rules.e_miscellaneous.e07_42_bombs import bomb, bomb_odds
from opfor.rules.e_miscellaneous.planes import change_plane
from opfor.rules.orders.order_kind import ATTACKER, DEFENDER, OrderKind, When
from opfor.rules.orders.verbs import SECOND, TO, Slot, Verb
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.state.artillery import Aircraft
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Side


def arrivals(play: Play) -> None:
    """The airplanes of the side whose RPh it is may arrive (E7.2)."""
    state = play.state
    for plane in list(state.planes.values()):
        waits = not (plane.overhead or plane.gone) and plane.turn <= state.turn
        if waits and plane.side == state.side and flies(play):
            arrives(play, plane)


def _now(view: GameView) -> str:
    """The Player Turn, as an airplane that attacks in it notes it."""
    return f"{view.state.turn} {view.state.side}"


@rule("E7.4", "When an airplane attacks", cites=("E7.1", "E7.41", "E7.42"))
def check_sortie(view: GameView, side: Side, order: Sortie) -> Aircraft:
    """One attack a Player Turn, in its side's PFPh or DFPh, with bombs if it has any.

    Errors:
        Illegal: it is not there, has attacked, or cannot fly.
    """
    plane = view.state.planes.get(order.aircraft)
    if plane is None or plane.side != side or not plane.overhead or plane.gone:
        raise Illegal("E7.4", f"you have no airplane {order.aircraft} overhead")
    if plane.when == _now(view):
        raise Illegal("E7.4", f"{plane.id} has attacked in this Player Turn")
    if not flies(view):
        raise Illegal("E7.1", "aircraft do not fly in this weather")
    if order.bombs and (not plane.bombs or order.second):
        raise Illegal("E7.42", f"{plane.id} has no bombs for that")
    if not order.to:
        raise Illegal("E7.4", "it attacks a hex of the map")
    if order.second and view.world.range(order.to, order.second) != 1:
        raise Illegal("E7.41", "the second hex is not next to the first one")
    return plane


def offer_sortie(view: GameView, side: Side) -> Iterator[Offer]:
    """Each airplane at each hex with enemies."""
    for plane in view.state.planes.values():
        if plane.side != side or not plane.overhead or plane.gone:
            continue
        for to in enemy_hexes(view, side):
            for bombs in (True, False):
                order = Sortie(plane.id, to, bombs)
                if allows(view, side, order, check_sortie):
                    yield Offer(order, label(view, plane, order), (to,))


def label(view: GameView, plane: Aircraft, order: Sortie) -> str:
    """What a sortie does, with its exact odds."""
    seen = f"{plane.id} {{}} {order.to} (sights {sighting_odds(view, plane, order.to)}"
    if order.bombs:
        return seen.format("bombs") + f", hits {bomb_odds(view, plane)})"
    return seen.format("strafes") + ")"


@rule("E7.4/do", "A sortie", cites=("E7.3", "E7.5", "E7.41", "E7.42", "E7.24"))
def do_sortie(play: Play, side: Side, order: Sortie) -> None:
    """It sights its target, comes through Light AA fire, and attacks."""
    plane = check_sortie(play, side, order)
    plane = change_plane(
        play, plane, fact("attacks_from_the_air", at=order.to), when=_now(play)
    )
    # E7.3: the Sighting DR
    where = sights(play, plane, order.to)
    if where == OFFBOARD:
        return
    # E7.5: Light AA fire as it comes in
    if not survives(play, play.state.planes[plane.id], where):
        return
    # E7.42: bombs
    if order.bombs:
        now = play.state.planes[plane.id]
        dropped = change_plane(play, now, fact("drops"), bombs=False)
        bomb(play, dropped, where, unveil_attacked)
    elif where != order.to:
        play.emit(Note(fact("strafes_its_own_side_in", plane=plane.id, where=where)))
        strafe(play, replace(plane, side=other(side)), where, unveil_attacked)
    else:
        # E7.41: strafing, of two hexes at the most
        for hex_ in filter(None, (where, order.second)):
            strafe(play, plane, hex_, unveil_attacked)
    # E7.24: it may be recalled
    recall(play, plane, sure=False)


PLANE = Slot("aircraft", "plane")

SORTIE = OrderKind(
    order=Sortie,
    rule="E7.4",
    when=(When("PFPh", ATTACKER, 130), When("DFPh", DEFENDER, 60)),
    offer=offer_sortie,
    check=check_sortie,
    do=do_sortie,
    label="Aircraft",
    verbs={
        "strafe": Verb(
            (PLANE, TO, SECOND), "have an airplane strafe a hex, and the next one"
        ),
        "bomb": Verb((PLANE, TO), "have an airplane bomb a hex", fixed={"bombs": True}),
    },
    listed=500,
)
