import { dot } from '../../arrays/sums.ts'
import { refuse, requireInteger, requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { columnValues } from '../../mechanism/column.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { scoresOf } from '../../sequence/scores.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { projectOnSimplex } from '../../simplex/project.ts'
import { Fading, type FadingState } from './fading.ts'
import { columnsOf, type MemoryFollower, type Part } from './memory-follower.ts'

/** The half-lives of the experts, in answers; the last expert forgets nothing. */
const HALF_LIVES: readonly number[] = [100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, Infinity]
/** Share of the redistributed weight for the expert that forgets nothing; the rest goes evenly to the others. */
const SHARE_OF_ALL = 0.8
/** The estimate comes from the experts with the largest weights, as many as have this share together. */
const SHARE_OF_PARTS = 0.98
/** Share of an expert's half-life after which its prediction is renewed. */
const RENEWAL = 0.01
/** Least value of a prediction, in place of one that has underflowed. */
const LEAST_MASS = 1e-300

/** An expert: the answers with weights that fade with its half-life, and its prediction of the next answer. */
interface Expert {
  readonly halfLife: number
  readonly fading: Fading
  /** For each category the weighted sum of its scores, and the total weight of the answers that identify it. */
  readonly scores: Float64Array
  readonly scoreWeights: Float64Array
  /** The mean scores, projected on the simplex. */
  readonly expected: Float64Array
  /** Answers since its prediction was last renewed. */
  since: number
}

interface LearnedState {
  readonly logWeights: readonly number[]
  readonly answers: number
  readonly experts: readonly {
    readonly fading: FadingState
    readonly since: number
    readonly expected: readonly number[]
  }[]
}

/**
 * Experts that forget at different rates. Their weights measure how well each has predicted the answers. After the answer t,
 *
 *     w ← (1 − α_t) w·p / Σ w·p + α_t π,     p_m = P_t(y_t, ·)·θ̂_m,   α_t = 1/(t + 1),
 *
 * with θ̂_m the mean of the scores of the expert's answers, projected on the simplex. The share of π keeps every expert ready to take over
 * when the truth changes. Most of π is on the expert that forgets nothing, so this costs next to nothing while the truth does not change.
 *
 * @see Herbster, Warmuth (1998), Tracking the best expert; α_t as in Koolen, van Erven (2010)
 */
export function learnedMemory(all: Tally, resumed?: unknown): MemoryFollower {
  const { categories } = all
  const state = resumed === undefined ? undefined : requireState(resumed, all)
  const experts = HALF_LIVES.map((halfLife, m) => createExpert(halfLife, all, state?.experts[m]))
  const weights = new ExpertWeights(state?.logWeights)
  const lower = new Float64Array(categories)
  const upper = new Float64Array(categories)
  const mean = new Float64Array(categories)
  const sorted = new Float64Array(categories)
  let answersTaken = state?.answers ?? 0

  const renew = (expert: Expert) => {
    const { scores, scoreWeights, expected } = expert
    for (let x = 0; x < categories; x++)
      mean[x] = scoreWeights[x] > 0 ? scores[x] / scoreWeights[x] : 1 / categories
    projectOnSimplex(mean, sorted, expected)
    expert.since = 0
  }
  const tallyOf = ({ halfLife, fading }: Expert) => (halfLife === Infinity ? all : fading.tally(all))
  return {
    field: 'memory',
    option: 'memory',
    get size() {
      return experts[weights.leader()].fading.size
    },
    tally: () => tallyOf(experts[weights.leader()]),
    parts: () =>
      weights.largest().map(({ place, weight }): Part => ({ tally: tallyOf(experts[place]), weight })),
    weights: () => HALF_LIVES.map((halfLife, m) => ({ halfLife, weight: exp(weights.logs[m]) })),
    admit: scoresOf,
    observe(mechanism, answers, total) {
      const scores = scoresOf(mechanism)
      const counted = columnsOf(all, mechanism, answers)
      for (const { column, count } of counted) {
        weights.weigh(columnValues(all.table.column(column)), count, experts)
      }
      weights.share(total, answersTaken)
      const units = experts.map(({ fading }) => fading.take(counted, total))
      for (const [response, count] of answers) {
        scores.write(response, lower, upper)
        experts.forEach((expert, m) => {
          const weight = units[m] * count
          for (let x = 0; x < categories; x++) {
            if (scores.isIdentified[x] === 0) continue
            expert.scores[x] += weight * lower[x]
            expert.scoreWeights[x] += weight
          }
        })
      }
      answersTaken += total
      for (const expert of experts) {
        expert.since += total
        if (expert.since >= RENEWAL * Math.min(expert.halfLife, answersTaken)) renew(expert)
      }
      return undefined
    },
    state: (): LearnedState => ({
      logWeights: Array.from(weights.logs),
      answers: answersTaken,
      experts: experts.map(({ fading, since, expected }) => ({
        fading: fading.state(all.distinct),
        since,
        expected: Array.from(expected),
      })),
    }),
  }
}

/** The weights of the experts. */
class ExpertWeights {
  /** The logarithms of the weights. */
  readonly logs: Float64Array
  private readonly shared: readonly number[]

  constructor(resumed?: readonly number[]) {
    this.shared = HALF_LIVES.map(halfLife =>
      halfLife === Infinity ? SHARE_OF_ALL : (1 - SHARE_OF_ALL) / (HALF_LIVES.length - 1),
    )
    this.logs = Float64Array.from(resumed ?? this.shared.map(log))
  }

  /**
   * Multiplies each weight by the probability that its expert gave to an answer.
   *
   * @param values the answer's probability from each category
   */
  weigh(values: Float64Array, count: number, experts: readonly Expert[]): void {
    const { logs } = this
    for (let m = 0; m < logs.length; m++) {
      logs[m] += count * log(Math.max(LEAST_MASS, dot(values, experts[m].expected)))
    }
  }

  /** Scales the weights so that they sum to one, and redistributes a part of each. */
  share(total: number, taken: number): void {
    const { logs, shared } = this
    let top = -Infinity
    for (const value of logs) if (value > top) top = value
    let sum = 0
    for (const value of logs) sum += exp(value - top)
    // The result is the same as if the answers of a batch had come in one by one: Π (1 − α) telescopes.
    const alpha = total / (taken + total + 1)
    for (let m = 0; m < logs.length; m++) {
      logs[m] = log(((1 - alpha) * exp(logs[m] - top)) / sum + alpha * shared[m])
    }
  }

  /** The expert with the largest weight. */
  leader(): number {
    return this.logs.indexOf(this.logs.reduce((one, other) => Math.max(one, other)))
  }

  /** The experts with the largest weights, and these weights scaled so that they sum to one. */
  largest(): { readonly place: number; readonly weight: number }[] {
    const { logs } = this
    const order = Array.from(logs.keys()).sort((i, j) => logs[j] - logs[i])
    const parts: { place: number; weight: number }[] = []
    let covered = 0
    for (const place of order) {
      if (covered >= SHARE_OF_PARTS) break
      const weight = exp(logs[place])
      covered += weight
      parts.push({ place, weight })
    }
    return parts.map(({ place, weight }) => ({ place, weight: weight / covered }))
  }
}

function createExpert(
  halfLife: number,
  { categories: K, size }: Tally,
  state?: LearnedState['experts'][number],
): Expert {
  const scores = new Float64Array(K)
  const scoreWeights = new Float64Array(K)
  const fading = new Fading(halfLife, [scores, scoreWeights], size, state?.fading)
  const expected = Float64Array.from(state?.expected ?? new Float64Array(K).fill(1 / K))
  return { halfLife, fading, scores, scoreWeights, expected, since: state?.since ?? 0 }
}

function requireState(resumed: unknown, { size, categories }: Tally): LearnedState {
  const argument = "the snapshot's memory"
  const names = { logWeights: true, answers: true, experts: true } as const
  const state = requireOptions(resumed as LearnedState, names, argument)
  requireInteger(`${argument}.answers`, state.answers, size, size)
  requireNumbers(`${argument}.logWeights`, state.logWeights, HALF_LIVES.length, { max: 1e-9 })
  if (!Array.isArray(state.experts) || state.experts.length !== HALF_LIVES.length) {
    refuse(`${argument}.experts`, state.experts, `a list of ${HALF_LIVES.length}`)
  }
  state.experts.forEach((expert, m) => {
    const name = `${argument}.experts[${m}]`
    const { since, expected } = requireOptions(expert, { fading: true, since: true, expected: true }, name)
    requireInteger(`${name}.since`, since, 0, size)
    // The vector is checked but not scaled again, because scaling might change its last digits.
    probabilities(`${name}.expected`, expected, categories)
  })
  return state
}
