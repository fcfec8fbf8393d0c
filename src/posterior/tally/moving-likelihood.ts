/**
 * A likelihood of θ while one category after the other moves, for φ proportional to θ.
 */
export interface MovingLikelihood {
  /** Goes to φ, which the caller keeps up to date. */
  goTo(phi: Float64Array): void
  /** `ℓ(ψ/Σψ) − ℓ(φ/Σφ)` for another vector ψ. */
  gain(psi: Float64Array, sumPsi: number, sumPhi: number): number
  /** Sets category x aside, which has φ_x, where the others have `rest` together. */
  setAside(x: number, value: number, rest: number): void
  /** The log-likelihood, up to a constant, where the category that was set aside has this share, and the others the rest. */
  withShare(x: number, share: number, rest: number): number
  /** Puts the category back, with another φ_x. */
  putBack(x: number, value: number, rest: number): void
  /** Mean information of the answers about one category's share, where all are alike. */
  meanInformation(): number
}
