"""C8: kinds of ammunition, and how they run out."""
