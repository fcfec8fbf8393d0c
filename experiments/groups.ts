/**
 * What does pooling groups gain, and do its intervals hold? Marital status (7 categories) by education (16 groups) of the Adult data
 * (Becker and Kohavi 1996, UCI Machine Learning Repository, CC BY 4.0; `support/marital-by-education.csv` has its counts). 10,000 people
 * are drawn from these laws, and answer by subset selection.
 *
 * One row for each level ε. `pooled`, `separate` and `as one` are mean distances over groups and seeds: of the pooled estimate, of each
 * group's own, and of the estimate that all groups share. `ratio` is pooled divided by separate, paired by seed, with its standard error.
 * The other columns are shares of 95 % intervals that contain the truth: of non-empty cells, of cells in groups of at most 50 people, and
 * of differences between groups.
 *
 *     npx tsx experiments/groups.ts [--seeds 10]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import type { Grouped } from '../src/posterior/functional/by-group.ts'
import { drawMultinomial } from '../src/random/multinomial.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { simulate } from '../src/simulation/simulate.ts'
import { HeldShare } from './support/held-share.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const LEVELS = [0.5, 1, 2, 4]
const PEOPLE = 10_000
const FEW = 50
const DRAWS = 300

const TABLE = new URL('./support/marital-by-education.csv', import.meta.url)

/** The counts of each group. */
function readGroups() {
  const [, ...lines] = readFileSync(TABLE, 'utf8').trim().split('\n')
  return lines.map(line => {
    const [name, ...counts] = line.split(',')
    return { name, counts: counts.map(Number) }
  })
}

runScript(async () => {
  const { values } = parseArgs({ options: { seeds: { type: 'string', default: '10' } } })
  const seeds = requireInteger('seeds', Number(values.seeds), 2)
  const groups = readGroups()
  const by = groups.map(({ name }) => name)
  const sizes = Float64Array.from(groups, ({ counts }) => counts.reduce((sum, count) => sum + count))
  const truth = groups.map(({ counts }, g) => counts.map(count => count / sizes[g]))
  const categories = truth[0].length
  const rows = LEVELS.map((epsilon): Row => {
    const distances: { pooled: number; separate: number; one: number }[] = []
    const [cells, few, differences] = [new HeldShare(), new HeldShare(), new HeldShare()]
    let rhat = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const users = Array.from(
        drawMultinomial(stream(seed, 'sizes'), PEOPLE, sizes, new Float64Array(by.length)),
      )
      const { runs } = simulate({
        categories,
        by,
        truth,
        users,
        epsilon,
        strategies: ['subset-selection'],
        draws: DRAWS,
        seed,
      })
      const [{ posterior, totalVariation: pooled, separate }] = runs
      const alone = separate()
      const one = posterior.total().mean
      const mean = (distance: (g: number) => number) =>
        by.reduce((sum, _, g) => sum + distance(g), 0) / by.length
      distances.push({
        pooled,
        separate: mean(g => totalVariation(alone.group(by[g]).mean, truth[g])),
        one: mean(g => totalVariation(one, truth[g])),
      })
      countHeld(posterior, users)
      for (const name of by) rhat = Math.max(rhat, ...posterior.group(name).diagnostics.rhat)
    }
    const ratio = meanWithError(distances.map(({ pooled, separate }) => Math.log(pooled / separate)))
    const average = (of: (each: (typeof distances)[number]) => number) =>
      meanWithError(distances.map(of)).mean
    return {
      epsilon,
      seeds,
      pooled: average(each => each.pooled),
      separate: average(each => each.separate),
      'as one': average(each => each.one),
      ratio: Math.exp(ratio.mean),
      'its error': Math.exp(ratio.mean) * ratio.standardError!,
      'cells held': cells.share,
      'in small groups': few.share,
      'differences held': differences.share,
      'worst R-hat': rhat,
    }

    function countHeld(posterior: Grouped, users: readonly number[]) {
      for (const [g, name] of by.entries()) {
        const isThere = (x: number) => truth[g][x] > 0
        const interval = posterior.group(name).interval(0.95)
        cells.add(interval, truth[g], isThere)
        if (users[g] <= FEW) few.add(interval, truth[g], isThere)
        const h = (g + 1) % by.length
        differences.add(
          posterior.difference(name, by[h]).interval(0.95),
          truth[g].map((value, x) => value - truth[h][x]),
          x => isThere(x) || truth[h][x] > 0,
        )
      }
    }
  })
  printRows(`${PEOPLE} people of ${by.length} groups`, rows)
  writeRows('groups', 'adult', rows)
})
