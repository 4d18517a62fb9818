"""Things of a game as counters, and counters as things of a game.

notes         what is written beneath a counter: its id, and what has no counter
picks         counters out of the module, with states and notes
pieces        each thing as counters in its states
remembered    those that were made before, again
piles         who lies beneath whom in each hex
from_counters the way back: a position as units, weapons, S?, markers of a game
faces         the pictures of all counters of a game, for the page
"""
