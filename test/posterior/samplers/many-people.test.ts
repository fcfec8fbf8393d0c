import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'

/** Shares of the answers, which are not those of the people. */
const SHARES = [0.3, 0.2, 0.5]
const EPSILON = 3

/** With so many answers the posterior of a θ_x is normal: it is that of a binomial share, shifted and stretched by the channel. */
function limit(share: number, n: number, { stretched }: { stretched: boolean }) {
  const odds = Math.exp(EPSILON)
  const stretch = stretched ? (odds + SHARES.length - 1) / (odds - 1) : 1
  const mean = (share - 1 / (odds + SHARES.length - 1)) * stretch
  return { mean, sd: Math.sqrt((share * (1 - share)) / n) * stretch }
}

/**
 * A false alarm at 5.5 Monte Carlo errors of a mean has probability 4e-8. So has one at 25 % of an sd, whose own error is at most 4.5 %
 * from 250 effective draws on.
 */
test.each([
  ['hmc', 1e13],
  ['hmc', 1e14],
  ['hmc', Number.MAX_SAFE_INTEGER],
  ['gibbs', 1e13],
  ['gibbs', 1e14],
  ['gibbs', Number.MAX_SAFE_INTEGER],
] as const)('%s with a learnt prior has the limit’s mean and sd at %d people', (sampler, people) => {
  const mechanism = srr({ categories: 3, epsilon: EPSILON })
  const tally = createTally(3)
  SHARES.forEach((share, y) => {
    tally.add(mechanism, y, y === 2 ? people - tally.size : Math.round(share * people))
  })
  const { mean, sd, diagnostics } = samplePosterior(tally, { sampler, draws: 400, seed: 1 })
  const { essBulk, mcse } = diagnostics
  const agreement = (stretched: boolean) =>
    SHARES.slice(0, 2).map((share, x) => {
      const exact = limit(share, people, { stretched })
      return Math.abs(mean[x] - exact.mean) < 5.5 * mcse[x] && Math.abs(sd[x] / exact.sd - 1) < 0.25
    })
  expect(Math.min(...essBulk)).toBeGreaterThan(250)
  expect(agreement(true)).toEqual([true, true])
  // The twin takes the answers for the categories themselves.
  expect(agreement(false)).toEqual([false, false])
})
