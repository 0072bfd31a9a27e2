/*
 * The bytes of a page and of all that it loads, compressed, whether they come from the cache or not.
 *
 * Pictures are left out, as those of the front page are of cards that are dealt at random.
 */
[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ initiatorType }) => initiatorType !== "img")
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
