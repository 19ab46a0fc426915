"""Exact SharedStorage sizes, read from the very headers that a kernel's source includes.

Nothing is computed by formula: libclang parses the sources as host C++, with one CUTLASS header overlaid by one of
ours that makes it print the sizes, and every number is what the front end printed.
"""
