"""One open game: who looks at it, what it shows, what it answers."""
