"""Tests of geo/los."""
