"""A static-site generator for rankings: inputs -> rankings -> pages -> render -> build.

For programs: `sitegen.frames("my-club")["chess"].ranking` is a published table as a data frame.
"""

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """What is loaded only when somebody asks for it, for it takes a second: `frames`."""
    if name == "frames":
        from importlib import import_module  # noqa: PLC0415 - no command waits for it

        try:
            return import_module("sitegen.commands.dataframes").frames
        except ModuleNotFoundError as error:
            machine = import_module("sitegen.core.machine")
            raise ModuleNotFoundError(machine.describe_missing_library(error), name=error.name) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
