import { isList, refuse, requireInteger, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { requireCategory } from '../mechanism/mechanism.ts'
import { createAlias } from '../random/categorical.ts'
import { drawLogDirichlet } from '../random/dirichlet.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probabilities } from '../simplex/probabilities.ts'

export interface PopulationOptions {
  /** Number of categories K; needed with a Dirichlet truth, else the truth's length or the largest category and one. */
  readonly categories?: number
  /** The true distribution, or the Dirichlet law (one concentration for all) that it is drawn from. */
  readonly truth?: Vector | { readonly dirichlet: number }
  /** Instead of a truth: the people themselves, one category each. They arrive in an order of the seed's. */
  readonly data?: ArrayLike<number>
  /** Number of people; with `data` all of them. */
  readonly users?: number
  readonly seed: string | number
}

/** Most categories that are inferred from the largest in the data. */
const MOST_INFERRED = 2 ** 24

/** Who answers: the distribution, how many, and one after the other, the same for every strategy. */
export interface Population {
  readonly truth: Float64Array
  readonly users: number
  arrivals(): Arrivals
}

/** The people, in the order in which they come. */
export interface Arrivals {
  /** The category of the next person. */
  next(): number
  /** How many of the next `count` people hold each category. */
  group(count: number): Float64Array
}

export function createPopulation(options: PopulationOptions): Population {
  const { truth, data, seed } = options
  if ((truth === undefined) === (data === undefined)) {
    refuse('truth and data', { truth, data: data && 'given' }, 'one given, the other not')
  }
  if (data !== undefined) return populationOfData(options, data)
  const users = requireInteger('users', options.users, 1)
  const law = drawTruth(options, stream(seed, 'truth'))
  const alias = createAlias(law)
  return {
    truth: law,
    users,
    arrivals() {
      const rng = stream(seed, 'people')
      return {
        next: () => alias.draw(rng),
        group: count => drawMultinomial(rng, count, law, new Float64Array(law.length)),
      }
    },
  }
}

function drawTruth({ truth, categories }: PopulationOptions, rng: SeededRng): Float64Array {
  if (typeof truth === 'object' && truth !== null && 'dirichlet' in truth) {
    requireOptions(truth, { dirichlet: true }, 'truth')
    const K = requireInteger('categories', categories, 2)
    const concentration = requireNumber('truth.dirichlet', truth.dirichlet, { above: 0 })
    const logs = drawLogDirichlet(rng, new Float64Array(K).fill(concentration), new Float64Array(K))
    return logs.map(exp)
  }
  const law = probabilities('truth', truth as Vector, categories)
  requireInteger('the length of truth', law.length, 2)
  return law
}

function populationOfData(options: PopulationOptions, data: ArrayLike<number>): Population {
  if (!isList(data)) refuse('data', data, 'a list of categories, one a person')
  const users = requireInteger('the length of data', data.length, 1)
  if (options.users !== undefined && options.users !== users) {
    refuse('users', options.users, `left out, or ${users}, the length of data`)
  }
  let largest = 1
  for (let t = 0; t < users; t++) {
    // Here at once: a list that is all holes has no end.
    if (!Number.isInteger(data[t]))
      requireCategory(`data[${t}]`, data[t], options.categories ?? MOST_INFERRED)
    if (data[t] > largest) largest = data[t]
  }
  // An inferred number beyond any real one is an identifier, or a code with gaps, taken for a category.
  const K =
    options.categories === undefined
      ? requireInteger('the largest category of data, and one,', largest + 1, 2, MOST_INFERRED)
      : requireInteger('categories', options.categories, 2)
  const people = new Uint32Array(users)
  const truth = new Float64Array(K)
  const rng = stream(options.seed, 'people')
  for (let t = 0; t < users; t++) {
    truth[requireCategory(`data[${t}]`, data[t], K)]++
    // The inside-out shuffle.
    const at = rng.integer(t + 1)
    people[t] = people[at]
    people[at] = data[t]
  }
  for (let x = 0; x < K; x++) truth[x] /= users
  return {
    truth,
    users,
    arrivals() {
      let t = 0
      return {
        next: () => people[t++],
        group(count) {
          const counts = new Float64Array(K)
          for (let i = 0; i < count; i++) counts[people[t++]]++
          return counts
        },
      }
    },
  }
}
