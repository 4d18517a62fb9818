"""Errors that a player can meet: what is wrong, where, and what to do."""


class OpforError(Exception):
    """Something the user can mend, told in one sentence.

    Args:
        what: what is wrong.
        where: file, line, key, hex or rule; empty where it is plain.
        do: what to do about it; empty where nothing can be done.
    """

    def __init__(self, what: str, *, where: str = "", do: str = "") -> None:
        self.what = what
        self.where = where
        self.do = do
        super().__init__(str(self))

    def __str__(self) -> str:
        """One line: where, what, what to do."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}; {self.do}" if self.do else text
