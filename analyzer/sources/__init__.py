"""Generated `.cu` files to instantiations, and launcher headers to the definitions that they name."""

from .arguments import cluster_of, name_arguments, tile_of
from .instantiations import read_source
from .launchers import find_launcher, read_launcher

__all__ = ["cluster_of", "find_launcher", "name_arguments", "read_launcher", "read_source", "tile_of"]
