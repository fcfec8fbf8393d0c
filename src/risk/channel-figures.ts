/** The figures of a risk report about one answer through a channel. */
export interface ChannelFigures {
  /** V: the probability that the best guess of a person's category is right, given the answer. */
  readonly guess: number
  /** The mutual information of category and answer, in nats. */
  readonly mutualInformation: number
  /** The largest total variation distance between the laws of two categories' answers. */
  readonly worstTotalVariation: number
  /** The law of `ln Pr(y|x) / Pr(y|x′)` for y given x, where (x, x′) is the pair with the largest mean. */
  readonly loss: readonly LossAtom[]
}

/** A value of the privacy loss, with its probability. */
export interface LossAtom {
  readonly loss: number
  readonly probability: number
}
