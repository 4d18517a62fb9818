"""A21: weapons and vehicles used by who captured them."""
