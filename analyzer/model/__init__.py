"""Frozen structs that the rooms hand each other, in the order of the data flow.

workspace makes `Module`s, sources make `Instantiation`s, smem makes `Kernel`s, rules make `Finding`s and reports
print a `Report`. Sizes and offsets are bytes, lines and columns count from 1, tiles and clusters are in elements
and CTAs. Paths are absolute strings until a report makes them relative to the scanned root.
"""

from cutlass_lint.analyzer.model.builds import Artifact, Build, CudaHome, Lock, Process, Toolkit
from cutlass_lint.analyzer.model.dispatch import Dispatch, Idle, Offer
from cutlass_lint.analyzer.model.explanations import (
    Alias,
    AliasKind,
    Condition,
    Explanation,
    LaunchBounds,
    Residency,
    ResolvedTerm,
)
from cutlass_lint.analyzer.model.findings import (
    Finding,
    Label,
    Labels,
    Origin,
    Report,
    Root,
    Suggestion,
    Suppressed,
    Suppression,
    Surroundings,
)
from cutlass_lint.analyzer.model.fits import Change, Fit, WhatIf
from cutlass_lint.analyzer.model.kernels import (
    LEFT_OUT,
    Kernel,
    LayoutMember,
    Refit,
    Related,
    Schedule,
    Sizes,
    StageBudget,
    Verdict,
)
from cutlass_lint.analyzer.model.modules import Flags, HeaderRoot, Lookup, Module
from cutlass_lint.analyzer.model.places import Location, Problem
from cutlass_lint.analyzer.model.sources import Form, Guard, Instantiation, Launcher, SizeTerm, Source
from cutlass_lint.analyzer.vocabulary import Confidence, Format, Severity, Status

__all__ = [
    "LEFT_OUT",
    "Alias",
    "AliasKind",
    "Artifact",
    "Build",
    "Change",
    "Condition",
    "Confidence",
    "CudaHome",
    "Dispatch",
    "Explanation",
    "Finding",
    "Fit",
    "Flags",
    "Form",
    "Format",
    "Guard",
    "HeaderRoot",
    "Idle",
    "Instantiation",
    "Kernel",
    "Label",
    "Labels",
    "LaunchBounds",
    "Launcher",
    "LayoutMember",
    "Location",
    "Lock",
    "Lookup",
    "Module",
    "Offer",
    "Origin",
    "Problem",
    "Process",
    "Refit",
    "Related",
    "Report",
    "Residency",
    "ResolvedTerm",
    "Root",
    "Schedule",
    "Severity",
    "SizeTerm",
    "Sizes",
    "Source",
    "StageBudget",
    "Status",
    "Suggestion",
    "Suppressed",
    "Suppression",
    "Surroundings",
    "Toolkit",
    "Verdict",
    "WhatIf",
]
