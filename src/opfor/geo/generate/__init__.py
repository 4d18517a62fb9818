"""New boards out of a seed and a style."""
