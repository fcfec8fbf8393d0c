import { median } from 'simple-statistics'
import { respondMany } from '../src/loop/respond-many.ts'
import { samplePosterior } from '../src/loop/sample-posterior.ts'
import { blockDesign } from '../src/mechanism/block-design/block-design.ts'
import { decodeCounts } from '../src/mechanism/block-design/decode-counts.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { drawMultinomial } from '../src/random/multinomial.ts'
import { stream } from '../src/random/stream.ts'
import { projectOnSimplex } from '../src/simplex/project.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { exponent } from './pairs.ts'
import { figure, type Section, table } from './report.ts'

/** Seconds of others for K = 3,307,948, n = 10⁴, ε = 5, on their machine. */
const PUBLISHED = [
  ['PI-RAPPOR', 1894],
  ['PGR', 36.9],
  ['hybrid PGR', 5.9],
  ['RHR', 1.2],
  ['Hadamard response', 0.64],
] as const

const SIZES = [1000, 10_000, 100_000, 1_000_000]
const FREQUENT = 50
/** Steps of a chain that are thrown away, and that are kept. */
const [WARMUP, DRAWS] = [20, 200]

/** Decoding, and the posterior, where there are very many categories. */
export const largeSection: Section = {
  name: 'large',
  title: 'Very many categories: block designs',
  measure() {
    const rows = [
      decoded(3_307_948, 10_000, 5),
      decoded(97_656, 1_000_000, 1),
      ...SIZES.map(K => decoded(K, 100_000, 1)),
      ...[10_000, 10_000_000].map(n => decoded(100_000, n, 1)),
    ]
    const byK = rows.slice(2, 2 + SIZES.length).map(({ K, again }) => ({ x: K, y: again }))
    return [
      'Decoding: seconds elapsed to make the design, to decode the counts of the answers for the first time, and again (the median of five).' +
        ' The peak of the process’s memory is that of all rows up to this one.',
      table(
        ['K', 'n', 'ε', 'v', 'design s', 'first s', 'again s', 'peak MB'],
        rows.map(({ K, n, epsilon, points, made, first, again, megabytes }) => [
          K.toLocaleString('en'),
          n.toLocaleString('en'),
          String(epsilon),
          points.toLocaleString('en'),
          ...[made, first, again, megabytes].map(figure),
        ]),
      ),
      `The time of a later decoding grows with K to the power ${figure(exponent(byK))}, and with n not at all.`,
      'Decoding K = 3,307,948, n = 10,000, ε = 5, as Feldman, Nelson, Nguyen and Talwar (2022) measured others on their machine, in seconds:',
      table(
        ['mechanism', 's'],
        PUBLISHED.map(([name, seconds]) => [name, figure(seconds)]),
      ),
      ...posterior(),
    ]
  },
}

function decoded(K: number, n: number, epsilon: number) {
  const rng = stream('decoding', K, n)
  const [design, made] = timed(() => blockDesign({ categories: K, epsilon }))
  const counts = new Float64Array(design.points)
  // Answers of people who all hold the same category cost no more and no less.
  for (let i = 0; i < Math.min(n, 10_000); i++) counts[design.respond(i % 7, rng)] += n / Math.min(n, 10_000)
  const [, first] = timed(() => decodeCounts(design, counts))
  const again = median(Array.from({ length: 5 }, () => timed(() => decodeCounts(design, counts))[1]))
  const megabytes = process.resourceUsage().maxRSS / 1024
  return { K, n, epsilon, points: design.points, made, first, again, megabytes }
}

/** 50 categories with Zipf's frequencies among 97,656. */
function posterior(): string[] {
  const [K, n] = [97_656, 1_000_000]
  const rng = stream('posterior')
  const truth = new Float64Array(K)
  const shares = Array.from({ length: FREQUENT }, (_, i) => 1 / (i + 1))
  const total = shares.reduce((sum, share) => sum + share)
  for (const share of shares) truth[rng.integer(K)] += share / total
  const design = blockDesign({ categories: K, epsilon: 1 })
  const tally = createTally(K)
  const people = drawMultinomial(rng, n, truth, new Float64Array(K))
  const counts = design.respondMany!(people, stream('answers'))
  respondMany(design, people, stream('answers'), tally)
  const projected = projectOnSimplex(decodeCounts(design, counts), new Float64Array(K), new Float64Array(K))
  const [found, seconds] = timed(() => {
    const made = samplePosterior(tally, {
      sampler: 'sequence',
      draws: DRAWS,
      warmup: WARMUP,
      chains: 4,
      seed: 1,
    })
    made.interval(0.95)
    return made
  })
  const peak = process.resourceUsage().maxRSS / 1024
  const [bayes, projection] = [found.mean, projected].map(estimate => totalVariation(estimate, truth))
  const { essBulk, essTail } = found.diagnostics
  const least = [...essBulk, ...essTail].reduce((few, ess) => Math.min(few, ess), Infinity)
  return [
    `The posterior of K = 97,656, n = 1,000,000, ε = 1, ${FREQUENT} categories with Zipf’s frequencies, by \`sequence\`, 4 chains of ` +
      `${WARMUP} + ${DRAWS} steps, mean and 95 % intervals: ${figure(seconds)} s; at least ${figure(least)} effective draws, of centre and tails ` +
      `of every category; total variation ${figure(bayes)}, ${figure(bayes / projection)} of that of the projected estimate ` +
      `(${figure(projection)}); the process’s peak, with the rows above, is ${figure(peak)} MB.`,
  ]
}

function timed<T>(work: () => T): [T, seconds: number] {
  const start = performance.now()
  const result = work()
  return [result, (performance.now() - start) / 1000]
}
