import { expect, test } from 'vitest'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { liarSigns } from '../../src/risk/liar-signs.ts'
import { forTargets } from '../support/liars.ts'
import { liedAnswers } from '../support/lied-answers.ts'
import { binomialCdf } from '../support/special.ts'

const K = 20
const PEOPLE = 10_000
const CONCENTRATION = 0.1
const MECHANISMS = {
  srr: srr({ categories: K, epsilon: 1 }),
  'subset-selection': subsetSelection({ categories: K, epsilon: 1 }),
}
type Name = keyof typeof MECHANISMS

/** The likeliest first: liars name the fourth. */
const sparse = (rng: SeededRng) =>
  drawDirichlet(rng, new Float64Array(K).fill(CONCENTRATION), new Float64Array(K)).sort().reverse()
const lie = (mechanism: Mechanism, rng: SeededRng) => forTargets(mechanism, [3], rng)
const equal = (held: number) => () => Float64Array.from({ length: K }, (_, x) => Number(x < held) / held)

/** How many of a number of collections have a p-value of at most 5 %. */
function alarms(
  name: Name,
  truth: (rng: SeededRng) => Float64Array,
  options: { runs: number; share?: number; prior?: number },
) {
  const { runs, share = 0, prior } = options
  let found = 0
  for (let run = 0; run < runs; run++) {
    const rng = stream(run, 'signs', name, share)
    const play = {
      mechanism: MECHANISMS[name],
      truth: truth(rng),
      people: PEOPLE,
      share,
      lie,
    }
    found += Number(liarSigns(liedAnswers(play, rng), K, rng, prior).pValue <= 0.05)
  }
  return found
}

/** Whether this many of `runs` are compatible with a probability of at most, or at least, `p`; false alarm 1e-6. */
const isAtMost = (found: number, runs: number, p: number) => 1 - binomialCdf(found - 1, runs, p) > 1e-6
const isAtLeast = (found: number, runs: number, p: number) => binomialCdf(found, runs, p) > 1e-6

test('false alarms are at most 5 %, whether one, two, five or ten categories are held, or a random few', () => {
  const RUNS = 60
  const truths = [equal(1), equal(2), equal(5), equal(10), sparse]
  const found = truths.map(truth => alarms('srr', truth, { runs: RUNS }))
  console.log('false alarms of', RUNS, found)
  for (const count of found) expect(isAtMost(count, RUNS, 0.05)).toBe(true)
  // A twin that is right for random truths alone is wrong for the first ones.
  const wrong = truths.slice(0, 3).map(truth => alarms('srr', truth, { runs: RUNS, prior: CONCENTRATION }))
  console.log('with the null law of other truths', wrong)
  const all = wrong.reduce((sum, count) => sum + count, 0)
  expect(isAtMost(all, 3 * RUNS, 0.05)).toBe(false)
})

test('false alarms are at most 5 % on average over truths of the law that they are taken to be from', () => {
  const found = alarms('srr', sparse, { runs: 100, prior: CONCENTRATION })
  console.log('false alarms of 100', found)
  expect(isAtMost(found, 100, 0.05)).toBe(true)
})

test.each<[Name, number, number, number]>([
  ['srr', 0.02, 0.73, 60],
  ['srr', 0.05, 0.98, 20],
  ['subset-selection', 0.02, 0.15, 25],
  ['subset-selection', 0.05, 0.53, 25],
  ['subset-selection', 0.1, 0.9, 25],
])('under %s a share of liars of %d is noticed in a share of %d at least', (name, share, power, runs) => {
  const found = alarms(name, sparse, { runs, share, prior: CONCENTRATION })
  console.log(name, share, 'noticed', found, 'of', runs)
  expect(isAtLeast(found, runs, power)).toBe(true)
  // A twin that does not look: it has alarms at random.
  if (power > 0.5) expect(isAtLeast(Math.round(0.05 * runs), runs, power)).toBe(false)
})
