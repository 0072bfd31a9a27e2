/** The page verify. */
