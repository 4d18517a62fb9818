"""Errors a person can act on: what is wrong, where, and what to do."""


class OpforError(Exception):
    """Something the user can put right, said in one line.

    Everything that bad input can cause derives from this class, so a front end
    shows `str(error)` and never a traceback.
    """

    def __init__(self, what: str, where: str = "", do: str = "") -> None:
        """Keep the parts; most orders are only tried out, and nobody reads why not."""
        super().__init__(what, where, do)
        self._parts = what, where, do

    @property
    def what(self) -> str:
        """What is wrong."""
        return _one_line(self._parts[0])

    @property
    def where(self) -> str:
        """Where it is."""
        return _one_line(self._parts[1])

    @property
    def do(self) -> str:
        """What to do about it."""
        return _one_line(self._parts[2])

    def __str__(self) -> str:
        """The parts joined as `where: what; do`."""
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}; {self.do}" if self.do else text


class NotCoded(OpforError):  # noqa: N818 - the project's own word for a gap
    """A rule that the game reached and that is not written yet."""

    def __init__(self, rule_id: str) -> None:
        """Name the rule that is missing."""
        self.rule_id = rule_id
        super().__init__(
            "this rule is not coded yet", rule_id, "settle it by hand on the table"
        )


class Illegal(OpforError):  # noqa: N818 - reads as the referee would say it
    """An order that a rule forbids; nothing has changed."""

    def __init__(self, rule: str, why: str, do: str = "") -> None:
        """Name the rule that forbids the order, and why it does."""
        self.rule = rule
        super().__init__(why, rule, do)


class Divergence(OpforError):  # noqa: N818 - what replay finds, not what fails
    """A replay that came to another request or answer than the recorded one."""

    def __init__(self, number: int, expected: str, got: str) -> None:
        """Name the first answer that differs, what was recorded and what came."""
        self.number = number
        self.expected = expected
        self.got = got
        super().__init__(
            f"the journal has {expected}, the game came to {got}",
            f"answer {number}",
            "play the save with the opfor version that wrote it",
        )


def _one_line(text: str) -> str:
    """A text without breaks, and without what would steer a terminal that shows it."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(map(_printed, line))


def _printed(letter: str) -> str:
    return letter if letter.isprintable() else ascii(letter)[1:-1]
