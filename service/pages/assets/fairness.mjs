/** The page fairness. */
