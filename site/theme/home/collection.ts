import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

/** The question, its answers, and their true frequencies. */
export const QUESTION = 'How many sick days last month?'
export const CATEGORIES = ['none', '1 or 2', '3 to 5', '6 to 10', 'more'] as const
export const TRUTH = [0.46, 0.27, 0.16, 0.08, 0.03] as const
export const EPSILON = 1
/** The largest share on the axis. */
export const MOST = 0.65

/** Number of answers in the first frame, so that the picture makes sense from the beginning, and its growth from frame to frame. */
const FIRST = 200
const LAST = 20_000
const GROWTH = 1.065
const SIZES: number[] = []
for (let size = FIRST; size < LAST; size = Math.min(LAST, Math.ceil(size * GROWTH))) SIZES.push(size)
SIZES.push(LAST)
/** Number of draws of the posterior, which suffices for a picture. */
const DRAWS = 250
/** Number of chains. One suffices, because no diagnostics are shown. */
const CHAINS = 1

/** A collection after some answers. */
export interface Frame {
  readonly people: number
  /** The raw share of each answer. */
  readonly raw: readonly number[]
  /** The posterior's mean, and its 95 % interval. */
  readonly mean: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
}

/**
 * Plays a collection: people are drawn from the truth and answer by randomized response, and the posterior reads the answers.
 *
 * @param sizes number of answers at each frame
 */
export function* playCollection(seed: number, sizes: readonly number[] = SIZES): Generator<Frame> {
  const mechanism = srr({ categories: CATEGORIES.length, epsilon: EPSILON })
  const tally = createTally(CATEGORIES.length)
  const random = stream(seed, 'home')
  const counts = CATEGORIES.map(() => 0)
  let people = 0
  for (const next of sizes) {
    for (; people < next; people++) {
      const answer = mechanism.respond(draw(random.uniform()), random)
      counts[answer]++
      tally.add(mechanism, answer)
    }
    const { mean, interval } = samplePosterior(tally, { seed, draws: DRAWS, chains: CHAINS })
    const [lower, upper] = interval(0.95)
    const raw = counts.map(count => count / people)
    yield { people, raw, mean: [...mean], lower: [...lower], upper: [...upper] }
  }
}

/** The category at which the shares add up to this number. */
function draw(uniform: number): number {
  let left = uniform
  const found = TRUTH.findIndex(share => (left -= share) < 0)
  return found < 0 ? TRUTH.length - 1 : found
}
