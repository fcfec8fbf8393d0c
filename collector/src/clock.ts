/** Milliseconds since a fixed moment. Unlike the time of day, they never decrease. */
export type Clock = () => number

export const monotonic: Clock = () => performance.now()
