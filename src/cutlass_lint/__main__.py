"""`python -m cutlass_lint`."""

from cutlass_lint.analyzer.cli import main

if __name__ == "__main__":
    main()
