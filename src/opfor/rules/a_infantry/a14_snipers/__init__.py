"""A14: Sniper alerts, and what a Sniper does."""
