"""Tests of what stands on the map, and of the world around it."""
