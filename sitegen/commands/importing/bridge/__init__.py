"""An evening of bridge as USEBIO tells it: events, pairs, teams and travellers."""
