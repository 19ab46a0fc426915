"""How Sphinx builds the site: `sphinx-build -W docs docs/_build`."""

from importlib import metadata

project = "cutlass-lint"
release = metadata.version("cutlass-lint")
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"cutlass-lint {release}"
html_copy_source = False
html_show_copyright = False
# The schemas lie at the site's root, where their identifiers are relative to.
html_extra_path = ["schemas"]
myst_heading_anchors = 3
# Examples may be sources that are broken on purpose.
suppress_warnings = ["misc.highlighting_failure"]
