"""What is shown of the club competition, a module for each kind of page."""
