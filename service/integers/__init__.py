"""Plain integers: unique, independent or weighted draws, dice, coins and lotteries."""
