"""What each command of the command line does, with nothing printed: that is left to `cli`."""
