"""Tests of rules/d_vehicles/d07_overrun."""
