"""Hidden players: pseudonyms, redaction of messages, and the search for names in what is published."""
