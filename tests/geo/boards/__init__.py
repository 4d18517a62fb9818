"""Tests of geo/boards."""
