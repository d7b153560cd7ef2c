"""The events, pairs, teams and travellers of a bridge session in USEBIO."""
