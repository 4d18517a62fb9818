"""A24: SMOKE: how it is made, and what it does."""
