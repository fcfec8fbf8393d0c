/**
 * A likelihood of θ while one category after the other moves, for φ proportional to θ.
 */
export interface MovingLikelihood {
  /** Goes to φ; the caller keeps this array up to date as categories move. */
  goTo(phi: Float64Array): void
  /** `ℓ(ψ/Σψ) − ℓ(φ/Σφ)` for another vector ψ. */
  gain(psi: Float64Array, sumPsi: number, sumPhi: number): number
  /** Sets category x aside, where φ_x is `value` and the other φ sum to `rest`. */
  setAside(x: number, value: number, rest: number): void
  /** The log-likelihood, up to a constant, if the category that was set aside has the share `share` of θ, and the others `rest`. */
  withShare(x: number, share: number, rest: number): number
  /** Puts the category back, with `value` as its new φ_x. */
  putBack(x: number, value: number, rest: number): void
  /** The answers' information about one category's share, mean over the categories. */
  meanInformation(): number
}
