"""The pages of the rating: lists, evenings and players."""
