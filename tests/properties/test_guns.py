"""Every Gun and every SW that needs a To Hit DR, Activated and fought to an end.

What {x5} and {x4} of each nation may give comes out of a S? by the rules of S5 into a
small fight with Infantry and a tank, which random orders bring to its result.
`OPFOR_SWEEP=1` takes all of them, else a fifth part, another one by `OPFOR_SEED`.
"""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from opfor.core.ask import Asked, Context, Order
from opfor.core.dice import uniform
from opfor.core.game import Game
from opfor.ports.program_players import Random as RandomPlayer
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import BY_TO_HIT
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import is_to_hit
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import arm
from opfor.rules.s_solitaire.s05_activation import s05_75_sw as generated_sw
from opfor.rules.s_solitaire.s05_activation import s05_76_guns as activated_guns
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup, inside
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import with_units
from opfor.rules.s_solitaire.s05_activation.s05_72_mmc import mmc
from opfor.rules.s_solitaire.s05_activation.s05_75_sw import support_weapon
from opfor.rules.sequence.legal_orders import legal
from opfor.rules.sequence.s02_turn import program
from opfor.sim.run import ProgramRouter
from opfor.state.check import faults
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.events import UnitAdded
from opfor.state.play import FrozenView, Play, step
from opfor.state.state import State
from opfor.state.units import LocationName, Side, Suspect, Unit, VehicleState
from opfor.state.world import World
from tests.properties.skirmish import NATIONS, at_war, nation, skirmish, world_of

SHARE = 1 if os.environ.get("OPFOR_SWEEP") else 5
SEED = int(os.environ.get("OPFOR_SEED", "0"))
EACH = 4
"""Pieces that fight in one game."""

BOARDS = ("o1", "o2", "o3", "o4")
AGAINST = ("german", "russian", "chinese", "japanese")
TANK = "german/pzkpfw-ivf2"
EARLIEST = "1939-09"
"""The first month of which all sides have tables."""


class Gunner:
    """A random player who fires ordnance every other time that he can."""

    human = False

    def __init__(self, world: World, seed: str) -> None:
        self._other = RandomPlayer(world, seed, thorough=True)
        self._world, self._seed = world, seed

    def answer(self, asked: Asked, context: Context) -> Any:
        """A shot that needs a To Hit DR, or what any player might answer."""
        if isinstance(asked.request, Order):
            view = FrozenView(context.state, self._world)
            side: Side = "ENEMY" if asked.request.side == "ENEMY" else "FRIENDLY"
            orders = (offer.order for offer in legal(view, side, Fire))
            fires = [o for o in orders if isinstance(o, Fire) and is_to_hit(view, o)]
            if fires and uniform(self._seed, "fires", asked.number, 2):
                chosen = uniform(self._seed, "shot", asked.number, len(fires))
                return to_builtins(fires[chosen])
        return self._other.answer(asked, context)


def pieces(of: str) -> list[tuple[str, str]]:
    """Month and counter of each piece of ordnance that the tables of a nation give."""
    first, last = (str(nation(of).fact(f"{end} month")) for end in ("first", "last"))
    found: dict[str, str] = {}
    for table in ("x5", "x4"):
        for row in nation(of).table(table).rows if nation(of).has(table) else ():
            name = str(row.result)
            date = min(max(row.since, first, EARLIEST), last)
            if nation(of).knows(name) and _ordnance(of, name):
                found.setdefault(name, date)
    return [(date, name) for name, date in sorted(found.items())]


def _ordnance(of: str, name: str) -> bool:
    piece = nation(of).counter(name)
    if isinstance(piece, SupportWeapon):
        return piece.kind in BY_TO_HIT and not piece.inherent
    return isinstance(piece, Gun)


def fights() -> list[tuple[str, str, tuple[str, ...]]]:
    """Nation, month and pieces of each game."""
    found = []
    for of in NATIONS:
        months: dict[str, list[str]] = {}
        for date, name in pieces(of):
            months.setdefault(date, []).append(name)
        for date, names in months.items():
            groups = (names[at : at + EACH] for at in range(0, len(names), EACH))
            found += [(of, date, tuple(group)) for group in groups]
    return found


def bring(
    play: Play, names: Sequence[str], chance: Random, patch: pytest.MonkeyPatch
) -> None:
    """S? around the middle of the fight turn out to be these, each with its party."""
    there = [unit for unit in play.state.units.values() if unit.location]
    ours = [unit.location for unit in there if unit.side == "FRIENDLY"]
    for number, name in enumerate(names):
        piece = play.world.enemy.counter(name)
        patch.setattr(activated_guns, "_type", lambda *_, found=piece: found)
        patch.setattr(generated_sw, "_roll_sw", lambda *_, found=piece: found)
        where = chance.choice(there).location
        suspect = Suspect(f"S{90 + number}", where, chance.choice(("Hold", "Advance")))
        party = ActivatedGroup(suspect, by=chance.choice(ours))
        if isinstance(piece, Gun):
            activated_guns.gun(play, party)
        else:
            _armed(play, party)
    spine = chance.randrange(6)
    unit = Unit(
        id="tank",
        side="FRIENDLY",
        counter=TANK,
        location=LocationName(chance.choice(ours).split("/")[0]),
        vehicle=VehicleState(vca=spine, tca=spine),
    )
    play.emit(UnitAdded(unit))
    arm(play, unit)


def _armed(play: Play, party: ActivatedGroup) -> None:
    """A squad with the SW; none for a BAZ or PSK inside, which {x4} rolls again."""
    if inside(play, party.where):
        return
    party = with_units(party, mmc(play, party))
    support_weapon(play, party)


def fought(
    of: str, date: str, names: Sequence[str], seed: int, patch: pytest.MonkeyPatch
) -> Game[State]:
    """The whole fight, its state checked after each event."""
    chance = Random(f"{of} {date} {names} {seed}")  # noqa: S311 - no secret
    against = next(n for n in AGAINST if n != of and at_war(n, date))
    mission = skirmish(
        seed,
        boards=chance.choice(BOARDS),
        squads=3,
        turns=3,
        date=date,
        sides=(against, of),
    )
    world = world_of(mission.map, of, date)
    whole, begun = program(world), list[bool]()

    def next_step(state: State) -> Any:
        if state.ready and not begun:
            begun.append(True)
            return step("Guns", lambda play: bring(play, names, chance, patch), world)
        return whole(state)

    players: Any = {
        side: Gunner(world, f"{seed}{side}") for side in ("FRIENDLY", "ENEMY")
    }
    game = Game(State(mission=mission), next_step, ProgramRouter(seed, players))

    def check(emitted: Any) -> None:
        wrong = faults(game.state)
        assert not wrong, f"{of} {date} {names}, event {emitted.number}: {wrong}"

    game.listen(check)
    game.run()
    return game


FIGHTS = fights()[SEED % SHARE :: SHARE]


@pytest.mark.parametrize(
    ("of", "date", "names"), FIGHTS, ids=[f"{f[0]} {'+'.join(f[2])}" for f in FIGHTS]
)
def test_ordnance_fights_to_an_end(
    of: str, date: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No exception, every state sound, and the game comes to its end."""
    game = fought(of, date, names, SEED, monkeypatch)
    assert game.state.over
    for emitted in game.events:
        assert str(emitted.event)


def test_every_nation_has_some() -> None:
    """The sweep has Guns of every nation, and LATW and mortars."""
    assert {of for of, _, _ in fights()} == set(NATIONS)
