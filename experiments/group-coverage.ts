/**
 * Do the intervals of pooled groups have their stated coverage, over truths drawn from their prior? Groups of four categories; α, the mean
 * law and the laws of the groups are drawn anew in each run, and everybody answers by subset selection.
 *
 * One row for each level ε and each list of groups: `uneven`, six groups of 20 to 1,030 people, 2,000 in all, and `small`, six groups of
 * 40. The columns are shares of 95 % intervals that contain the truth, with standard errors over the runs: of cells, of cells in groups of
 * at most 50 people, and of differences between neighbours in the list.
 *
 *     npx tsx experiments/group-coverage.ts [--runs 100]
 */
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger } from '../src/check/check.ts'
import { exp } from '../src/elementary/exp.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { drawPooledPrior } from '../src/posterior/hierarchical/pooled-place.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { createAlias } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const CATEGORIES = 4
const LEVELS = [0.5, 1, 2]
const SIZES = { uneven: [20, 50, 100, 300, 500, 1030], small: [40, 40, 40, 40, 40, 40] }
const FEW = 50
const DRAWS = 300
const PROBABILITY = 0.95

/** The share of intervals that contain these values. */
function held([lower, upper]: readonly Float64Array[], truth: Float64Array): number {
  return (
    truth.reduce((sum, value, x) => sum + Number(lower[x] <= value && value <= upper[x]), 0) / truth.length
  )
}

/** Draws a truth, asks its people, and counts the intervals that contain it; also returns the largest R-hat. */
function play(epsilon: number, sizes: readonly number[], run: number) {
  const rng = stream(run, 'group coverage', epsilon, sizes.length, sizes[0])
  const logTheta = sizes.map(() => new Float64Array(CATEGORIES))
  drawPooledPrior(rng, { logAlpha: 0, logMean: new Float64Array(CATEGORIES), logTheta })
  const truth = logTheta.map(row => row.map(exp))
  const mechanism = subsetSelection({ categories: CATEGORIES, epsilon })
  const names = sizes.map((_, g) => `group ${g}`)
  const tallies = sizes.map((size, g) => {
    const tally = createTally(CATEGORIES)
    const people = createAlias(truth[g])
    for (let i = 0; i < size; i++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
    return [names[g], tally] as const
  })
  const belief = samplePosterior(Object.fromEntries(tallies), { draws: DRAWS, seed: `coverage ${run}` })
  const cells = names.map((name, g) => held(belief.group(name).interval(PROBABILITY), truth[g]))
  const few = cells.filter((_, g) => sizes[g] <= FEW)
  const differences = names.slice(1).map((name, g) =>
    held(
      belief.difference(names[g], name).interval(PROBABILITY),
      truth[g].map((value, x) => value - truth[g + 1][x]),
    ),
  )
  const rhat = Math.max(...names.flatMap(name => [...belief.group(name).diagnostics.rhat]))
  return { cells: meanOf(cells), few: meanOf(few), differences: meanOf(differences), rhat }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '100' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const rows = LEVELS.flatMap(epsilon =>
    Object.entries(SIZES).map(([groups, sizes]): Row => {
      const outcomes = Array.from({ length: runs }, (_, i) => play(epsilon, sizes, i + 1))
      const share = (name: string, of: 'cells' | 'few' | 'differences') => {
        const { mean, standardError } = meanWithError(outcomes.map(outcome => outcome[of]))
        return { [name]: mean, [`${name}, error`]: standardError! }
      }
      return {
        epsilon,
        groups,
        runs,
        ...share('cells held', 'cells'),
        ...share('in small groups', 'few'),
        ...share('differences held', 'differences'),
        'worst R-hat': Math.max(...outcomes.map(({ rhat }) => rhat)),
      }
    }),
  )
  printRows('intervals of pooled groups over truths drawn from their prior', rows)
  writeRows('groups', 'coverage', rows)
})
