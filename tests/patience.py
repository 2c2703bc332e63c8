"""How long tests wait for what must happen."""

PATIENCE = 300.0
"""Seconds that anything may take beside other work. Only a failure takes so long."""
