import { copyList, refuse, requireNumber, requireOneOf, requireOptions, type Vector } from '../check/check.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import { SUM_TOLERANCE } from './audit-all.ts'

/** Warner's design: with probability p the question is "do you have it?", else "are you without it?". */
export interface WarnerQuestion {
  readonly kind: 'warner'
  /** Anything but ½. */
  readonly p: number
}

/** The truth, or yes, or no, each with its probability; the three sum to one. */
export interface ForcedQuestion {
  readonly kind: 'forced'
  /** The probability of answering truthfully. */
  readonly truth: number
  /** The probability of having to say yes, whatever the truth is. */
  readonly yes: number
  /** The probability of having to say no. */
  readonly no: number
}

/** The truth, or else one of K categories that chance picks. */
export interface ForcedCategory {
  readonly kind: 'forced'
  /** The probability of answering truthfully. */
  readonly truth: number
  /** For each category the probability that chance picks it, if the answer is not the truth; without zeros. */
  readonly law: Vector
}

/** The crosswise question: of a sensitive and an innocuous trait, is exactly one true, or are both or none? */
export interface CrosswiseQuestion {
  readonly kind: 'crosswise'
  /** The share of people with the innocuous trait. Anything but ½. */
  readonly prevalence: number
  /** Meaning of response 1. Most papers code "both or none" as 1. Default: `exactly-one`. */
  readonly yes?: 'exactly-one' | 'both-or-none'
}

/** With probability p the question is about the trait, else it is an innocuous one. */
export interface UnrelatedQuestion {
  readonly kind: 'unrelated'
  readonly p: number
  /** The share of people who say yes to the innocuous question. */
  readonly prevalence: number
}

/** A survey design's question, by the name of its kind and its probabilities. Response 1 is yes, and category 1 has the trait. */
export type SurveyQuestion =
  | WarnerQuestion
  | ForcedQuestion
  | ForcedCategory
  | CrosswiseQuestion
  | UnrelatedQuestion

/** The laws of the answers in whole numbers: for each category the weights of the responses, which sum to `total`. */
export interface SurveyLaw {
  readonly weights: readonly (readonly bigint[])[]
  readonly total: bigint
}

/** Largest number of categories of a forced response. */
const MOST_LAW = 512
const KINDS = ['warner', 'forced', 'crosswise', 'unrelated', 'triangular'] as const
const INSIDE = { above: 0, below: 1 }

/** The law of a question's answers, once its parts are checked, and the question as plain data. */
export function surveyLaw(question: SurveyQuestion): {
  readonly law: SurveyLaw
  readonly plain: SurveyQuestion
} {
  const kind = requireOneOf('kind', (question as { kind?: unknown })?.kind, KINDS)
  const parts = question as never
  if (kind === 'warner') return warner(parts)
  if (kind === 'crosswise') return crosswise(parts)
  if (kind === 'unrelated') return unrelated(parts)
  if (kind === 'triangular') return refuseTriangular()
  return 'law' in question ? forcedLaw(parts) : forcedAnswer(parts)
}

function warner(question: WarnerQuestion) {
  requireOptions(question, { kind: true, p: true })
  const p = requireTelling('p', question.p)
  const [own, all] = wholeWeights(Float64Array.of(p, 1))
  return { law: binary(own, all - own, all), plain: { kind: 'warner', p } as const }
}

function crosswise(question: CrosswiseQuestion) {
  requireOptions(question, { kind: true, prevalence: true, yes: true })
  const prevalence = requireTelling('prevalence', question.prevalence)
  const yes = requireOneOf('yes', question.yes ?? 'exactly-one', ['exactly-one', 'both-or-none'])
  const [innocuous, all] = wholeWeights(Float64Array.of(prevalence, 1))
  // Exactly one of the two is true of somebody who has it if they are without the innocuous trait.
  const [ofHolders, ofOthers] =
    yes === 'exactly-one' ? [all - innocuous, innocuous] : [innocuous, all - innocuous]
  const coding = yes === 'exactly-one' ? {} : { yes }
  return {
    law: binary(ofHolders, ofOthers, all),
    plain: { kind: 'crosswise', prevalence, ...coding } as const,
  }
}

function unrelated(question: UnrelatedQuestion) {
  requireOptions(question, { kind: true, p: true, prevalence: true })
  const p = requireNumber('p', question.p, INSIDE)
  const prevalence = requireNumber('prevalence', question.prevalence, INSIDE)
  const [asked, all] = wholeWeights(Float64Array.of(p, 1))
  const [innocuous, everybody] = wholeWeights(Float64Array.of(prevalence, 1))
  const otherYes = (all - asked) * innocuous
  return {
    law: binary(asked * everybody + otherYes, otherYes, all * everybody),
    plain: { kind: 'unrelated', p, prevalence } as const,
  }
}

function forcedAnswer(question: ForcedQuestion) {
  requireOptions(question, { kind: true, truth: true, yes: true, no: true })
  const truth = requireNumber('truth', question.truth, INSIDE)
  const yes = requireNumber('yes', question.yes, INSIDE)
  const no = requireNumber('no', question.no, INSIDE)
  requireSum('truth + yes + no', truth + yes + no)
  const [own, always, never] = wholeWeights(Float64Array.of(truth, yes, no))
  return {
    law: binary(own + always, always, own + always + never),
    plain: { kind: 'forced', truth, yes, no } as const,
  }
}

function forcedLaw(question: ForcedCategory) {
  requireOptions(question, { kind: true, truth: true, law: true })
  const truth = requireNumber('truth', question.truth, INSIDE)
  const allowed = `2 to ${MOST_LAW} probabilities`
  const law = copyList('law', question.law, 2, MOST_LAW, allowed).map((share, x) =>
    requireNumber(`law[${x}]`, share, INSIDE),
  )
  requireSum(
    'the sum of law',
    law.reduce((sum, share) => sum + share),
  )
  const [own, all] = wholeWeights(Float64Array.of(truth, 1))
  const forced = wholeWeights(Float64Array.from(law))
  const sum = forced.reduce((sum, weight) => sum + weight)
  const weights = forced.map((_, x) =>
    forced.map((weight, y) => (all - own) * weight + (x === y ? own * sum : 0n)),
  )
  return { law: { weights, total: all * sum }, plain: { kind: 'forced', truth, law } as const }
}

/** The laws of no and yes, by the weights of yes. */
function binary(yesOfHolders: bigint, yesOfOthers: bigint, total: bigint): SurveyLaw {
  return {
    weights: [
      [total - yesOfOthers, yesOfOthers],
      [total - yesOfHolders, yesOfHolders],
    ],
    total,
  }
}

/** A probability inside (0, 1) other than ½, at which an answer is uninformative. */
function requireTelling(argument: string, value: unknown): number {
  const probability = requireNumber(argument, value, INSIDE)
  if (probability === 0.5) refuse(argument, value, 'other than ½, at which an answer tells nothing')
  return probability
}

function requireSum(argument: string, sum: number): void {
  if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) refuse(argument, sum, '1')
}

function refuseTriangular(): never {
  refuse(
    'kind',
    'triangular',
    'one with a finite level: whoever has the trait always answers "at least one", so that the answer "none of both" proves that somebody does not have it',
  )
}
