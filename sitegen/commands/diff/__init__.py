"""`sitegen diff`: what a change does to the published figures, in five formats."""
