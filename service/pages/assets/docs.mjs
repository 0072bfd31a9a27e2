/** The page docs. */
