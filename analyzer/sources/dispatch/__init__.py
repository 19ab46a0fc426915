"""How a module's hand-written code comes to its instantiations: heuristics, dispatchers and launchers.

The code is read as it stands: `code` finds the files and definitions, `execution` follows the functions that return
candidates, and `leads` follows calls and cases to the launchers that generated sources instantiate. What is not
understood is unknown, and nothing is concluded from it.
"""

from cutlass_lint.analyzer.sources.dispatch.code import Unit
from cutlass_lint.analyzer.sources.dispatch.reading import read_dispatch
from cutlass_lint.analyzer.sources.dispatch.ways import Shared

__all__ = ["Shared", "Unit", "read_dispatch"]
