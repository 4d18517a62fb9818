"""A12: concealment, its loss and gain, Searching and Mopping Up."""
