"""Chess tournaments: players, pairings and crosstables that several formats share."""
