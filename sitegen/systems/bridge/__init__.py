"""What holds of every evening at bridge, whatever is calculated from it."""
