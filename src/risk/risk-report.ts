import { refuse, requireInteger, requireNumber, type Vector } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { liarWeight } from './liar-weight.ts'
import { listedFigures } from './listed-figures.ts'
import { peopleFactor } from './people-factor.ts'
import { realisedLoss } from './realised-loss.ts'
import { repeatedGuess } from './repeated-guess.ts'
import { shuffledLevel } from './shuffled-level.ts'
import { symmetricFigures } from './symmetric-figures.ts'

/** Consequences of one answer through a channel, for the person who gives it and for the collection. */
export interface RiskReport {
  /** ε, the exact level. */
  readonly epsilon: number
  /**
   * e^ε, the largest factor by which an answer changes anybody's odds between two categories. Infinity above ε = 709.7, where it exceeds
   * the largest double; JSON has null for that.
   */
  readonly odds: number
  /** Probability that the best guess of the category is right without an answer, max π. */
  readonly chance: number
  /** Probability that it is right given the answer, `V = Σ_y max_x π_x Pr(y|x)`. */
  readonly guess: number
  /** Min-entropy leakage, `log₂(V / max π)`, in bits. */
  readonly leakage: number
  /** The mutual information of category and answer, in bits. */
  readonly mutualInformation: number
  /** The largest total variation distance between the laws of two categories' answers. */
  readonly worstTotalVariation: number
  /**
   * The most by which one answer, sent at will, moves an unbiased estimate up or down from where it would be without that answer: the
   * largest absolute score at a uniform distribution, measured in answers. Infinity if the channel does not identify all categories.
   */
  readonly liarWeight: number
  /**
   * Ratio of the people that this channel needs to those that the best channel of the same ε needs, for the same variance at π. Absent if
   * the best channel is unknown (more than two categories and π not uniform) or too expensive to compute. Infinity if the channel does not
   * identify all categories.
   */
  readonly peopleFactor?: number
  /** The risk of somebody who is asked `askings` times and answers with fresh noise. */
  readonly repeated?: {
    /** `askings · ε`, which the loss never exceeds. */
    readonly nominal: number
    /**
     * The mean of the realised loss, `ln Pr(y₁…y_T|x) / Pr(y₁…y_T|x′)` for answers of x, where (x, x′) is the pair with the
     * largest mean.
     */
    readonly mean: number
    /** A value that this loss stays at or below in at least 95 of 100 cases: the quantile for few losses, else a bound rounded up. */
    readonly upper95: number
    /** Probability that the best guess is right after all answers. */
    readonly guess: number
    /** Its standard error if it was simulated, 0 if it was summed. */
    readonly guessError: number
  }
  /** The level of an answer, at this δ, if it is shuffled among the answers of `people`. */
  readonly shuffled?: { readonly epsilon: number; readonly delta: number }
}

/** Options of a risk report, in addition to the channel. */
export interface RiskOptions {
  /** π, the belief about a person's category before the answer; default uniform. */
  readonly prior?: Vector
  /** T, the number of times that a person is asked, from 1 to 10,000. */
  readonly askings?: number
  /** n, the people among whom an answer is shuffled, from 1 to 10⁷. */
  readonly people?: number
  /** δ of the shuffled level; default 10⁻⁶. */
  readonly delta?: number
}

export const MOST_ASKINGS = 10_000
export const MOST_PEOPLE = 1e7
const DELTA = 1e-6

/** The report of a mechanism (see `riskReport`). */
export function reportOf(mechanism: Mechanism, options: RiskOptions): RiskReport {
  const { categories, epsilon } = mechanism
  if (!(epsilon > 0 && epsilon < Infinity))
    refuse("the mechanism's epsilon", epsilon, 'a level that is finite and above 0')
  const { askings, people, delta } = options
  if (askings !== undefined) {
    requireInteger('askings', askings, 1, MOST_ASKINGS)
    requireNumber("the mechanism's epsilon times askings", askings * epsilon)
  }
  if (people !== undefined) requireInteger('people', people, 1, MOST_PEOPLE)
  if (delta !== undefined) requireNumber('delta', delta, { above: 0, below: 1 })
  if (people === undefined && delta !== undefined)
    refuse('delta', delta, 'left out where no people are given')
  const prior = options.prior === undefined ? undefined : probabilities('prior', options.prior, categories)
  const isUniform = prior === undefined || prior.every(weight => weight === prior[0])
  const symmetric = mechanism.orbits !== undefined && isUniform
  const law = prior ?? new Float64Array(categories).fill(1 / categories)
  // Figures assume that people follow the protocol.
  const { followed = mechanism } = mechanism
  const figures = symmetric ? symmetricFigures(followed) : listedFigures(followed, law)
  const factor = peopleFactor(mechanism, isUniform ? undefined : law)
  const chance = isUniform ? 1 / categories : law.reduce((largest, weight) => Math.max(largest, weight))
  // Only rounding can make a guess worse with an answer than without.
  const guess = Math.min(1, Math.max(chance, figures.guess))
  return {
    epsilon,
    odds: exp(epsilon),
    chance,
    guess,
    leakage: log(guess / chance) / Math.LN2,
    mutualInformation: figures.mutualInformation / Math.LN2,
    worstTotalVariation: figures.worstTotalVariation,
    liarWeight: liarWeight(mechanism),
    ...(factor !== undefined && { peopleFactor: factor }),
    ...(askings !== undefined && {
      repeated: {
        nominal: askings * epsilon,
        ...realisedLoss(figures.loss, askings, epsilon),
        ...repeatedGuess(followed, law, askings, guess),
      },
    }),
    ...(people !== undefined && {
      shuffled: {
        epsilon: shuffledLevel({ people, epsilon, variation: figures.worstTotalVariation }, delta ?? DELTA),
        delta: delta ?? DELTA,
      },
    }),
  }
}
