"""Tests of rules/d_vehicles/d08_bog."""
