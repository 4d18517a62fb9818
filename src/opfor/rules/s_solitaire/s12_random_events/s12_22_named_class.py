"""S12.22: reinforcements of one named class."""

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s12_random_events.s12_p10_effects import lasts
from opfor.state.counters import MMC
from opfor.state.play import GameView, Play

ENOUGH = 6
"""Ways of 36 in which fresh troops must come by {x2}."""

CLASSES = ("elite", "first", "second", "green", "conscript")
"""From the best to the worst (A1.25)."""


@rule("S12.22", "Reinforcements of one named class", cites=("S5.7",))
def of_the_class(play: Play, name: str) -> bool:
    """Whether a squad is of the class that a Random Event's fresh troops are of."""
    if not lasts(play, "fresh troops"):
        return True
    fresh = name in fresh_troops(play)
    if not fresh:
        play.emit(Note(fact("fresh_troops_are_elite", name=name)))
    return fresh


def fresh_troops(view: GameView) -> frozenset[str]:
    """The squads that are fresh troops: the elite ones.

    Where those come by fewer than one DR in six this month, the next best as well:
    a nation with hardly any elite has its best, one with one squad has that.
    """
    enough = 1 if way(view, "S12.22 class") == "elite" else ENOUGH
    date, enemy = view.world.date, view.world.enemy
    drm = int(enemy.look_up("x2-drm", date=date).result)
    ways: dict[str, int] = {}
    for number in range(2, 13):
        name = str(enemy.look_up("x2", number + drm, date=date).result)
        ways[name] = ways.get(name, 0) + 6 - abs(7 - number)
    found: set[str] = set()
    for name in sorted(ways, key=lambda name: _rank(view, name)):
        many = sum(ways[one] for one in found) >= enough
        if many and _rank(view, name)[0]:
            break
        found.add(name)
    return frozenset(found)


def _rank(view: GameView, name: str) -> tuple[int, int, str]:
    """The elite first, then the class, then the greatest BPV."""
    squad = view.world.enemy.counter(name)
    if not isinstance(squad, MMC):
        return len(CLASSES), 0, name
    return CLASSES.index(squad.quality), -squad.bpv, name
