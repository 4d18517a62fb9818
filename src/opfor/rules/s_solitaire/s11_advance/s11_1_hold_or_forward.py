"""S11.1 and S11.2: who holds his ground, and who goes forward."""

from collections.abc import Sequence

from opfor.core.priority import Line, least, most, where
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s01_terms.targets_from import targets_from
from opfor.rules.s_solitaire.s01_terms.tem_of_targets import least_tem
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_movement.s09_25_vpo import closest_friends
from opfor.rules.s_solitaire.s11_advance.locations import (
    closer,
    cover_now,
    has_heavy,
    hexside_tem,
    in_vpo,
    tem,
    to_take,
)
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit

Lines = tuple[Line[LocationName], ...]


@rule(
    "S11.1",
    "Hold Attitude advances",
    exc=("who would leave a VPO Location or bring a HW along stays",),
    cites=("S6.223", "S9.26"),
)
def hold(
    view: GameView, unit: Unit, open_: Sequence[LocationName]
) -> list[LocationName]:
    """Into more TEM with a Target, or without a Target into no less TEM that has one.

    EXC: not out of a VPO Location, nor with a HW that functions (D-183). Before all it
    advances into an ADJACENT Location with FRIENDLY units (`options`).
    """
    # S11.1 EXC: who holds a VPO or has a HW
    if in_vpo(view, unit.location) or has_heavy(view, unit):
        return []
    now, seen = cover_now(view, unit), targets_from(view, unit, unit.location)
    least_ = now + 1 if seen else now
    return [
        at for at in open_ if tem(view, at) >= least_ and targets_from(view, unit, at)
    ]


@rule(
    "S11.2",
    "Advance Attitude advances",
    exc=("not from a VPO, nor with a HW that has a Target",),
    cites=("S9.25", "S9.251"),
)
def forward(
    view: GameView, unit: Unit, open_: Sequence[LocationName]
) -> list[LocationName]:
    """Closer to the nearest FRIENDLY Controlled VPO Location.

    EXC: neither out of a VPO Location nor with a functioning HW that has a Target
    (D-039). Where the ENEMY has all VPO, closer to the FRIENDLY unit that S9.25 has it
    make for (D-183).
    """
    busy = has_heavy(view, unit) and targets_from(view, unit, unit.location)
    # S11.2 EXC: who holds a VPO, or a HW with a Target
    if in_vpo(view, unit.location) or busy:
        return []
    # S9.25: without a VPO to take the closest FRIENDLY unit, by its list
    goals = friendly_vpo(view) or closest_friends(view, stack(view, [unit]))
    return closer(view, unit.location, goals, open_)


def hold_list(view: GameView, unit: Unit) -> Lines:
    """The list of S11.1."""
    world = view.world

    def least_cover(at: LocationName) -> int | None:
        shown = targets_from(view, unit, at)
        return min((least_tem(view, (at,), to) for to in shown), default=None)

    return (
        where("FRIENDLY Controlled VPO", lambda at: to_take(view, at)),
        where("unpossessed HW", lambda at: _lying(view, at, heavy_only=True)),
        most("highest inherent TEM", lambda at: tem(view, at)),
        most(
            "highest building Location",
            lambda at: world.height(at) if world.in_building(at) else None,
        ),
        least("Target in least TEM", least_cover),
        most("most Targets", lambda at: _targets(view, unit, at)),
    )


def forward_list(view: GameView, unit: Unit) -> Lines:
    """The list of S11.2."""
    return (
        where("FRIENDLY Controlled VPO", lambda at: to_take(view, at)),
        most("highest inherent TEM", lambda at: tem(view, at)),
        most("highest hexside TEM", lambda at: hexside_tem(view, at)),
        most("most Targets", lambda at: _targets(view, unit, at)),
        most("unpossessed Weapons", lambda at: _lying(view, at)),
    )


def _lying(view: GameView, at: LocationName, *, heavy_only: bool = False) -> int:
    lying = view.state.weapons_at(at)
    return sum(not heavy_only or heavy(view, weapon) for weapon in lying)


def _targets(view: GameView, unit: Unit, at: LocationName) -> int:
    shown = targets_from(view, unit, at)
    return sum(friend.location in shown for friend in friends(view))
