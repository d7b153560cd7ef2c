"""The pages of the NBB-Clubranking: lists, sessions, players, and what it has besides."""
