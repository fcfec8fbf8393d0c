/** ln 2 in two parts, of which the first, times a whole number below 2²⁰, is exact. */
export const LN2_HIGH = 0.6931471803691238
export const LN2_LOW = 1.9082149292705877e-10
