"""What a saved game shows: each counter with hex, level, state and meaning.

saved_game a position out of a file, or of a table
show       a position as lines and as JSON
"""
