"""The program and its data for visitors' browsers."""
