"""What-ifs: the exact sizes of kernels that no source has, made of one that a source has by changing its arguments.

`what_if` sizes given sets of arguments of a kernel's launcher; `fit` finds out which changes make a kernel fit, and
`sweep` goes over the values of a launcher's parameters.
"""

from cutlass_lint.analyzer.fit.fitting import MOST, fit, sweep
from cutlass_lint.analyzer.fit.parameters import parse_setting, parse_values
from cutlass_lint.analyzer.fit.whatif import what_if

__all__ = ["MOST", "fit", "parse_setting", "parse_values", "sweep", "what_if"]
