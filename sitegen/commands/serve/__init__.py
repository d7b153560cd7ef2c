"""`sitegen serve`: the preview, which reloads when a file is saved."""
