"""Faults of machines, users and input, tried on runs of the tool: no answer is wrong, none is lost, nothing is left."""
