"""Make output.svg, the README's picture: what `cutlass-lint --release flashinfer==0.6.4 --arch 120` prints.

    python docs/make_output.py

Shows the first finding and the closing lines; wraps what is wider than the picture.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ARGUMENTS = ["--release", "flashinfer==0.6.4", "--arch", "120"]
WIDTH = 132


def main() -> None:
    """Run the command and write the picture beside this file."""
    done = subprocess.run(  # noqa: S603 - this interpreter, and our own module
        [sys.executable, "-m", "cutlass_lint", *ARGUMENTS, "--color", "always"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    # Where the release is kept differs from machine to machine.
    printed = re.sub(r"/\S*/cutlass-lint/releases/", "~/.cache/cutlass-lint/releases/", done.stdout)
    findings = printed.split("\n\n")
    shown = [findings[0], f"… {len(findings) - 2} more findings …", findings[-1]]
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(f"$ cutlass-lint {' '.join(ARGUMENTS)}", style="bold", highlight=False)
        console.print(Text.from_ansi("\n\n".join(shown)))
    picture = console.export_svg(title="cutlass-lint")
    # Without the fonts that a reader's browser would fetch from elsewhere.
    picture = re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    Path(__file__).with_name("output.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
