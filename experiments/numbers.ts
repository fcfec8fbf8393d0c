/**
 * What is the value of an order? The density of a number from arcs with the smooth law, beside the square wave with EM and EMS (twice the
 * bins), and beside the square wave with the same law; six laws, of which age and hours need a table of counts (`column,value,people`).
 *
 *     npx tsx experiments/numbers.ts [--runs 10] [--users 10000] [--epsilons 0.5,1,2] [--counts adult-numeric.csv] [--draws 200] [--wave]
 *         [--laws beta,age] [--bins 256] [--clamp]
 *
 * W1 and KS are distances to the people's own distribution function, in the units of a range from 0 to 1; ratios are those to EMS, run by
 * run, with the standard error of their logarithm's mean. `inside` is the estimate given that nobody is outside of the range, which the
 * square wave assumes; with `--clamp`, the question has no cells outside, and both estimates are the same. A posterior mean has four chains
 * of `--draws`; `--wave` adds the square wave with the same law, whose answers take long to draw from.
 */
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger, requireOneOf } from '../src/check/check.ts'
import type { OrderedKind } from '../src/domain/kind.ts'
import { orderedQuestion } from '../src/domain/read-question.ts'
import { arcs } from '../src/loop/strategy/by-arcs.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { withProgress } from '../src/report/progress.ts'
import { respondMany } from '../src/simulation/respond-many.ts'
import { lawsOfFile, NUMBER_LAWS, type NumberLaw } from './support/number-laws.ts'
import { runScript } from './support/run-script.ts'
import { expectationMaximization, squareWave, squareWaveChannel } from './support/square-wave.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const LEVEL = 0.95

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '10' },
      users: { type: 'string', default: '10000' },
      epsilons: { type: 'string', default: '0.5,1,2' },
      counts: { type: 'string' },
      draws: { type: 'string', default: '200' },
      wave: { type: 'boolean', default: false },
      laws: { type: 'string' },
      bins: { type: 'string', default: '256' },
      clamp: { type: 'boolean', default: false },
    },
  })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const users = requireInteger('users', Number(values.users), 1)
  const draws = requireInteger('draws', Number(values.draws), 4)
  const bins = requireInteger('bins', Number(values.bins), 2)
  const range = orderedQuestion({ from: 0, to: 1, bins, outside: values.clamp ? 'clamp' : 'cells' })
  const known = { ...NUMBER_LAWS, ...(values.counts && lawsOfFile(values.counts)) }
  const chosen = values.laws?.split(',') ?? Object.keys(known)
  const laws = Object.fromEntries(
    chosen.map(name => [name, known[requireOneOf('law', name, Object.keys(known))]]),
  )
  const cells = values.epsilons
    .split(',')
    .map(Number)
    .flatMap(epsilon => Object.entries(laws).map(([name, law]) => ({ epsilon, name, law })))
  const rows = await withProgress('numbers', async onProgress => {
    const found: Row[] = []
    for (const [i, { epsilon, name, law }] of cells.entries()) {
      const played: Outcome[] = []
      for (let run = 1; run <= runs; run++) {
        played.push(play({ range, law, epsilon, users, draws, hasWave: values.wave, name: `${name} ${run}` }))
        onProgress((i + run / runs) / cells.length)
        await setImmediate()
      }
      found.push({ law: name, epsilon, users, runs, draws, ...summary(played) })
    }
    return found
  })
  printRows('Distances of the estimated distribution function, and ratios to EMS', rows)
  writeRows('numbers', values.clamp ? 'clamped' : 'distances', rows)
})

interface Distances {
  readonly w1: number
  readonly ks: number
}

interface Outcome {
  readonly ours: Distances
  readonly inside: Distances
  readonly wave: Distances | undefined
  readonly em: Distances
  readonly ems: Distances
  readonly held: number
  readonly rhat: number
}

interface Played {
  readonly range: OrderedKind
  readonly law: NumberLaw
  readonly epsilon: number
  readonly users: number
  readonly draws: number
  readonly hasWave: boolean
  readonly name: string
}

function play({ range, law, epsilon, users, draws, hasWave, name }: Played): Outcome {
  const rng = stream(1, 'numbers', name)
  const { bins, first } = range
  const fineRange = orderedQuestion({ from: 0, to: 1, bins: 2 * bins })
  const coarse = new Float64Array(range.cells)
  const fine = new Float64Array(fineRange.cells)
  for (let i = 0; i < users; i++) {
    const x = law(rng)
    coarse[range.cell(x)]++
    fine[fineRange.cell(x)]++
  }
  const truth = distributionFunction(fine.subarray(1, 2 * bins + 1))
  const posterior = (mechanism: Mechanism, seed: string) => {
    const tally = createTally(range.cells)
    const answers = stream(1, seed, name, epsilon)
    for (const [response, count] of respondMany(mechanism, coarse, answers))
      tally.add(mechanism, response, count)
    return samplePosterior(tally, { question: range.toJSON(), seed: name, draws })
  }
  const ours = posterior(arcs({ categories: range.cells, epsilon }), 'arcs')
  const wave = hasWave ? posterior(squareWaveChannel(bins, epsilon), 'wave') : undefined
  const { lower, upper } = ours.band(LEVEL)
  const shares = coarse.map(count => count / users)
  let held = 0
  for (let i = 0; i < bins; i++) {
    const share = shares[first + i]
    held += Number(lower[i] <= share && share <= upper[i]) / bins
  }
  const reports = fineReports(fine, epsilon, stream(1, 'fine wave', name, epsilon))
  const byEm = (isSmoothed: boolean) =>
    distances(distributionFunction(expectationMaximization(reports, 2 * bins, epsilon, isSmoothed)), truth)
  return {
    ours: distances(doubled(ours.cells.mean, range), truth),
    inside: distances(distributionFunction(doubledBins(ours.cells.mean, range)), truth),
    wave: wave && distances(doubled(wave.cells.mean, range), truth),
    em: byEm(false),
    ems: byEm(true),
    held,
    rhat: ours.cells.diagnostics.rhat.reduce((a, b) => Math.max(a, b)),
  }
}

/** Number of people who give each report of the square wave over the fine bins. */
function fineReports(people: Float64Array, epsilon: number, rng: ReturnType<typeof stream>): Float64Array {
  const fineBins = people.length - 2
  const { half, near, far } = squareWave(fineBins, epsilon)
  const reports = new Float64Array(fineBins + 2 * half)
  const inside = (2 * half + 1) * (near - far)
  people.forEach((count, cell) => {
    const bin = Math.min(fineBins - 1, Math.max(0, cell - 1))
    for (let i = 0; i < count; i++) {
      const y = rng.uniform() < inside ? bin + rng.integer(2 * half + 1) : rng.integer(reports.length)
      reports[y]++
    }
  })
  return reports
}

/** F at the right edges of the fine bins. */
function distributionFunction(masses: ArrayLike<number>): Float64Array {
  const F = new Float64Array(masses.length)
  let total = 0
  for (let i = 0; i < F.length; i++) F[i] = total += masses[i]
  return F.map(value => value / total)
}

/** F at the right edges of the fine bins, from a law of the coarse cells. */
function doubled(theta: Float64Array, { bins, first }: OrderedKind): Float64Array {
  const F = new Float64Array(2 * bins)
  let below = first === 1 ? theta[0] : 0
  for (let i = 0; i < bins; i++) {
    F[2 * i] = below + theta[first + i] / 2
    F[2 * i + 1] = below += theta[first + i]
  }
  F[2 * bins - 1] = 1
  return F
}

/** The masses of the fine bins, from a law of the coarse cells, whose atoms are left out. */
function doubledBins(theta: Float64Array, { bins, first }: OrderedKind): Float64Array {
  return Float64Array.from({ length: 2 * bins }, (_, i) => theta[first + (i >> 1)] / 2)
}

function distances(F: Float64Array, truth: Float64Array): Distances {
  let sum = 0
  let most = 0
  for (let i = 0; i < F.length; i++) {
    const off = Math.abs(F[i] - truth[i])
    sum += off / F.length
    most = Math.max(most, off)
  }
  return { w1: sum, ks: most }
}

function summary(played: readonly Outcome[]): Row {
  const mean = (of: (outcome: Outcome) => number) => meanWithError(played.map(of)).mean
  const ratio = (of: (outcome: Outcome) => number) => {
    const { mean, standardError } = meanWithError(played.map(outcome => Math.log(of(outcome))))
    return { value: Math.exp(mean), error: Math.exp(mean) * standardError! }
  }
  const w1 = ratio(({ ours, ems }) => ours.w1 / ems.w1)
  const inside = ratio(({ inside, ems }) => inside.w1 / ems.w1)
  const ks = ratio(({ ours, ems }) => ours.ks / ems.ks)
  return {
    W1: mean(({ ours }) => ours.w1),
    ...(played[0].wave && { 'W1 wave, same law': mean(({ wave }) => wave!.w1) }),
    'W1 EM': mean(({ em }) => em.w1),
    'W1 EMS': mean(({ ems }) => ems.w1),
    ratio: w1.value,
    'its error': w1.error,
    'ratio inside': inside.value,
    'error inside': inside.error,
    'KS ratio': ks.value,
    'KS error': ks.error,
    held: mean(({ held }) => held),
    'worst R-hat': played.reduce((most, { rhat }) => Math.max(most, rhat), 0),
  }
}
