"""Tests of rules/d_vehicles/d03_fire."""
