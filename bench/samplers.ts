import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { geometricMean } from 'simple-statistics'
import type { SamplerName } from '../src/index.ts'
import { createTally, samplePosterior, srr, stream } from '../src/index.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { spread, timed } from './pairs.ts'
import { figure, type Section, table } from './report.ts'

const CATEGORIES = 20
const PEOPLE = 10_000
/** How often each sampler is measured; the first time, its code is compiled. */
const REPEATS = 3
const [WARMUP, DRAWS] = [500, 1000]
const EXACT = ['gibbs', 'hmc', 'slice', 'delayed-acceptance'] as const
const APPROXIMATE = ['sgld', 'sgrld'] as const

/** One sampler on one posterior: the effective draws of its worst category, in all and per second, warm-up included. */
interface SamplerRow {
  readonly epsilon: number
  readonly prior: string
  readonly sampler: string
  readonly essBulk: number
  readonly essPerSecond: number
  readonly rhat: number
}

/** The figures of an earlier commit, for comparison. */
interface Before {
  readonly commit: string
  /** The processor on which they were measured. */
  readonly processor: string
  readonly samplers: readonly Omit<SamplerRow, 'rhat'>[]
}

/** Effective draws per second of every sampler, beside those of an earlier commit. */
export const samplersSection: Section = {
  name: 'samplers',
  title: 'Samplers: effective draws a second',
  measure() {
    const before = JSON.parse(readFileSync(join('bench', 'before.json'), 'utf8')) as Before
    const rows = [...samplerRows()].map(row => {
      const { epsilon, prior, sampler } = row
      const earlier = before.samplers.find(
        one => one.epsilon === epsilon && one.prior === prior && one.sampler === sampler,
      )
      return { ...row, earlier: earlier?.essPerSecond ?? Number.NaN }
    })
    // The other samplers of the earlier commit have so few effective draws that these are noise themselves.
    const gains = (['gibbs', 'hmc'] as const).map(sampler => {
      const comparable = rows.filter(row => row.sampler === sampler && row.earlier > 0)
      return `\`${sampler}\` ${figure(geometricMean(comparable.map(row => row.essPerSecond / row.earlier)))}`
    })
    const ahead = rows
      .filter(({ sampler }) => sampler === 'hmc')
      .filter(hmc => {
        const gibbs = rows.find(
          row => row.sampler === 'gibbs' && row.epsilon === hmc.epsilon && row.prior === hmc.prior,
        )!
        return hmc.essPerSecond > gibbs.essPerSecond
      })
    return [
      'SRR, K = 20, 10,000 people, truth Dirichlet(1), 4 chains of 1,000 draws after 500 of warm-up, each measured' +
        ` ${REPEATS} times; the table has the medians. ESS: the smallest bulk effective sample size over the categories, out of 4,000 draws. Seconds` +
        ' are of processor time, warm-up and diagnostics included. `sgld` and `sgrld` have the step 0.5/n; most of their ESS are so small that they are noise. Before: the' +
        ` same at commit ${before.commit} (\`before.json\`), on ${before.processor}, at another time.`,
      table(
        ['sampler', 'prior', 'ε', 'ESS', 'R-hat', 'ESS/s', 'ESS/s before', 'now / before'],
        rows.map(({ sampler, prior, epsilon, essBulk, rhat, essPerSecond, earlier }) => [
          sampler,
          prior,
          String(epsilon),
          essBulk.toFixed(0),
          rhat.toFixed(3),
          essPerSecond.toFixed(0),
          figure(earlier),
          figure(essPerSecond / earlier),
        ]),
      ),
      `Of the exact samplers, \`hmc\` gives more effective draws a second than \`gibbs\` at` +
        ` ${ahead.map(({ epsilon, prior }) => `ε = ${epsilon} (prior ${prior})`).join(', ') || 'no ε'};` +
        ` now / before, as geometric means over the rows of a sampler: ${gains.join(', ')}. There is no target.`,
    ]
  },
}

function* samplerRows(): Generator<SamplerRow> {
  for (const epsilon of [0.5, 1, 2, 3, 5, 8]) {
    const tally = collect(epsilon)
    for (const prior of [1, 'learned'] as const) {
      // The approximate samplers do not learn the concentration.
      for (const sampler of prior === 1 ? [...EXACT, ...APPROXIMATE] : EXACT) {
        yield measure(tally, epsilon, prior, sampler)
      }
    }
  }
}

function collect(epsilon: number) {
  const rng = stream(1, 'bench', epsilon)
  const truth = drawDirichlet(rng, new Float64Array(CATEGORIES).fill(1), new Float64Array(CATEGORIES))
  const people = createAlias(truth)
  const tally = createTally(CATEGORIES)
  const mechanism = srr({ categories: CATEGORIES, epsilon })
  for (let i = 0; i < PEOPLE; i++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
  return tally
}

function measure(
  tally: ReturnType<typeof createTally>,
  epsilon: number,
  prior: 1 | 'learned',
  sampler: SamplerName,
): SamplerRow {
  const draw = () => samplePosterior(tally, { sampler, prior, warmup: WARMUP, draws: DRAWS, seed: 1 })
  const once = timed(sampler, () => draw().mean[0])
  const times = Array.from({ length: REPEATS }, (_, round) => once(round)[sampler].cpu)
  const { diagnostics } = draw()
  const essBulk = Math.min(...diagnostics.essBulk)
  return {
    epsilon,
    prior: String(prior),
    sampler,
    essBulk,
    essPerSecond: essBulk / spread(times).median,
    rhat: Math.max(...diagnostics.rhat),
  }
}
