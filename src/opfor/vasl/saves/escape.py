"""Sequences of texts in one text, as VASSAL writes them all over its files.

Tokens stand between delimiters; a delimiter inside a token has a backslash before it,
and nothing else is escaped. A token that a reader would take wrongly is put between
apostrophes. Sequences nest: a token may be a sequence itself.
"""

from collections.abc import Sequence

QUOTE = "'"
BACKSLASH = "\\"


def split(text: str, delimiter: str) -> list[str]:
    """The tokens of a sequence; an empty text is one empty token."""
    pieces = text.split(delimiter)
    if BACKSLASH not in text:
        return [_bare(piece) for piece in pieces]
    tokens, begun = [], ""
    for piece in pieces[:-1]:
        if piece.endswith(BACKSLASH):
            begun += piece[:-1] + delimiter
        else:
            tokens.append(_bare(begun + piece))
            begun = ""
    tokens.append(_bare(begun + pieces[-1]))
    return tokens


def split_first(text: str, delimiter: str) -> tuple[str, str | None]:
    """The first token, and the second if there is one; quicker for nested sequences.

    Errors:
        ValueError: there are more than two tokens.
    """
    end = _end_of_token(text, delimiter, 0)
    head = _bare(text[:end].replace(BACKSLASH + delimiter, delimiter))
    if end == len(text):
        return head, None
    rest = text[end + 1 :]
    if _end_of_token(rest, delimiter, 0) < len(rest):
        raise ValueError("more than two tokens")
    return head, _bare(rest.replace(BACKSLASH + delimiter, delimiter))


def join(tokens: Sequence[str], delimiter: str) -> str:
    """The sequence of some tokens: `split` gives them back."""
    return delimiter.join(
        _quoted(token).replace(delimiter, BACKSLASH + delimiter) for token in tokens
    )


def _end_of_token(text: str, delimiter: str, start: int) -> int:
    at = text.find(delimiter, start)
    while at > start and text[at - 1] == BACKSLASH:
        at = text.find(delimiter, at + 1)
    return len(text) if at < 0 else at


def _bare(token: str) -> str:
    """A token without the apostrophes around it."""
    if len(token) > 1 and token[0] == QUOTE == token[-1]:
        return token[1:-1]
    return token


def _quoted(token: str) -> str:
    """A token with apostrophes where readers, old or new, would change it.

    VASSAL up to 3.3 wants them around what ends in a backslash, later ones around what
    begins with one; both take them off wherever they stand.
    """
    if token.startswith(BACKSLASH) or token.endswith(BACKSLASH):
        return QUOTE + token + QUOTE
    if len(token) > 1 and token[0] == QUOTE == token[-1]:
        return QUOTE + token + QUOTE
    return token
