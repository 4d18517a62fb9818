"""Complete Missions without a person: how many a second, and the ENEMY's slow turns."""

from opfor.ports.session import Setup
from opfor.sim.many import play_many, summary
from opfor.state.mission import load_mission

GAMES = 5


def run() -> dict[str, float]:
    """The figures over a few games of the tutorial, after one that compiles LOS."""
    setup = Setup(mission=load_mission("first-contact"), seed=1)
    outcomes = play_many(setup, games=GAMES + 1, seed=1)
    found = summary(outcomes[1:])
    return {
        "missions_per_s": found.missions_per_s,
        "enemy_turn_p95_s": found.enemy_turn_p95_s,
    }
