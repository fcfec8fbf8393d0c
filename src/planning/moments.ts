/** How well answers to a channel estimate linear functions of θ, by the Cramér–Rao bound at a given θ. */
export interface ChannelMoments {
  /** Whether the answers tell one category from all others, and nothing else. */
  readonly isBinary: boolean
  /** n times the variance of the estimate of `Σ_x c_x θ_x`; Infinity if the answers do not tell. */
  variance(contrast: Float64Array): number
  /** How far one answer in n, sent at will, can move n times that estimate. */
  weight(contrast: Float64Array): number
}
