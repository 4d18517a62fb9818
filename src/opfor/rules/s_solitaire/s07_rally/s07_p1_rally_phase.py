"""S7: the ENEMY's part of each RPh.

The text of S7 is not public. Its paragraphs here are the project's own
(docs/rules-of-ours.md), made to fit the numbers that other rules cite.
"""

from fractions import Fraction

from msgspec.structs import replace

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, onboard
from opfor.rules.a_infantry.a10_morale.a10_5_rout import flees, foes
from opfor.rules.a_infantry.a10_morale.a10_6_rally import rally_terrain
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import begin_or_continue
from opfor.rules.a_infantry.a10_morale.a10_63_may_rally import has_self_rally
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import KeepDM, Rally
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s07_rally.rally_tries import chance, tries
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import (
    class_of,
    recovers,
    repairs,
    size_of,
)
from opfor.rules.s_solitaire.s07_rally.s07_p7_recombining import recombines
from opfor.rules.s_solitaire.s07_rally.s07_p8_transfer import transfers
from opfor.rules.s_solitaire.s10_rout import leaves, where_to
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


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

    Not a Disrupted one, which does not rout (A19.12), nor one that by the list of S10
    would stay where it is. Reading: D-895.
    """
    who = way(play, "S7.p4 DM")
    for unit in onboard(play, "ENEMY") if who != "nobody" else ():
        command = KeepDM(unit.id)
        if not (unit.dm and unit.broken) or not allowed(play, "ENEMY", command):
            continue
        # S7.p4: who will not rout has nothing from his DM
        if unit.disrupted and not flees(play, unit):
            continue
        if who == "everybody" or _makes_for_shelter(play, unit):
            order(play, "ENEMY", command)
            return True
    return False


def _makes_for_shelter(play: Play, unit: Unit) -> bool:
    """Whether a rout may end in rally terrain, and the unit is no better off here."""
    goals = begin_or_continue(play, unit, foes(play, "ENEMY")).goals
    if not any(rally_terrain(play, _moved(unit, goal)) for goal in goals):
        return False
    # S10: a Good Order leader stands before all terrain (D-182)
    return leaves(play, unit, where_to(play, unit))


def _moved(unit: Unit, to: LocationName) -> Unit:
    return replace(unit, location=to, inside="")
