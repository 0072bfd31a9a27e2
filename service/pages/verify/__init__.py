"""The page that verifies deals, and the same page as a single file that works offline."""
