"""Hostile input for whatever reads input: a target for each reader, which must never raise and keep its promises."""
