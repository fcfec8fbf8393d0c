import { median } from 'simple-statistics'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { blockDesign } from '../src/mechanism/block-design/block-design.ts'
import { decodeCounts } from '../src/mechanism/block-design/decode-counts.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { drawMultinomial } from '../src/random/multinomial.ts'
import { stream } from '../src/random/stream.ts'
import { projectOnSimplex } from '../src/simplex/project.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { respondMany } from '../src/simulation/respond-many.ts'
import { exponent } from './pairs.ts'
import { figure, type Section, table } from './report.ts'

/** Seconds that other mechanisms took at K = 3,307,948, n = 10⁴, ε = 5, on the machine of their authors. */
const PUBLISHED = [
  ['PI-RAPPOR', 1894],
  ['PGR', 36.9],
  ['hybrid PGR', 5.9],
  ['RHR', 1.2],
  ['Hadamard response', 0.64],
] as const

const SIZES = [1000, 10_000, 100_000, 1_000_000]
const FREQUENT = 50
/** Steps of a chain that are discarded, and steps that are kept. */
const [WARMUP, DRAWS] = [20, 200]

/** Decoding, and the posterior, with very many categories. */
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
      'Decoding: elapsed seconds to make the design, to decode the counts of the answers for the first time, and to decode them again' +
        ' (the median of five). The peak memory of the process is that of all rows up to and including this one.',
      table(
        ['K', 'n', 'ε', 'v', 'design s', 'first s', 'again s', 'peak MB'],
        rows.map(({ K, n, epsilon, points, setUp, first, again, megabytes }) => [
          K.toLocaleString('en'),
          n.toLocaleString('en'),
          String(epsilon),
          points.toLocaleString('en'),
          ...[setUp, first, again, megabytes].map(figure),
        ]),
      ),
      `The time to decode again grows like K to the power ${figure(exponent(byK))}, and does not grow with n.`,
      'Decoding by other mechanisms at K = 3,307,948, n = 10,000, ε = 5, in seconds, as Feldman, Nelson, Nguyen and Talwar (2022) measured it on their machine:',
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
  const [design, setUp] = timed(() => blockDesign({ categories: K, epsilon }))
  const counts = new Float64Array(design.points)
  // Which categories the people hold makes no difference to the time, so a few categories will do.
  for (let i = 0; i < Math.min(n, 10_000); i++) counts[design.respond(i % 7, rng)] += n / Math.min(n, 10_000)
  const [, first] = timed(() => decodeCounts(design, counts))
  const again = median(Array.from({ length: 5 }, () => timed(() => decodeCounts(design, counts))[1]))
  const megabytes = process.resourceUsage().maxRSS / 1024
  return { K, n, epsilon, points: design.points, setUp, first, again, megabytes }
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
  for (const [response, count] of respondMany(design, people, stream('answers'))) {
    tally.add(design, response, count)
  }
  const projected = projectOnSimplex(decodeCounts(design, counts), new Float64Array(K), new Float64Array(K))
  const [posterior, seconds] = timed(() => {
    const drawn = samplePosterior(tally, {
      sampler: 'sequence',
      draws: DRAWS,
      warmup: WARMUP,
      chains: 4,
      seed: 1,
    })
    drawn.interval(0.95)
    return drawn
  })
  const peak = process.resourceUsage().maxRSS / 1024
  const [bayes, projection] = [posterior.mean, projected].map(estimate => totalVariation(estimate, truth))
  const { essBulk, essTail } = posterior.diagnostics
  const least = [...essBulk, ...essTail].reduce((few, ess) => Math.min(few, ess), Infinity)
  return [
    `The posterior of K = 97,656, n = 1,000,000, ε = 1, ${FREQUENT} categories with Zipf’s frequencies, by \`sequence\`, 4 chains of ` +
      `${WARMUP} + ${DRAWS} steps, mean and 95 % intervals: ${figure(seconds)} s; at least ${figure(least)} effective draws for the centre and the ` +
      `tails of every category; total variation ${figure(bayes)}, which is ${figure(bayes / projection)} times that of the projected ` +
      `estimate (${figure(projection)}); the peak memory of the process, rows above included, is ${figure(peak)} MB.`,
  ]
}

function timed<T>(work: () => T): [T, seconds: number] {
  const start = performance.now()
  const result = work()
  return [result, (performance.now() - start) / 1000]
}
