"""What authors of ranking systems build with: what every system needs and no regulation says."""
