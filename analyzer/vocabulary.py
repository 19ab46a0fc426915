"""The words that options, configuration and reports share: apart from the structs, which `--help` need not load."""

from __future__ import annotations

from typing import Literal

Status = Literal["sized", "rejected", "disabled", "unknown", "not-sized"]
"""What became of a kernel."""
Confidence = Literal["exact", "unknown"]
Severity = Literal["error", "warning", "note"]
Format = Literal["rich", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown"]
"""What a report may be written in."""
