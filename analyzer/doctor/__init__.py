"""What a run on this machine would use, what is missing of it, and what to do about that."""

from cutlass_lint.analyzer.doctor.checks import Check, Diagnosis, Health
from cutlass_lint.analyzer.doctor.examination import examine

__all__ = ["Check", "Diagnosis", "Health", "examine"]
