"""Long requests beside short ones: two checkouts of the service, compared in one run."""
