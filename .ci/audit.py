"""Says what `pip-audit --format json`, on standard input, found: 1 where a package has a known vulnerability.

pip-audit itself calls clean what the service does not know, and ends with 1 where the service is out of reach. Neither
is taken for an answer here: what was not looked up is said, loudly.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def main(answer: str) -> int:
    """Print what was found, and return the exit code."""
    try:
        packages: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, LookupError, TypeError):
        print("WARNING: NOTHING WAS AUDITED: pip-audit gave no answer; is the vulnerability service out of reach?")
        return 0
    left_out = [f"{package['name']}: {package['skip_reason']}" for package in packages if "skip_reason" in package]
    vulnerable = [package for package in packages if package.get("vulns")]
    for package in vulnerable:
        for found in package["vulns"]:
            versions = ", ".join(found["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {found['id']}, mended in {versions}")
    if left_out or not packages:
        print(f"WARNING: NOT AUDITED: {len(left_out)} of {len(packages)} packages, such as {left_out[:1]}")
    audited = len(packages) - len(left_out)
    print(f"pip-audit: {audited} packages looked up, {len(vulnerable)} with a known vulnerability")
    return 1 if vulnerable else 0


if __name__ == "__main__":
    sys.exit(main(sys.stdin.read()))
