"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# A check that a change must pass has to answer the same each time; new examples are looked for elsewhere.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("default", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")
