"""`python -m tsuzuri` is the command line."""

from tsuzuri.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
