"""S11.p6 to S11.p8: what the ENEMY does in the CCPh.

No public source says; these paragraphs are the project's own (docs/rules-of-ours.md).
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import (
    PriorityList,
    Tie,
    first,
    least,
    most,
    random_dr,
    where,
)
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, us_number
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import evaluate, plan_combat
from opfor.rules.a_infantry.a11_close_combat.a11_2_withdrawal import ways_out
from opfor.rules.a_infantry.a11_close_combat.a11_15_melee import contested
from opfor.rules.a_infantry.a11_close_combat.a11_16_broken_in_melee import (
    must_withdraw,
)
from opfor.rules.a_infantry.a11_close_combat.sides_in import sides_in
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import victory_points
from opfor.rules.b_terrain.b23_9_fortified_buildings import inherent_tem
from opfor.rules.choices.give_order import allowed, legal, order
from opfor.rules.choices.orders import CloseCombat, Withdraw
from opfor.rules.s_solitaire.s10_rout import in_range, seen
from opfor.state.in_progress import (
    CloseCombatAttack,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    LocationName,
    Side,
    Unit,
)

HALF = 18
"""Of 36: as likely as not."""


class Fight(Struct, frozen=True):
    """An attack in CC that the ENEMY could make, with its chances in 36ths."""

    order: CloseCombat
    kill: int | Fraction
    reduce: int | Fraction

    def __str__(self) -> str:
        verb = "capture" if self.order.capture else "attack"
        ours, theirs = self.order.attackers, self.order.defenders
        atmm = " with an ATMM" if self.order.atmm else ""
        return f"{' + '.join(ours)} {verb} {' + '.join(theirs)}{atmm}"


@rule("S11.p6", "Order of the ENEMY's CC", cites=("A11.12", "A11.2"))
def combat_phase(play: Play) -> bool:
    """The next thing that the ENEMY declares in a CCPh: withdrawals, then attacks."""
    return any(decides(play) for decides in (withdraws, attacks))


# -- attacks -----------------------------------------------------------------------


@rule(
    "S11.p7",
    "The ENEMY attacks in CC",
    cites=("A11.11", "A11.31", "A11.5", "A20.22", "J2.31"),
)
def attacks(play: Play) -> bool:
    """The attack that costs the FRIENDLY side most, with any chance; if there is one.

    A capture first, where it takes all defenders at least every second time. No attack
    is left unused: who has not attacked attacks who is left. A vehicle counts with its
    Casualty VP, its immobilization as one.
    """
    # S11.p7: every attack with a chance
    found = list(fights_of(play))
    if not found:
        return False
    # S11.p7: a likely capture, then the greatest loss
    priority = _dearest(play, random_dr(play, fact("which_attack_in_cc")))
    chosen = decide(play, priority, found, purpose=fact("cc"))
    order(play, "ENEMY", chosen.order)
    return True


def _dearest(view: GameView, tie: Tie[Fight]) -> PriorityList[Fight]:
    """A likely capture, then the greatest loss, by the fewest attackers."""
    return PriorityList(
        (
            where("a capture that is likely", likely_capture),
            most("FRIENDLY loss (US# or VP)", lambda f: loss(view, f)),
            least("fewest attackers", lambda f: len(f.order.attackers)),
            where("no capture", lambda f: not f.order.capture),
        ),
        tie=tie,
    )


def foreseen(view: GameView, orders: Iterable[CloseCombat]) -> CloseCombat | None:
    """Of some attacks that which the ENEMY would make (S11.p7), with any chance.

    Of those that a Random dr would decide between, the first.
    """
    found = list(_with_a_chance(view, orders))
    return _dearest(view, first).choose(found).chosen.order if found else None


def fights_of(view: GameView) -> Iterator[Fight]:
    """The attacks of the ENEMY with any chance."""
    offers = (offer.order for offer in legal(view, "ENEMY", CloseCombat))
    yield from _with_a_chance(view, (o for o in offers if isinstance(o, CloseCombat)))


def _with_a_chance(view: GameView, orders: Iterable[CloseCombat]) -> Iterator[Fight]:
    for one in orders:
        fight = weighed(view, one)
        if fight is not None and fight.kill + fight.reduce:
            yield fight


def weighed(view: GameView, command: CloseCombat) -> Fight | None:
    """An attack with its chances."""
    combat = evaluate(view, plan_combat(view, "ENEMY", command))
    if combat is None:
        return None
    return Fight(command, combat.chances.kill, combat.chances.reduce)


def likely_capture(fight: Fight) -> bool:
    """Whether it is a capture that takes all at least every second time."""
    return fight.order.capture and fight.kill >= HALF


def loss(view: GameView, fight: Fight) -> int | Fraction:
    """The US# that an attack costs on average, in 36ths: all, or one of them.

    Of a vehicle its Casualty VP, or one for its immobilization.
    """
    units = [view.state.units[id_] for id_ in fight.order.defenders]
    armored = units[0].vehicle is not None
    us = victory_points(view, units[0]) if armored else us_number(view, units)
    return fight.kill * us + fight.reduce * min(us, 1)


# -- withdrawal --------------------------------------------------------------------


@rule(
    "S11.p8",
    "The ENEMY withdraws from Melee",
    exc=("not out of a VPO Location",),
    cites=("A11.16", "A11.2", "A11.21"),
)
def withdraws(play: Play) -> bool:
    """A unit leaves a Melee that is being lost, by the safest way; if any does.

    Lost is a Melee in which the FRIENDLY side can eliminate all with 18 chances in 36
    or more, and the ENEMY has a worse chance. EXC: not out of a VPO Location. Who is
    broken in Melee leaves from anywhere, for else he is lost (A11.16).
    """
    for location in contested(play):
        # S11.p8 EXC: not out of a VPO Location
        given_up = location not in vpo_locations(play) and losing(play, location)
        for unit in sides_in(play, location)["ENEMY"]:
            if not (given_up or must_withdraw(play, unit)):
                continue
            # A11.21: a Location that it may withdraw to
            if ways := _ways(play, unit):
                purpose = fact("who_withdraws", who=unit.id)
                to = decide(play, _safest(play), ways, purpose=purpose)
                order(play, "ENEMY", Withdraw((unit.id,), to))
                return True
    return False


def losing(view: GameView, location: LocationName) -> bool:
    """Whether a Melee is lost as S11.p8 has it."""
    parties = sides_in(view, location)
    ours = [u for u in parties["ENEMY"] if not u.did("withdrawing")]
    theirs = parties["FRIENDLY"]
    danger = _chance(view, "FRIENDLY", theirs, ours)
    return danger >= HALF and danger > _chance(view, "ENEMY", ours, theirs)


def _chance(view: GameView, side: Side, ours: list[Unit], theirs: list[Unit]) -> int:
    """Of 36, how often one party would eliminate all of the other.

    A HS or crew by itself is eliminated by its Casualty Reduction too (A7.302).
    """
    able = tuple(u.id for u in ours if not u.broken and not u.vehicle)
    them = tuple(u.id for u in theirs)
    if not able or not them or any(u.vehicle for u in theirs):
        return 0
    where_ = theirs[0].location
    clash = CloseCombatAttack(
        side=side, location=where_, attackers=able, defenders=them
    )
    combat = evaluate(view, clash)
    if combat is None:
        return 0
    last = len(theirs) == 1 and _has_one_step(view, theirs[0])
    return int(combat.chances.kill + (combat.chances.reduce if last else 0))


def _has_one_step(view: GameView, unit: Unit) -> bool:
    found = mmc(view, unit)
    return bool(found and found.size != "squad" and not found.reduced)


def _ways(view: GameView, unit: Unit) -> list[LocationName]:
    ways = ways_out(view, [unit])
    return [to for to in ways if allowed(view, "ENEMY", Withdraw((unit.id,), to))]


def _safest(play: Play) -> PriorityList[LocationName]:
    return PriorityList(
        (
            where("out of all FRIENDLY LOS", lambda at: not seen(play, at)),
            where("out of all FRIENDLY range", lambda at: not in_range(play, at)),
            most("highest TEM", lambda at: inherent_tem(play, at)),
        ),
        tie=random_dr(play, fact("where_to_withdraw")),
    )
