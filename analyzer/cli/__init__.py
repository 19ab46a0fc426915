"""The command line: one command a module, options that commands share in `inputs`."""

import signal


def main() -> None:
    """Run the program."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Ctrl-C just ends it until its parts are loaded: Python would show where in that it was.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cutlass_lint.analyzer.cli.app import run

    run()
