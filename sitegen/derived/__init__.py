"""What follows for every ranking from what its players did: records, risers, courses of rank, clubs."""
