"""The player's own VASL: his files, and the table that he plays at."""
