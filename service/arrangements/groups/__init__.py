"""Draw groups of items under rules on their attributes: what is counted, placed and searched for it."""
