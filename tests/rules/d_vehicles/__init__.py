"""Tests of rules/d_vehicles."""
