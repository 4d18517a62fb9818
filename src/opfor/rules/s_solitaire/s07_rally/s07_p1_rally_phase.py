"""S7: the ENEMY's part of each RPh.

The text of S7 is not public. Its paragraphs here are the project's own
(docs/rules-of-ours.md), made to fit the numbers that other rules cite.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, onboard
from opfor.rules.a_infantry.a10_morale.a10_5_rout import flees, foes
from opfor.rules.a_infantry.a10_morale.a10_6_rally import rally_drm, rally_terrain
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import leads, modifier
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import begin_or_continue
from opfor.rules.a_infantry.a10_morale.a10_63_may_rally import (
    check_rally,
    has_self_rally,
)
from opfor.rules.a_infantry.a25_commissars import must_try
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import KeepDM, Rally, Recombine
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import (
    class_of,
    recovers,
    repairs,
    size_of,
    transfers,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

ALL_WAYS = 36
FATE = 12

LEAST_CHANCE = Fraction(3, ALL_WAYS)
"""Chance from which a unit tries to rally: an Original 12 would reduce it."""


@rule(
    "S7.p1",
    "Order of the ENEMY Rally Phase",
    cites=("S2.2", "S4.2", "S7.p2", "S7.p3", "S7.p4", "S7.p5", "S7.p6", "S7.p7"),
)
def rally_phase(play: Play) -> bool:
    """The next thing that the ENEMY does in a RPh, if there is anything.

    The Wind Change DR and what enters come by themselves as the phase begins. Then
    Recovery, transfer, repair, Recombining, leaders rally, Self-Rally, and DM is kept.
    """
    arms = recovers, transfers, repairs, recombines
    rally = leaders_rally, self_rallies
    usual = way(play, "S7.p1 order") != "rally first"
    order = (*arms, *rally) if usual else (*rally, *arms)
    return any(decides(play) for decides in (*order, keeps_dm))


# -- rally -------------------------------------------------------------------------


def chance(view: GameView, unit: Unit, by: Unit | None) -> Fraction:
    """The chance that a Rally DR succeeds: Final no more than the level, and no 12."""
    limit = morale_level(view, unit) - total(rally_drm(view, unit, by))
    ways = sum(6 - abs(7 - dr) for dr in range(2, FATE) if dr <= limit)
    return Fraction(ways, ALL_WAYS)


def tries(view: GameView) -> Iterator[Rally]:
    """Each legal try of a broken unit with a chance that is worth it, or owed.

    Units with a commissar must try (A25.221).
    """
    # A25.221: with a commissar it must try
    owed = must_try(view, "ENEMY")
    least_ = Fraction(0) if way(view, "S7.p3 chance") == "any chance" else LEAST_CHANCE
    for unit in onboard(view, "ENEMY"):
        if not unit.broken or unit.did("rally"):
            continue
        for by in [None, *_leaders(view, unit)]:
            command = Rally(unit.id, by.id if by else "")
            enough = command in owed or chance(view, unit, by) >= least_
            if enough and allows(view, "ENEMY", command, check_rally):
                yield command


def _leaders(view: GameView, unit: Unit) -> list[Unit]:
    there = view.state.units_at(unit.location, "ENEMY")
    return [by for by in there if by.id != unit.id and leads(view, by)]


def _chance(view: GameView, command: Rally) -> Fraction:
    units = view.state.units
    return chance(view, units[command.unit], units.get(command.leader))


@rule("S7.p3", "Leaders rally", cites=("A10.6", "A10.7"))
def leaders_rally(play: Play) -> bool:
    """A Good Order leader tries with a unit of his Location, the likeliest first.

    A unit with less than three chances in 36 waits. Of two leaders the better one.
    """
    found = [command for command in tries(play) if command.leader]
    if not found:
        return False
    units = play.state.units
    priority: PriorityList[Rally] = PriorityList(
        (
            most("best chance", lambda r: _chance(play, r)),
            least("best leader", lambda r: modifier(play, units[r.leader])),
        ),
        tie=random_dr(play, fact("whom_to_rally")),
    )
    chosen = decide(
        play, priority, found, purpose=fact("rally_by_a_leader"), name=_name_of
    )
    order(play, "ENEMY", chosen)
    return True


def _name_of(command: Rally) -> str:
    """A try as a candidate of a list."""
    return f"{command.unit} by {command.leader or 'itself'}"


@rule(
    "S7.p2",
    "Self-Rally of MMC",
    exc=("units with a boxed broken Morale Level, as many as there are",),
    cites=("A10.63", "S7.1"),
)
def self_rallies(play: Play) -> bool:
    """A unit tries to rally by itself; in its own RPh two MMC of the ENEMY may.

    EXC: those with a boxed broken Morale Level all may, and go first, leaders before
    all: who rallies can still rally others.
    """
    alone = [r for r in tries(play) if not r.leader]
    found = [
        r for r in alone if has_self_rally(play, play.state.units[r.unit])
    ] or alone
    if not found:
        return False
    chosen = decide(
        play, _by_themselves(play), found, purpose=fact("self_rally"), name=_name_of
    )
    order(play, "ENEMY", chosen)
    return True


def _by_themselves(play: Play) -> PriorityList[Rally]:
    """The list of S7.p2."""
    units, vpo = play.state.units, vpo_locations(play)

    def at(command: Rally) -> LocationName:
        return units[command.unit].location

    def works(command: Rally, *, hw: bool) -> bool:
        held = play.state.weapons_of(command.unit)
        return any(not w.malfunctioned and heavy(play, w) >= hw for w in held)

    return PriorityList(
        (
            where("a leader", lambda r: leader(play, units[r.unit])),
            most("best chance", lambda r: _chance(play, r)),
            where("in a VPO Location", lambda r: at(r) in vpo),
            where("possesses a functioning HW", lambda r: works(r, hw=True)),
            where("possesses another SW", lambda r: works(r, hw=False)),
            most("best class", lambda r: class_of(play, units[r.unit])),
            most("squad before HS", lambda r: size_of(play, units[r.unit])),
            least("nearest the FBE", lambda r: play.world.fbe_distance(at(r))),
        ),
        tie=random_dr(play, fact("self_rally")),
    )


# -- DM ----------------------------------------------------------------------------


@rule("S7.p4", "Keeping DM to reach rally terrain", cites=("A10.62/keep", "S7.2"))
def keeps_dm(play: Play) -> bool:
    """A broken unit outside rally terrain keeps DM, if its next rout may end there.

    Not a Disrupted one, which does not rout (A19.12).
    """
    who = way(play, "S7.p4 DM")
    for unit in onboard(play, "ENEMY") if who != "nobody" else ():
        command = KeepDM(unit.id)
        if not (unit.dm and unit.broken) or not allowed(play, "ENEMY", command):
            continue
        # S7.p4: who will not rout has nothing from his DM
        if unit.disrupted and not flees(play, unit):
            continue
        goals = begin_or_continue(play, unit, foes(play, "ENEMY")).goals
        sheltered = any(rally_terrain(play, _moved(unit, goal)) for goal in goals)
        if sheltered or who == "everybody":
            order(play, "ENEMY", command)
            return True
    return False


def _moved(unit: Unit, to: LocationName) -> Unit:
    return replace(unit, location=to, inside="")


# -- HS ----------------------------------------------------------------------------


@rule(
    "S7.p7",
    "HS recombine",
    exc=("not if they man two SW",),
    cites=("A1.32", "S7.5", "S6.303"),
)
def recombines(play: Play) -> bool:
    """A leader with nobody to rally makes a squad of two HS of one type.

    EXC: not if they man two SW. That two HS hold two VPO Locations cannot be: they
    are in one.
    """
    if way(play, "S7.p7 Recombining") == "never":
        return False
    needed = {command.leader for command in tries(play)}
    halves = [unit for unit in onboard(play, "ENEMY") if size_of(play, unit) == 1]
    for one, two in combinations(halves, 2):
        if one.location != two.location or one.counter != two.counter:
            continue
        if all(play.state.weapons_of(unit.id) for unit in (one, two)):
            continue
        for id_ in ("", *(by.id for by in _leaders(play, one))):
            command = Recombine((one.id, two.id), id_)
            if id_ not in needed - {""} and allowed(play, "ENEMY", command):
                order(play, "ENEMY", command)
                return True
    return False
