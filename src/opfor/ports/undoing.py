"""The terminal's `undo`, told in words."""

from opfor.core.errors import OpforError
from opfor.ports.session import Session
from opfor.views.text.taken_back import taken_back


def undone(session: Session, number: int) -> str:
    """Take back so many decisions, and say which; then the game is to be run.

    Errors:
        OpforError: there are not so many; where own dice came last, how to mend them.
    """
    try:
        return taken_back(session.game.undo(number))
    except OpforError as error:
        if session.last_dice is None:
            raise
        do = "`retype` takes your last dice back"
        raise OpforError(error.what, error.where, do) from None
