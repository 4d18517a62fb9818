"""Tests of rules/d_vehicles/d02_movement."""
