"""S12: random events, and what each does."""
