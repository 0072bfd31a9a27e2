/** Why a text has nothing that the page of a result can show. */
// @ts-check

/** A text that this page cannot show, with a sentence for people. */
export class Unshown extends Error {}

/** A text without a draw: no more of it would help. */
export class NoDraw extends Unshown {}

/** The slip of one person in a Secret Santa: it opens on the page Draw. */
export class SlipOfOne extends NoDraw {}

/** A draw that was changed, or cut off, so that it cannot be read: the whole of it can be shown. */
export class Damaged extends Unshown {}
