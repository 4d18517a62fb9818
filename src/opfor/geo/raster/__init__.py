"""From the text of a board to its planes of pixels."""
