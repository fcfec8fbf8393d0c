import { isList, refuse, requireInteger, requireOneOf } from '../check/check.ts'
import { requireCategory } from '../mechanism/mechanism.ts'
import { createAlias } from '../random/categorical.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import { stream } from '../random/stream.ts'
import {
  type Course,
  createCourse,
  drawTruth,
  type FixedTruth,
  isMoving,
  type MovingTruth,
} from './moving-truth.ts'
import { apartWeights, type WeighedPerson } from './weighed-people.ts'

export interface PopulationOptions {
  /** Number of categories K; needed with a Dirichlet truth. Default: the length of the truth, or the largest category plus one. */
  readonly categories?: number
  /** The true distribution, or the Dirichlet law (one concentration for all) that it is drawn from; or one that moves. */
  readonly truth?: FixedTruth | MovingTruth
  /** The people themselves, one category each, instead of a truth; or each with a category and a design weight. */
  readonly data?: ArrayLike<number> | readonly WeighedPerson<number>[]
  /** The order in which the people of `data` come: their own, or by default a random one that follows from the seed. */
  readonly order?: 'given'
  /** Number of people; with `data` all of them. */
  readonly users?: number
  /** With the same seed, truth, people and answers are the same on every machine. */
  readonly seed: string | number
}

/** The largest number of categories that is inferred from the data. */
const MOST_INFERRED = 2 ** 24

/** For data in their own order, the latest tenth of the people, at least this many, gives the present distribution. */
const LEAST_LATEST = 100

/** The people who answer: their distribution, their number, and the order in which they come, all the same for every strategy. */
export interface Population {
  /** The distribution; if it moves, its mean over all people. */
  readonly truth: Float64Array
  readonly users: number
  /** Whether the truth may move while people come. */
  readonly moves: boolean
  /** The design weights of people, in the order in which they come; left out if all are 1. */
  readonly weights?: Float64Array
  arrivals(): Arrivals
}

/** The people, in the order in which they come. */
export interface Arrivals {
  /** The distribution of the last person; for data in their own order, the distribution of the latest tenth of people. */
  readonly now: Float64Array
  /** The mean of the distributions of all people so far. */
  readonly mean: Float64Array
  /** The category of the next person. */
  next(): number
  /** Number of the next `count` people in each category. */
  batch(count: number): Float64Array
}

/** @param groupSize how many people come at one moment of a walk */
export function createPopulation(given: PopulationOptions, groupSize: number): Population {
  const { options, weights } = apartWeights(given)
  const { truth, data, order, categories, seed } = options
  if ((truth === undefined) === (data === undefined)) {
    refuse('truth and data', { truth, data: data && 'given' }, 'one given, the other not')
  }
  if (data !== undefined) return populationOfData(options, data as ArrayLike<number>, weights)
  if (order !== undefined) refuse('order', order, 'left out, without data')
  const users = requireInteger('users', options.users, 1)
  if (isMoving(truth)) {
    return populationOfCourse(createCourse(truth, categories, seed), users, groupSize, seed)
  }
  const law = drawTruth('truth', truth!, categories, stream(seed, 'truth'))
  const alias = createAlias(law)
  return {
    truth: law,
    users,
    moves: false,
    arrivals() {
      const rng = stream(seed, 'people')
      return {
        now: law,
        mean: law,
        next: () => alias.draw(rng),
        batch: count => drawMultinomial(rng, count, law, new Float64Array(law.length)),
      }
    },
  }
}

/** The people of a truth that moves. */
function populationOfCourse(
  begin: () => Course,
  users: number,
  groupSize: number,
  seed: string | number,
): Population {
  const course = begin()
  const whole = createMean(course.law.length)
  for (let t = 0; t < users; ) {
    const count = Math.min(groupSize, users - t, course.left)
    whole.add(course.law, count)
    course.pass(count)
    t += count
  }
  return {
    truth: whole.mean!,
    users,
    moves: true,
    arrivals() {
      const rng = stream(seed, 'people')
      const course = begin()
      const meanLaw = createMean(course.law.length)
      const now = course.law.slice()
      const pass = (count: number) => {
        now.set(course.law)
        meanLaw.add(course.law, count)
        course.pass(count)
      }
      return {
        now,
        get mean() {
          return meanLaw.mean ?? now
        },
        next() {
          const x = course.draw(rng)
          pass(1)
          return x
        },
        batch(count) {
          const people = new Float64Array(now.length)
          const part = new Float64Array(now.length)
          for (let left = count; left > 0; ) {
            const here = Math.min(left, course.left)
            drawMultinomial(rng, here, course.law, part)
            for (let x = 0; x < part.length; x++) people[x] += part[x]
            pass(here)
            left -= here
          }
          return people
        },
      }
    },
  }
}

/** Running mean of distributions, each weighted by a number of people. */
function createMean(length: number) {
  const sums = new Float64Array(length)
  let people = 0
  return {
    add(law: Float64Array, count: number) {
      people += count
      for (let x = 0; x < length; x++) sums[x] += count * law[x]
    },
    get mean() {
      return people === 0 ? undefined : sums.map(sum => sum / people)
    },
  }
}

function populationOfData(
  options: PopulationOptions,
  data: ArrayLike<number>,
  given: Float64Array | undefined,
): Population {
  const { order } = options
  if (order !== undefined) requireOneOf('order', order, ['given'])
  if (!isList(data)) refuse('data', data, 'a list of categories, one per person')
  const users = requireInteger('the length of data', data.length, 1)
  if (options.users !== undefined && options.users !== users) {
    refuse('users', options.users, `left out, or ${users}, the length of data`)
  }
  let largest = 1
  for (let t = 0; t < users; t++) {
    // Stops at the first bad entry, because a long list of holes would take endless time to go through.
    if (!Number.isInteger(data[t]))
      requireCategory(`data[${t}]`, data[t], options.categories ?? MOST_INFERRED)
    if (data[t] > largest) largest = data[t]
  }
  // An implausibly large number of categories means that identifiers, or codes with gaps, were given as categories.
  const K =
    options.categories === undefined
      ? requireInteger('the largest category of data plus one', largest + 1, 2, MOST_INFERRED)
      : requireInteger('categories', options.categories, 2)
  const people = new Uint32Array(users)
  const weights = given && new Float64Array(users)
  const truth = new Float64Array(K)
  let total = 0
  const rng = stream(options.seed, 'people')
  for (let t = 0; t < users; t++) {
    const weight = given ? given[t] : 1
    truth[requireCategory(`data[${t}]`, data[t], K)] += weight
    total += weight
    // The inside-out shuffle.
    const place = order === 'given' ? t : rng.integer(t + 1)
    people[t] = people[place]
    people[place] = data[t]
    if (!weights) continue
    weights[t] = weights[place]
    weights[place] = weight
  }
  if (total === 0) refuse('data', 'all weights 0', 'a weight above 0 for somebody')
  for (let x = 0; x < K; x++) truth[x] /= total
  return {
    truth,
    users,
    moves: order !== undefined,
    ...(weights && { weights }),
    arrivals() {
      let t = 0
      const frequencies = (from: number): Float64Array => {
        if (order === undefined || t === 0) return truth
        const counts = new Float64Array(K)
        let all = 0
        for (let i = from; i < t; i++) {
          const weight = weights ? weights[i] : 1
          counts[people[i]] += weight
          all += weight
        }
        // The latest people may all have weight 0.
        if (all === 0) return from > 0 ? frequencies(0) : truth
        return counts.map(count => count / all)
      }
      return {
        get now() {
          return frequencies(t - Math.max(Math.min(t, LEAST_LATEST), Math.ceil(t / 10)))
        },
        get mean() {
          return frequencies(0)
        },
        next: () => people[t++],
        batch(count) {
          const counts = new Float64Array(K)
          for (let i = 0; i < count; i++) counts[people[t++]]++
          return counts
        },
      }
    },
  }
}
