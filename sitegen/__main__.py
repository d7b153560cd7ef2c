"""`python -m sitegen` is `sitegen`."""

from sitegen.commands.cli import main

if __name__ == "__main__":
    main()
