import { describe, expect, test } from 'vitest'
import {
  CLASSES,
  CLIENTS,
  MEASURES,
  type MixtureResult,
  mixtures,
  PUBLISHED,
} from '../../experiments/sampling/mixtures.ts'

const LEVELS = [0.1, 0.5, 1, 2]

/** Two-sided chance of such a published maximum of 100 clients, by the share of our clients that are below it. */
function chance({ clients }: MixtureResult, measure: (typeof MEASURES)[number], published: number): number {
  const below = clients.filter(client => client[measure] <= published).length
  // A client more on either side: published is then never impossible where all or none are below.
  const least = (below / (clients.length + 1)) ** CLIENTS
  const most = ((below + 1) / (clients.length + 1)) ** CLIENTS
  return 2 * Math.min(most, 1 - least)
}

/** Published bars have six decimals; a divergence that is zero is drawn as noise of their size. */
const VISIBLE = 1e-4

// 36 comparisons, most of them of the same few sets of clients; 1e-6 in all.
const ALARM = 1e-6 / 36

describe.each(['pure', 'Gaussian'] as const)('%s, 1,000 clients', privacy => {
  const results = mixtures({ privacy, levels: LEVELS, batches: 10, seed: 'maxima' })
  const compare = (factor: number) =>
    results.flatMap(result =>
      MEASURES.flatMap(measure => {
        const published = PUBLISHED[privacy][result.class]?.[measure][LEVELS.indexOf(result.level)] ?? 0
        return published > VISIBLE ? [chance(result, measure, factor * published)] : []
      }),
    )

  test('the published maxima of 100 clients are such as ours, at 1e-6', () => {
    expect(compare(1).length).toBeGreaterThan(18)
    expect(Math.min(...compare(1))).toBeGreaterThan(ALARM)
  })

  test('twins with maxima half as large are not, and those a fifth larger no mixture has', () => {
    expect(Math.min(...compare(0.5))).toBeLessThan(ALARM)
    for (const result of results) {
      const published = PUBLISHED[privacy][result.class]?.kl[LEVELS.indexOf(result.level)] ?? 0
      if (published > 0.1) expect(1.2 * published).toBeGreaterThan(result.supremum.kl)
    }
  })

  test('no client is above the largest over all mixtures, nor that above the worst case of the class', () => {
    for (const { clients, supremum, theory } of results) {
      for (const measure of MEASURES) {
        const largest = clients.reduce((most, client) => Math.max(most, client[measure]), 0)
        expect(largest).toBeLessThanOrEqual(supremum[measure] + 1e-13)
        expect(supremum[measure]).toBeLessThanOrEqual(theory(measure) + 1e-13)
      }
    }
  })

  test('the exact γ = e serves no worse than γ = 3, in mean and at most', () => {
    const names = Object.keys(CLASSES)
    expect(names).toContain('local, γ = e')
    for (const level of LEVELS) {
      const [rounded, exact] = ['local, γ = 3', 'local, γ = e'].map(
        name => results.find(result => result.class === name && result.level === level)!,
      )
      for (const measure of MEASURES) {
        expect(exact.supremum[measure]).toBeLessThanOrEqual(rounded.supremum[measure])
        const mean = ({ clients }: MixtureResult) =>
          clients.reduce((total, client) => total + client[measure], 0)
        expect(mean(exact)).toBeLessThanOrEqual(mean(rounded))
      }
    }
  })
})
