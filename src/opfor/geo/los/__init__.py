"""LOS (A6): the thread over the planes, compiled and kept."""
