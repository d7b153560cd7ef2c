"""The pages of the Ruit rating."""
