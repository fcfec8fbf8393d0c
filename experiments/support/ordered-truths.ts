import { Domain } from '../../src/domain/domain.ts'
import type { OrderedKind } from '../../src/domain/kind.ts'
import type { OrderedQuestion } from '../../src/domain/question.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { SmoothPrior } from '../../src/posterior/smooth/smooth-prior.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { OrderedDraws } from '../../src/regression/ordered-draws.ts'
import { regress } from '../../src/regression/regress.ts'
import { DRAWS } from './rank-calibration.ts'

const LEVEL = 0.95

/** Options of ranking truths of the law itself. */
export interface Ranked {
  readonly replicates: number
  readonly question: OrderedQuestion
  /** Maps the covariate of an answer before the fit. Any map except the identity simulates a fault. */
  readonly told: (a: number) => number
}

/**
 * The ranks of truths among 39 draws of a regression `y ~ a + (a | g)`: coefficients, hyperparameters and laws are drawn from the prior, and
 * 240 people of two values of a and three groups answer by SRR at ε = 2.
 */
export function ranksOf({ replicates, question, told }: Ranked): Map<string, number[]> {
  const kind = Domain.one(question).kinds[0] as OrderedKind
  const { bins, first, cells } = kind
  const mechanism = srr({ categories: cells, epsilon: 2 })
  // a is −1 or 1, half the people each: standardised already.
  const draws = new OrderedDraws({
    shape: { kind: kind.kind, bins, first },
    scaling: { means: new Float64Array(2), sds: new Float64Array(2).fill(1) },
    varying: [0, 1].map(column => ({ grouping: 0, levels: 3, column })),
  })
  const prior = new SmoothPrior(draws.layout, kind.kind)
  const ranks = new Map<string, number[]>()
  for (let replicate = 0; replicate < replicates; replicate++) {
    const rng = stream('ordered regression', replicate)
    const truth = new Float64Array(draws.width)
    draws.write(prior.draw(rng), truth)
    const law = new Float64Array(cells)
    const answers = Array.from({ length: 240 }, (_, i) => {
      const [a, g] = [2 * (i % 2) - 1, i % 3]
      draws.writeLaw(truth, Float64Array.of(1, a), [g, g], law)
      return { a: told(a), g: `${g}`, response: mechanism.respond(drawIndex(rng, law), rng) }
    })
    const effort = { chains: 2, warmup: 120, draws: 200, seed: `${replicate}` }
    const found = regress({ formula: 'y ~ a + (a | g)', question, answers, mechanism, ...effort })
    const rows = 400
    const width = found.parameters.length
    found.parameters.forEach((name, j) => {
      let rank = 0
      for (let draw = 0; draw < DRAWS; draw++) {
        // Of two chains one after the other, spread over both.
        const row = Math.floor(((draw + 0.5) * rows) / DRAWS)
        if (found.draws[row * width + j] < truth[j]) rank++
      }
      ranks.set(name, [...(ranks.get(name) ?? []), rank])
    })
  }
  return ranks
}

/** Whether the interval of each average effect contains the truth, and its error. */
export interface Held {
  readonly what: string
  readonly isHeld: boolean
  readonly error: number
  readonly sd: number
}

const AGES = [30, 45, 60]
const [FROM, TO, BINS, GROUPS] = [0, 100, 10, 6]

/**
 * The average effects of a regression `y ~ age + sex + (1 | g)`, of a truth that is not of its law: normal values, moved by age, sex and
 * group, and spread by sex, in ten bins; 3,000 people answer by SRR.
 */
export function heldEffects(seed: number, epsilon: number, sign: 1 | -1 = 1): Held[] {
  const rng = stream('held effects', seed)
  const question = { from: FROM, to: TO, bins: BINS, outside: 'clamp' } as const
  const mechanism = srr({ categories: BINS, epsilon })
  const [slope, move] = [0.3 * drawNormal(rng), 6 * drawNormal(rng)]
  const groups = Array.from({ length: GROUPS }, () => 5 * drawNormal(rng))
  /** The true law: the share of each bin, by a fine grid of the normal density. */
  const lawOf = (age: number, isMale: boolean, g: number) => {
    const mean = 45 + slope * (age - 45) + (isMale ? move : 0) + groups[g]
    const sd = isMale ? 16 : 13
    const law = new Float64Array(BINS)
    for (let z = -4; z <= 4; z += 0.01) {
      const bin = Math.floor(((mean + sd * z) / TO) * BINS)
      law[Math.max(0, Math.min(BINS - 1, bin))] += Math.exp((-z * z) / 2)
    }
    const total = law.reduce((sum, value) => sum + value, 0)
    return law.map(value => value / total)
  }
  const people = Array.from({ length: 3000 }, () => ({
    age: AGES[rng.integer(AGES.length)],
    isMale: rng.uniform() < 0.5,
    g: rng.integer(GROUPS),
  }))
  const answers = people.map(({ age, isMale, g }) => ({
    age: sign * age,
    sex: isMale ? 'male' : 'female',
    g: `g${g}`,
    response: mechanism.respond(drawIndex(rng, lawOf(age, isMale, g)), rng),
  }))
  const found = regress({
    formula: 'y ~ age + sex + (1 | g)',
    question,
    answers,
    mechanism,
    seed,
    draws: 200,
    warmup: 140,
  })
  const averageOf = (change: (person: (typeof people)[number]) => (typeof people)[number]) => {
    const known = new Map<string, Float64Array>()
    const total = new Float64Array(BINS)
    for (const person of people.map(change)) {
      const key = JSON.stringify(person)
      const law = known.get(key) ?? lawOf(person.age, person.isMale, person.g)
      known.set(key, law)
      for (let x = 0; x < BINS; x++) total[x] += law[x] / people.length
    }
    return total
  }
  const truths = {
    age: [averageOf(person => person), averageOf(person => ({ ...person, age: person.age + 1 }))],
    'sex[male]': [
      averageOf(person => ({ ...person, isMale: false })),
      averageOf(person => ({ ...person, isMale: true })),
    ],
  }
  const width = (TO - FROM) / BINS
  const functionals: Record<string, (law: Float64Array) => number> = {
    mean: law => law.reduce((sum, share, x) => sum + share * width * (x + 0.5), 0),
    median(law) {
      let [x, left] = [0, 0.5]
      while (left > law[x]) left -= law[x++]
      return width * (x + left / law[x])
    },
    'share(>= 60)': law => law.slice(6).reduce((sum, share) => sum + share, 0),
  }
  return [...found.effects, ...found.changes('share(>= 60)')]
    .filter(({ on }) => on in functionals)
    .map(({ name, on, mean, sd, interval }) => {
      const [before, after] = truths[name as keyof typeof truths]
      const truth = functionals[on](after) - functionals[on](before)
      const [lower, upper] = interval(LEVEL)
      return { what: `${name} on ${on}`, isHeld: lower <= truth && truth <= upper, error: mean - truth, sd }
    })
}
