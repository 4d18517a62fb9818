"""Tests of rules/d_vehicles/d09_cover."""
