"""Tests of geo/generate."""
