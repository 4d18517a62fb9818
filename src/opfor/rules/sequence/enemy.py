"""The ENEMY's part of a phase, where the rules decide for it (`player_turn.py`)."""

from opfor.core.rule import default_cause
from opfor.rules.a_infantry.a03_9_phases import role
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.state.play import Play


def act(play: Play) -> bool:
    """One thing that the ENEMY does in its part of the phase; False if nothing."""
    state = play.state
    if not state.phase:
        return False
    now = OF_PHASE[state.phase]
    with default_cause(now.rule):
        return any(decide(play) for decide in now.enemy(role(state, "ENEMY")))
