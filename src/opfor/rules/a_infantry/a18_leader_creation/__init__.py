"""A18: leaders made in the field."""
