"""Draw groups of items under rules on their attributes, with the counting, placing and searching that it takes."""
