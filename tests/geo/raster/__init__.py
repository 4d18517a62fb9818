"""Tests of geo/raster."""
