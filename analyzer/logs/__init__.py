"""Run-time, autotuner and compile logs, and what they are evidence of.

    entries = read_log(stream)            # one Entry for each event, as the log is read
    found = matched(entries, kernels)     # the kernels that the entries are about

A log is evidence of a failure or of a measured run, never of anything else: a kernel that no line names is unknown.
"""

from cutlass_lint.analyzer.logs.entries import LABELLING, SIZE_CAUSES, Cause, Entry, Place
from cutlass_lint.analyzer.logs.matching import LogLabels, matched
from cutlass_lint.analyzer.logs.reader import read_log

__all__ = ["LABELLING", "SIZE_CAUSES", "Cause", "Entry", "LogLabels", "Place", "matched", "read_log"]
