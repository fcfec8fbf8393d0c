import { expect } from 'vitest'
import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { columnLogValues } from '../../src/mechanism/column.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Channel, Mechanism } from '../../src/mechanism/mechanism.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { staircase } from '../../src/mechanism/staircase.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { surveyDesign } from '../../src/mechanism/survey-design.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { forgetTurns, type Law, lawOf } from './enumeration.ts'
import { keepsEpsilon, logRatio } from './exact-exp.ts'
import { evenlyForced, matrixSubject, randomRows, unaryOdds, unarySubject } from './given-channels.ts'
import { randomLaw } from './laws.ts'
import { randomStaircase } from './staircases.ts'

interface Case {
  readonly categories: number
  readonly epsilon: number
  readonly rng: SeededRng
}

/** A random mechanism of each kind that people answer, small enough to be played through. */
export const RANDOM_MECHANISMS: { readonly [kind: string]: (setting: Case) => Mechanism } = {
  srr: ({ categories, epsilon }) => srr({ categories, epsilon }),
  rrrr: ({ categories, epsilon, rng }) => {
    const order = shuffled(categories, rng)
    const epsilon1 = [0, 1, 0.8, rng.uniform()][rng.integer(4)] * epsilon
    return rrrr({ categories, subset: order.slice(0, rng.integer(categories)), epsilon, epsilon1 })
  },
  'subset-selection': ({ categories, epsilon, rng }) =>
    subsetSelection({ categories, epsilon, size: 1 + rng.integer(Math.min(3, categories - 1)) }),
  'unary-encoding': ({ categories, epsilon }) => unaryEncoding({ categories, epsilon }),
  hadamard: ({ categories, epsilon }) => hadamard({ categories, epsilon }),
  'local-hashing': ({ categories, epsilon, rng }) => {
    const buckets = 2 + rng.integer(3)
    const partitions = Array.from({ length: 1 + rng.integer(3) }, () =>
      Array.from({ length: categories }, () => rng.integer(buckets)),
    )
    return localHashing({ categories, epsilon, buckets, size: 1 + rng.integer(buckets - 1), partitions })
  },
  'block-design': ({ categories, epsilon, rng }) =>
    blockDesign({ categories, epsilon, seed: rng.integer(100) }),
  'public-prior': ({ categories, epsilon, rng }) =>
    publicPrior({ prior: Array.from(randomLaw(rng, categories)), epsilon }),
  staircase: ({ categories, epsilon, rng }) =>
    staircase({ categories, epsilon, ...randomStaircase(categories, rng, 3) }),
  matrix: ({ categories, epsilon, rng }) => matrixSubject(randomRows(rng, categories, epsilon)).mechanism,
  unary: ({ categories, epsilon }) => unarySubject(categories, ...unaryOdds(0.999 * epsilon)).mechanism,
  'survey-design': ({ categories, epsilon }) =>
    surveyDesign(
      categories === 2
        ? { kind: 'warner', p: 1 / (1 + Math.exp(0.999 * epsilon)) }
        : { kind: 'forced', ...evenlyForced(categories, Math.min(30, 0.999 * epsilon)) },
    ),
}

function shuffled(n: number, rng: SeededRng): number[] {
  const order = Array.from({ length: n }, (_, x) => x)
  for (let i = n - 1; i > 0; i--) {
    const j = rng.integer(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/**
 * Plays random mechanisms of a kind through, until so many columns were seen: each is within e^ε as a comparison of whole numbers,
 * no answer is possible for some people only, the columns that estimation uses are those very numbers, and nobody draws otherwise
 * than another.
 */
export function playThrough(make: (setting: Case) => Mechanism, columns: number, rng: SeededRng): number {
  let seen = 0
  while (seen < columns) {
    const categories = 2 + rng.integer(4)
    const epsilon = 1e-3 * 7e5 ** rng.uniform()
    forgetTurns()
    const mechanism = make({ categories, epsilon, rng })
    const laws = lawsOf(mechanism)
    expect(new Set(laws.map(({ draws }) => draws.join())).size).toBe(1)
    const answers = [...laws[0].weights.keys()]
    for (const answer of answers) {
      expect(keeps(epsilon, laws, answer)).toBe(true)
      const column = mechanism.column(JSON.parse(answer))
      const logs = columnLogValues(column)
      laws.forEach(({ weights, total }, x) => {
        const log = logRatio(weights.get(answer)!, total)
        expect(Math.abs(logs[x] + column.logScale - log)).toBeLessThanOrEqual(
          Math.max(1e-12, 1e-15 * Math.abs(log)),
        )
      })
    }
    seen += answers.length
  }
  return seen
}

/** The law of the answers of whoever holds each category, without the impossible ones. */
export function lawsOf(channel: Channel): Law[] {
  return Array.from({ length: channel.categories }, (_, x) => {
    const law = lawOf(channel, x)
    return { ...law, weights: new Map([...law.weights].filter(([, weight]) => weight > 0n)) }
  })
}

/** Whether of an answer nobody's probability is above e^ε times another's. */
export function keeps(epsilon: number, laws: readonly Law[], answer: string): boolean {
  return keepsEpsilon(
    epsilon,
    laws.map(({ weights, total }) => [weights.get(answer) ?? 0n, total] as const),
  )
}
