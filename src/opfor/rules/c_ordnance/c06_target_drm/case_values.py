"""C6: the DRM of a case, by the table."""

from opfor.state.play import GameView


def value(view: GameView, case: str) -> int:
    """The DRM of a case."""
    return int(view.world.enemy.table("C6").look_up(case=case).result)
