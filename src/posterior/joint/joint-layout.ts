import { sum } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { factorNodes } from './factor-nodes.ts'
import { createKernel } from './kernel/joint-kernel.ts'
import type { JointKernel } from './kernel/joint-loops.ts'
import { FACTORS, NODES } from './kernel/nodes.ts'
import type { LogitBasis } from './logit-basis.ts'

/** `ln s_j ~ N(ln 1.5, 0.7²)`, the unevenness of a question; `ln σ_j ~ N(ln 0.7, 0.7²)`, the effect of the factors on it. */
const LOG_SCALE = log(1.5)
const LOG_SPREAD = log(0.7)
export const HYPER_SD = 0.7
/**
 * `ln σ_j ~ N(ln 2.5, 0.7²)` for a table that is asked about alone, if it is of two by two or of a number. The association of the first is
 * a single number, for which noise in other cells cannot be taken; the second follows the factors only. At the usual σ, intervals of
 * strong associations lie too near to independence too often (experiments/results/tables/two-by-two.csv, mixed.csv).
 */
const LOG_SPREAD_ALONE = log(2.5)
/** `ln τ ~ N(ln 1.2, 0.35²)` and `ln τ_ab ~ N(ln τ, 0.5²)`, the size of the tables' deviations. */
export const LOG_TAU = log(1.2)
export const TAU_SD = 0.35
export const PAIR_SD = 0.5
/** Standard deviation of ln τ of the groups' means, `N(0, 0.7²)`; scales of the half-normal priors of τ_j, of the groups' margins, and of κ_j, of their factors' effects. */
export const GROUP_SD = 0.7
export const MARGIN_SCALE = 0.5
export const EFFECT_SCALE = 0.5

/** Two questions by their indices, or one question and −1. */
export interface JointPair {
  readonly a: number
  readonly b: number
}

/** Positions of a question's parameters and numbers. */
export interface QuestionPlace {
  readonly basis: LogitBasis
  /** Positions of its β, and of its Z, row by row, among the parameters. */
  readonly beta: number
  readonly factors: number
  /** Index of its first cell. Its rows of nodes begin at this index times NODES. */
  readonly cell: number
}

/** Positions of a table's parameters and numbers. */
export interface TablePlace extends JointPair {
  readonly sizeA: number
  readonly sizeB: number
  readonly cells: number
  /** Positions of ln τ_ab and of ξ among the parameters; −1 for a table without deviations. */
  readonly tau: number
  readonly xi: number
  /** Positions of `Π(s∘ξ)` and of c in memory. */
  readonly deviation: number
  readonly norm: number
  /** Weights of rows and columns in the projection Π; and s, the size of each cell's deviation. */
  readonly weightsA: Float64Array
  readonly weightsB: Float64Array
  readonly spreads: Float64Array
}

/** Positions of a group's parameters. */
export interface GroupPlace {
  /** Positions of μ_g, of δ_g and of Y_g among the parameters. */
  readonly mean: number
  readonly shift: number
  readonly effects: number
}

/** Positions of the joint law's parameters, and of the numbers in its kernel's memory. */
export class JointLayout {
  readonly dimension: number
  readonly questions: readonly QuestionPlace[]
  readonly tables: readonly TablePlace[]
  readonly groups: readonly GroupPlace[]
  /** Number of cells of all questions. */
  readonly cells: number
  readonly kernel: JointKernel
  /** Positions among the parameters: of ln σ_j, ln s_j and ln τ, and of the groups' ln τ, τ_j and κ_j. */
  readonly spread: number
  readonly scale: number
  readonly tau: number
  readonly groupTau: number
  readonly marginTau: number
  readonly effectTau: number
  /** Range of the deviations among the parameters, from the first to before the second. */
  readonly deviations: readonly [from: number, to: number]
  /** Number of numbers in the nodes' weights and the logits of a group. */
  readonly logits: number
  /** First double of the memory that is free for other uses. */
  readonly room: number
  /** Positions in memory of the latest group's shares at the nodes, of FACTORS + 1 numbers for each cell, and of scratch for a table. */
  readonly at: ReturnType<typeof placesOf>
  /** The mean of ln σ_j. */
  readonly logSpread: number
  readonly scales: Float64Array
  readonly spreads: Float64Array
  readonly sums: Float64Array

  /**
   * @param pairs the questions of each table
   * @param groups number of groups of people; default none
   * @param extra number of doubles of memory for other uses
   * @param isAlone whether people are asked about these questions alone; default whether they are two
   */
  constructor(
    bases: readonly LogitBasis[],
    pairs: readonly JointPair[],
    groups = 0,
    extra = 0,
    isAlone = bases.length === 2,
  ) {
    let [cells, beta, factors] = [0, 0, 0]
    const directions = bases.reduce((sum, { columns }) => sum + columns, 0)
    this.questions = bases.map(given => {
      // The basis is copied, because its directions may be turned.
      const basis = { ...given, values: given.values.slice() }
      const place = { basis, cell: cells, factors, beta: directions * FACTORS + beta }
      cells += basis.cells
      beta += basis.columns
      factors += basis.columns * FACTORS
      return place
    })
    this.cells = cells
    let next = directions * (FACTORS + 1)
    const take = (count: number) => {
      next += count
      return next - count
    }
    this.spread = take(bases.length)
    this.scale = take(bases.length)
    const isDeviating = ({ a, b }: JointPair) => b >= 0 && bases[a].deviates && bases[b].deviates
    const from = next
    this.tau = pairs.some(isDeviating) ? take(1) : -1
    const taus = pairs.map(pair => (isDeviating(pair) ? take(1) : -1))
    const sizes = pairs.map(({ a, b }) => bases[a].cells * (b < 0 ? 1 : bases[b].cells))
    const xis = pairs.map((pair, i) => (isDeviating(pair) ? take(sizes[i]) : -1))
    this.deviations = [from, next]
    this.logits = logitsOf(bases)
    this.groupTau = groups > 0 ? take(1) : -1
    this.marginTau = groups > 0 ? take(bases.length) : -1
    this.effectTau = groups > 0 ? take(bases.length) : -1
    this.groups = Array.from({ length: groups }, () => ({
      mean: take(FACTORS),
      shift: take(directions),
      effects: take(directions * FACTORS),
    }))
    this.dimension = next
    this.at = placesOf(cells, Math.max(...sizes))
    let memory = this.at.end
    this.tables = pairs.map(({ a, b }, i) => {
      const n = even(sizes[i])
      const [sizeA, sizeB] = [bases[a].cells, b < 0 ? 1 : bases[b].cells]
      memory += xis[i] < 0 ? 0 : 2 * n
      return {
        ...{ a, b, sizeA, sizeB, cells: sizes[i], tau: taus[i], xi: xis[i] },
        ...{ deviation: memory - 2 * n, norm: memory - n },
        weightsA: new Float64Array(sizeA).fill(1 / sizeA),
        weightsB: new Float64Array(sizeB).fill(1 / sizeB),
        spreads: new Float64Array(xis[i] < 0 ? 0 : sizes[i]).fill(1),
      }
    })
    this.room = memory
    this.kernel = createKernel(memory + extra)
    const { numbers } = this.kernel
    numbers.set(factorNodes(), this.at.nodes)
    numbers.fill(1 / NODES, this.at.weights, this.at.weights + NODES)
    numbers.fill(1, this.at.ones, this.at.ones + NODES)
    const isWide =
      isAlone && (bases.every(({ cells }) => cells === 2) || bases.some(({ deviates }) => !deviates))
    this.logSpread = isWide ? LOG_SPREAD_ALONE : LOG_SPREAD
    this.scales = new Float64Array(bases.length)
    this.spreads = new Float64Array(bases.length)
    this.sums = new Float64Array(Math.max(...bases.map(basis => basis.cells)) * 2)
  }

  /** s_j. */
  scaleOf(z: Float64Array, j: number): number {
    return exp(LOG_SCALE + HYPER_SD * z[this.scale + j])
  }

  /** τ_ab of a table. */
  tauOf({ tau }: TablePlace, z: Float64Array): number {
    return exp(LOG_TAU + TAU_SD * z[this.tau] + PAIR_SD * z[tau])
  }
}

/** Number of numbers in the nodes' weights and the logits of all cells. */
export function logitsOf(bases: readonly { readonly cells: number }[]): number {
  return NODES + (FACTORS + 1) * sum(bases.map(({ cells }) => cells))
}

export function even(count: number): number {
  return count + (count & 1)
}

/** Positions in memory, in doubles. The kernel's scratch comes first. */
function placesOf(cells: number, table: number) {
  let next = NODES
  const take = (count: number) => {
    next += even(count)
    return next - even(count)
  }
  return {
    nodes: take(FACTORS * NODES),
    weights: take(NODES),
    /** The shares of a question with one cell, all 1. */
    ones: take(NODES),
    spare: take(NODES),
    byWeights: take(NODES),
    shares: take(cells * NODES),
    weighted: take(cells * NODES),
    byShares: take(cells * NODES),
    base: take(cells),
    coef: take(cells * FACTORS),
    byBase: take(cells),
    byCoef: take(cells * FACTORS),
    table: take(table),
    theta: take(table),
    ratio: take(table),
    slope: take(table),
    score: take(table),
    difference: take(table),
    end: next,
  }
}
