"""The program in the browser of a visitor: what reads, checks and rates, with the tables that it is given."""
