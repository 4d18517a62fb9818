"""Tests of geo/movement."""
