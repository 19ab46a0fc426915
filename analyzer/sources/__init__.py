"""Generated `.cu` files to instantiations, and launcher headers to the definitions that they name."""

from cutlass_lint.analyzer.sources.arguments import cluster_of, name_arguments, tile_of
from cutlass_lint.analyzer.sources.chains import Chain, chain_of
from cutlass_lint.analyzer.sources.instantiations import read_source
from cutlass_lint.analyzer.sources.launchers import find_launcher, includes_found, read_launcher
from cutlass_lint.analyzer.sources.launches import launches, split
from cutlass_lint.analyzer.sources.lexing import Text
from cutlass_lint.analyzer.sources.preprocessor import BRANCHING, OPENING, Preprocessor

__all__ = [
    "BRANCHING",
    "OPENING",
    "Chain",
    "Preprocessor",
    "Text",
    "chain_of",
    "cluster_of",
    "find_launcher",
    "includes_found",
    "launches",
    "name_arguments",
    "read_launcher",
    "read_source",
    "split",
    "tile_of",
]
