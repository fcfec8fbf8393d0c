import { expect, test } from 'vitest'
import { DRAWS } from '../../../experiments/support/rank-calibration.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { drain, drawChains } from '../../../src/posterior/draw-posterior.ts'
import { chainedGroups } from '../../../src/posterior/hierarchical/draw-numbers.ts'
import { Layout, type Shape } from '../../../src/posterior/smooth/linear-layout.ts'
import { LinearLikelihood } from '../../../src/posterior/smooth/linear-likelihood.ts'
import { SmoothPrior } from '../../../src/posterior/smooth/smooth-prior.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { drawIndex } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'
import { findings, worstOf } from '../../support/calibration.ts'

const [GROUPS, PEOPLE, TRUTHS, THIN] = [3, 60, 150, 6]
/** Of two tests that should pass, in all. */
const ALARM = 1e-6 / 2
const SCALE: Shape = { kind: 'scale', bins: 4, first: 0 }
const NUMBER: Shape = { kind: 'number', bins: 6, first: 1 }

/** Mean value of a law over the cells' numbers. */
const meanOf = (law: Float64Array) => law.reduce((sum, share, x) => sum + share * x, 0)

/**
 * Ranks of shares, means, their difference and τ among draws, where the truth is drawn from the prior.
 *
 * @param stretch by what the groups are farther from each other than their τ says: 1, if nothing is wrong
 */
function ranksOf(shape: Shape, stretch: number): Map<string, number[]> {
  const setting = { shape, covariates: 0, terms: [{ levels: GROUPS, slopes: [] }], patterns: [] }
  const layout = new Layout(setting)
  const prior = new SmoothPrior(layout, shape.kind)
  const law = new LinearLikelihood(setting, layout)
  const { cells } = law.law
  const mechanism = srr({ categories: cells, epsilon: 2 })
  const ranks = new Map<string, number[]>()
  for (let replicate = 0; replicate < TRUTHS; replicate++) {
    const rng = stream('groups', shape.kind, replicate)
    const { x, h } = prior.draw(rng)
    for (let i = layout.shared; i < x.length; i++) x[i] *= stretch
    const row = new Float64Array(GROUPS * cells + 1)
    const tallies = Array.from({ length: GROUPS }, (_, g) => {
      const theta = row.subarray(g * cells, (g + 1) * cells)
      law.write(layout.partsOf([], [g]), x, theta)
      const tally = createTally(cells)
      for (let i = 0; i < PEOPLE; i++) tally.add(mechanism, mechanism.respond(drawIndex(rng, theta), rng))
      return tally
    })
    row[GROUPS * cells] = h[2]
    const valuesOf = (at: Float64Array) => {
      const ofGroup = (g: number) => at.subarray(g * cells, (g + 1) * cells)
      const [one, other] = [meanOf(ofGroup(0)), meanOf(ofGroup(1))]
      const fit = tallies.reduce((sum, tally, g) => sum + tally.logLikelihood(ofGroup(g)), 0)
      const [ends, middle] = [at[0], at[Math.floor(cells / 2)]]
      return { ends, middle, mean: one, difference: one - other, fit, 'ln τ': at[GROUPS * cells] }
    }
    const effort = { draws: DRAWS * THIN, warmup: 140, chains: 1, seed: replicate }
    const { draws, categories: width } = drain(drawChains(chainedGroups(tallies, shape), effort))
    const truth = Object.entries(valuesOf(row))
    const rank = truth.map(() => 0)
    for (let draw = 0; draw < DRAWS; draw++) {
      const start = draw * THIN * width
      const values = Object.values(valuesOf(draws.subarray(start, start + width)))
      values.forEach((value, i) => {
        if (value < truth[i][1]) rank[i]++
      })
    }
    truth.forEach(([name], i) => {
      ranks.set(name, [...(ranks.get(name) ?? []), rank[i]])
    })
  }
  return ranks
}

function worst(shape: Shape, stretch: number) {
  const found = worstOf(findings(ranksOf(shape, stretch)))
  console.log(shape.kind, stretch, found)
  return found.pValue
}

test.each([SCALE, NUMBER])(
  'the truth has a uniform rank among the draws of groups, and their intervals cover: $kind',
  shape => {
    expect(worst(shape, 1)).toBeGreaterThan(ALARM)
  },
)

test('where groups are three times as far from each other as their τ says, it has not', () => {
  expect(worst(SCALE, 3)).toBeLessThan(ALARM)
})
