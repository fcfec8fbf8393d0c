/** What a report says of one answer by a channel, however it was summed. */
export interface ChannelFigures {
  /** V: how often the best guess of a person's category is right, given the answer. */
  readonly guess: number
  /** Between category and answer, in nats. */
  readonly mutualInformation: number
  /** Between the laws of the answers of two categories: the largest. */
  readonly worstTotalVariation: number
  /** The law of `ln Pr(y|x) / Pr(y|x′)` for y given x, of the pair with the largest mean. */
  readonly loss: readonly LossAtom[]
}

/** A value that the privacy loss takes, and how often. */
export interface LossAtom {
  readonly loss: number
  readonly probability: number
}
