// Constants that the kernel in AssemblyScript and its twin in TypeScript share.

/** The number M of nodes. */
export const NODES = 64
/** The number r of factors. */
export const FACTORS = 4
/** Smaller exponents are raised to this one: e^−700 is still a normal double. */
export const LEAST_EXPONENT = -700
/** Bounds of a running product of likelihoods. When the product leaves them, its logarithm is added to the sum. */
export const LEAST_PRODUCT = 1e-200
export const MOST_PRODUCT = 1e200
/** Number of numbers that describe a column of the answers: its value outside of a set, the increase inside, and its count. */
export const COLUMN = 3
