"""A club's files as typed values and problems: settings, results, content and privacy."""
