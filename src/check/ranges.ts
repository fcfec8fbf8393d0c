/** Ranges that the library, plans, surveys and the command line require alike. */

/** Of the required probability that an answer is right: below a half, the contrary would be more probable. */
export const CONFIDENCE_RANGE = { above: 0.5, below: 1 } as const
/** Of the probability of an interval. */
export const LEVEL_RANGE = { above: 0, below: 1 } as const
/** Of a share of the people who drop out, send arbitrary answers or do not follow a design: not all of them. */
export const SHARE_RANGE = { min: 0, below: 1 } as const
