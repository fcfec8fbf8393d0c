import {
  copyList,
  refuse,
  requireInteger,
  requireNumber,
  requireOptions,
  type Vector,
} from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { createAlias } from '../random/categorical.ts'
import { drawLogDirichlet } from '../random/dirichlet.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { descendingOrder } from '../simplex/order.ts'
import { probabilities } from '../simplex/probabilities.ts'

/** A distribution, or the Dirichlet law (one concentration for all) that it is drawn from. */
export type FixedTruth = Vector | { readonly dirichlet: number }

/** A distribution that changes as people arrive. People are numbered from 0. */
export type MovingTruth =
  /** Each truth holds from the person `at` on; the first one has `at: 0`. */
  | { readonly steps: readonly { readonly at: number; readonly truth: FixedTruth }[] }
  /** The shares of the two most frequent categories are exchanged before person `at` answers. */
  | { readonly swap: { readonly truth: FixedTruth; readonly at: number } }
  /** Each softmax coordinate moves by `step`·N(0, 1) after every answer; after a batch of b, by √b times that. */
  | { readonly walk: { readonly start: FixedTruth; readonly step: number } }

/** The distribution as a function of the number of people who have arrived. */
export interface Course {
  /** The distribution of the next person. */
  readonly law: Float64Array
  /** The distribution holds for at least this many more people. In a walk, the people of one batch count as one moment. */
  readonly left: number
  /** Draws the category of the next person from `law`. */
  draw(rng: SeededRng): number
  /** Lets this many people pass, at most `left`. */
  pass(people: number): void
}

/** The largest step of a walk. With it, coordinates stay far below the largest double after any number of people. */
export const LARGEST_STEP = 1e100

const KINDS = { steps: true, swap: true, walk: true } as const

export function isMoving(truth: unknown): truth is MovingTruth {
  return typeof truth === 'object' && truth !== null && Object.keys(KINDS).some(kind => kind in truth)
}

/**
 * Returns a function that starts the course of a moving truth. Every call starts an identical course from the beginning.
 *
 * @throws RangeError on a bad truth
 */
export function createCourse(
  truth: MovingTruth,
  categories: number | undefined,
  seed: string | number,
): () => Course {
  requireOptions(truth, KINDS, 'truth')
  if (Object.keys(truth).length > 1) refuse('truth', truth, 'one of steps, swap and walk')
  const rng = stream(seed, 'truth')
  const read = (name: string, fixed: FixedTruth, K = categories) => drawTruth(name, fixed, K, rng)
  if ('walk' in truth) {
    const { start, step } = requireOptions(truth.walk, { start: true, step: true }, 'truth.walk')
    const law = read('truth.walk.start', start)
    const size = requireNumber('truth.walk.step', step, { min: 0, max: LARGEST_STEP })
    return () => walk(law, size, stream(seed, 'walk'))
  }
  if ('swap' in truth) {
    const { truth: before, at } = requireOptions(truth.swap, { truth: true, at: true }, 'truth.swap')
    const law = read('truth.swap.truth', before)
    const swapped = law.slice()
    const [first, second] = descendingOrder(law)
    swapped[first] = law[second]
    swapped[second] = law[first]
    return pieces([0, requireInteger('truth.swap.at', at, 1)], [law, swapped])
  }
  // Copying turns holes into entries, so that each is checked.
  const steps = copyList('truth.steps', truth.steps, 1, Infinity, 'a list of { at, truth }')
  const starts: number[] = []
  const laws: Float64Array[] = []
  steps.forEach((entry, i) => {
    const name = `truth.steps[${i}]`
    const { at, truth: law } = requireOptions(
      entry as (typeof truth.steps)[number],
      { at: true, truth: true },
      name,
    )
    starts.push(
      i === 0 ? requireInteger(`${name}.at`, at, 0, 0) : requireInteger(`${name}.at`, at, starts[i - 1] + 1),
    )
    laws.push(read(`${name}.truth`, law, laws[0]?.length ?? categories))
  })
  return pieces(starts, laws)
}

/** Reads a fixed truth, or draws it from its Dirichlet law. */
export function drawTruth(
  name: string,
  truth: FixedTruth,
  categories: number | undefined,
  rng: SeededRng,
): Float64Array {
  if (typeof truth === 'object' && truth !== null && 'dirichlet' in truth) {
    requireOptions(truth, { dirichlet: true }, name)
    const K = requireInteger('categories', categories, 2)
    const concentration = requireNumber(`${name}.dirichlet`, truth.dirichlet, { above: 0 })
    const logs = drawLogDirichlet(rng, new Float64Array(K).fill(concentration), new Float64Array(K))
    return logs.map(exp)
  }
  const law = probabilities(name, truth as Vector, categories)
  requireInteger(`the length of ${name}`, law.length, 2)
  return law
}

/** A truth that is constant from each start to the next. */
function pieces(starts: readonly number[], laws: readonly Float64Array[]): () => Course {
  const aliases = laws.map(law => createAlias(law))
  return () => {
    let t = 0
    let piece = 0
    return {
      get law() {
        return laws[piece]
      },
      get left() {
        return (starts[piece + 1] ?? Infinity) - t
      },
      draw: rng => aliases[piece].draw(rng),
      pass(people) {
        t += people
        while (t >= starts[piece + 1]) piece++
      },
    }
  }
}

function walk(start: Float64Array, step: number, rng: SeededRng): Course {
  // A category of probability 0 keeps it.
  const coordinates = start.map(log)
  const law = start.slice()
  return {
    law,
    left: Infinity,
    draw(people) {
      let target = people.uniform()
      let last = 0
      for (let x = 0; x < law.length; x++) {
        if (law[x] === 0) continue
        last = x
        target -= law[x]
        if (target < 0) break
      }
      return last
    },
    pass(people) {
      const scale = step * Math.sqrt(people)
      let top = -Infinity
      for (let x = 0; x < law.length; x++) {
        coordinates[x] += scale * drawNormal(rng)
        if (coordinates[x] > top) top = coordinates[x]
      }
      let total = 0
      for (let x = 0; x < law.length; x++) total += law[x] = exp(coordinates[x] - top)
      for (let x = 0; x < law.length; x++) law[x] /= total
    },
  }
}
