"""Tests of rules/d_vehicles/d06_passengers."""
