"""opfor at the table of a player in VASL."""
