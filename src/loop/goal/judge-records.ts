import type { Domain } from '../../domain/domain.ts'
import { questionsOf, type RecordsDecision, type RecordsGoal } from '../../goal/records-goal.ts'
import { columnOf, type Drawn } from '../../posterior/chains/posterior.ts'
import { diagnose } from '../../posterior/draws/diagnostics.ts'
import { LatentClassLaw } from '../../posterior/hierarchical/latent-class-law.ts'
import { cramersVOf } from '../../query/of-tables.ts'
import { scalarOf } from '../../query/scalar.ts'
import { drawNormal } from '../../random/normal.ts'
import { stream } from '../../random/stream.ts'
import { isSure, logOdds } from './evidence.ts'
import { FIRST_ANSWERS } from './judge.ts'

/** How many chains a decision is made by. */
export const LOOK_CHAINS = 2
/** Draws from the prior, by which the prior odds are known. */
const PRIOR_DRAWS = 2000
/** The draws of a look, of each chain. */
const [LEAST_DRAWS, MOST_DRAWS] = [500, 5000]
/** How many draws of a chain are to be outside of an interval, and how many there are for the odds that have to be shown. */
const [LEAST_TAIL, DRAWS_PER_ODDS] = [25, 2]

/**
 * Decides what draws of the law of two questions say about a question. An association is settled when the posterior odds of the answer,
 * and these over its prior odds, are those of the confidence; a table when the interval of each cell is no wider than ± `within`.
 */
export class RecordsJudge {
  private readonly goal: RecordsGoal
  private readonly sizes: readonly number[]
  private readonly confidence: number
  /** Whether the goal names the questions in the other order than the domain. */
  private readonly isSwapped: boolean
  private drawnV: Float64Array | undefined
  private priorShare: number | undefined

  /** @param domain of the goal's two questions alone */
  constructor(goal: RecordsGoal, domain: Domain, confidence: number) {
    this.goal = goal
    this.sizes = domain.sizes
    this.confidence = confidence
    this.isSwapped = domain.names[0] !== questionsOf(goal)[0]
  }

  /** Draws of Cramér's V from the prior. */
  get priorV(): Float64Array {
    this.drawnV ??= drawPriorV(this.sizes)
    return this.drawnV
  }

  /** How many draws a look takes of each of two chains: enough for quantiles at this confidence, and to show the odds it needs. */
  get draws(): number {
    const { goal, confidence } = this
    const outside = 1 - confidence
    if ('within' in goal) return Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, Math.ceil(LEAST_TAIL / outside)))
    const share = this.priorShareOfAssociation(goal.threshold!)
    const oddsNeeded = (confidence / outside) * Math.max(share / (1 - share), (1 - share) / share)
    return Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, Math.ceil(DRAWS_PER_ODDS * oddsNeeded)))
  }

  /**
   * @param drawn draws whose first numbers are the table of the two questions
   * @param answers how many people have answered
   */
  look(drawn: Drawn, answers: number): RecordsDecision {
    const isEnough = answers >= FIRST_ANSWERS
    const { goal } = this
    if ('within' in goal) {
      const { settled, ...found } = this.readTable(drawn, goal.within)
      return { settled: isEnough && settled, ...found, answers }
    }
    const { settled, ...found } = this.readAssociation(drawn, goal.threshold!)
    return { settled: isEnough && settled, ...found, answers }
  }

  private readTable({ draws, categories }: Drawn, within: number) {
    const { sizes, isSwapped } = this
    const [rows, columns] = isSwapped ? [sizes[1], sizes[0]] : sizes
    const column = new Float64Array(draws.length / categories)
    let settled = true
    let probability = 1
    const answer = Array.from({ length: rows }, (_, u) =>
      Array.from({ length: columns }, (__, v) => {
        columnOf(draws, categories, isSwapped ? v + columns * u : u + rows * v, column)
        const [lower, upper] = scalarOf(column).interval(this.confidence)
        const middle = (lower + upper) / 2
        if (upper - lower > 2 * within) settled = false
        const held = column.reduce((sum, value) => sum + Number(Math.abs(value - middle) <= within), 0)
        probability = Math.min(probability, held / column.length)
        return middle
      }),
    )
    return { settled, answer, probability }
  }

  private readAssociation({ draws, categories, chains }: Drawn, threshold: number) {
    const [sizeA, sizeB] = this.sizes
    const cramersV = cramersVOf(sizeA, sizeB)
    const values = new Float64Array(draws.length / categories)
    for (let i = 0; i < values.length; i++) values[i] = cramersV.value(draws, i * categories)
    const share = values.reduce((sum, value) => sum + Number(value > threshold), 0) / values.length
    const { essBulk, essTail } = diagnose(values, chains)
    const count = Math.max(2, Math.min(essBulk, essTail, values.length))
    const { answer, probability, odds } = associationOf(share, this.priorShareOfAssociation(threshold), count)
    return { settled: isSure(odds, this.confidence), answer, probability }
  }

  private priorShareOfAssociation(threshold: number): number {
    this.priorShare ??= priorShareOf(this.priorV, threshold)
    return this.priorShare
  }
}

/** Whether questions go together, by the share of draws that say so, and how sure that is. Draws that all agree show no more than their effective number. */
export function associationOf(share: number, priorShare: number, count: number) {
  const answer = share >= 0.5
  const probability = answer ? share : 1 - share
  const posterior = logOdds(Math.min(1 - 1 / count, probability))
  const prior = logOdds(answer ? priorShare : 1 - priorShare)
  return { answer, probability, odds: { prior, evidence: posterior - prior } }
}

/** The share above the threshold among draws of V from the prior. Half a draw is added, so that it is neither 0 nor 1. */
export function priorShareOf(priorV: Float64Array, threshold: number): number {
  const above = priorV.reduce((sum, value) => sum + Number(value > threshold), 0)
  return (above + 0.5) / (priorV.length + 1)
}

/** Draws of Cramér's V from the prior. */
export function drawPriorV([sizeA, sizeB]: readonly number[]): Float64Array {
  const rng = stream('prior of two questions')
  const law = new LatentClassLaw([sizeA, sizeB])
  const cramersV = cramersVOf(sizeA, sizeB)
  const z = new Float64Array(law.dimension)
  const table = new Float64Array(sizeA * sizeB)
  return Float64Array.from({ length: PRIOR_DRAWS }, () => {
    for (let j = 0; j < z.length; j++) z[j] = drawNormal(rng)
    law.read(z)
    law.table(0, 1, table)
    return cramersV.value(table, 0)
  })
}
