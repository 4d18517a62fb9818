"""Tests of rules/c_ordnance/c06_target_drm."""
