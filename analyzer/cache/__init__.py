"""Answers of earlier runs, each kept with all that it depends on: it is given again only where none of that changed.

A cache may make a run faster, never another: what can't be read, checked or written is as if it had never been there.
"""
