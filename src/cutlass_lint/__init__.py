"""Shared-memory sizes of CUTLASS kernels, read from their own headers."""


def __getattr__(name: str) -> str:
    """Look the version up where it is asked for: every parse starts a process, and none of them needs it."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import version

    return version("cutlass-lint")
