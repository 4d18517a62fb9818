"""Board classes and VPO cards."""
