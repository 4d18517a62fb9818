"""D2: the MP of vehicles, Motion, VBM and Excessive Speed."""
