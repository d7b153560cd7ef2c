"""The commands of `sitegen`: what a user types, and what is printed."""
