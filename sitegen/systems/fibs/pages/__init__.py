"""The pages of the BGFed rating list."""
