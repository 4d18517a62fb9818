"""A game as plain text: the board, what happened, why, and what may be asked."""
