/** Milliseconds since some moment. Unlike the time of day, they never go back. */
export type Clock = () => number

export const monotonic: Clock = () => performance.now()
