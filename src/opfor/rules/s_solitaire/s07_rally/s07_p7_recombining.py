"""S7.p7: HS that are recombined."""

from itertools import combinations

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import onboard
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Recombine
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s07_rally.rally_tries import leaders_there, tries
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import size_of
from opfor.state.play import Play


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
        for id_ in ("", *(by.id for by in leaders_there(play, one))):
            command = Recombine((one.id, two.id), id_)
            if id_ not in needed - {""} and allowed(play, "ENEMY", command):
                order(play, "ENEMY", command)
                return True
    return False
