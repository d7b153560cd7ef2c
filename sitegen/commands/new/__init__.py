"""`sitegen new`: a new site with examples, players and its own copy of the program."""
