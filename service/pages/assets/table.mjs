/** The page table. */
