"""Results of a club: CSV files read into rows, with the place of every fault."""
