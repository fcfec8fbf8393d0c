import { describe, expect, test } from 'vitest'
import type { Adjacency } from '../../src/pooling/adjacency.ts'
import { changeCosts } from '../../src/pooling/change-costs.ts'
import { answerCosts, personalizedQuantile } from '../../src/pooling/personalized-quantile.ts'
import { stream } from '../../src/random/stream.ts'
import { bordersOf, densities, distance, lists, WIDTH } from './densities.ts'

const PROBABILITIES = [0, 0.2, 0.5, 0.75, 1]

interface Person {
  value: number
  epsilon: number
}

/** The cost of an answer with these people below and above: the least Σε that puts right the condition that fails. */
function searched(below: number[], above: number[], probability: number, adjacency: Adjacency): number {
  const levels = [...below, ...above]
  let [fewerBelow, fewerAbove] = [Infinity, Infinity]
  for (const changes of lists([false, true], levels.length)) {
    const staying = (person: number) => !changes[person]
    const cost = levels.reduce((total, epsilon, i) => total + (changes[i] ? epsilon : 0), 0)
    const people = levels.map((_, i) => i)
    const left = people.filter(i => i < below.length && staying(i)).length
    const right = people.filter(i => i >= below.length && staying(i)).length
    const n = adjacency === 'replace-one' ? levels.length : left + right
    if (left <= probability * n + 1e-9) fewerBelow = Math.min(fewerBelow, cost)
    if (right <= (1 - probability) * n + 1e-9) fewerAbove = Math.min(fewerAbove, cost)
  }
  return Math.max(fewerBelow, fewerAbove)
}

test.each<Adjacency>(['replace-one', 'add-remove'])(
  'the cost under %s is the least that a search over all changes finds (1,000 random cases)',
  adjacency => {
    const rng = stream('change-costs', adjacency)
    for (let trial = 0; trial < 1000; trial++) {
      const epsilons = [1, 0.125, 8]
      const members = Uint32Array.from({ length: 1 + rng.integer(6) }, () => rng.integer(3))
      const probability = PROBABILITIES[rng.integer(PROBABILITIES.length)]
      const { levels } = changeCosts(members, epsilons, probability, adjacency)
      const people = Array.from(members, group => epsilons[group])
      levels.forEach((cost, i) => {
        expect(cost).toBe(searched(people.slice(0, i), people.slice(i), probability, adjacency))
      })
    }
  },
)

test('the median of an odd number costs max(L, R) − m moves, or |L − R| removals, smallest levels first', () => {
  const members = Uint32Array.of(1, 0, 1, 1, 0)
  const epsilons = [0.5, 2]
  // Below: –, 2, 2 ½, 2 ½ 2, 2 ½ 2 2, all.
  expect(changeCosts(members, epsilons, 0.5, 'replace-one').levels).toEqual(
    Float64Array.of(0.5 + 0.5 + 2, 0.5 + 0.5, 0.5, 0.5, 0.5 + 2, 0.5 + 0.5 + 2),
  )
  expect(changeCosts(members, epsilons, 0.5, 'add-remove').levels).toEqual(
    Float64Array.of(7, 0.5 + 0.5 + 2, 0.5, 0.5, 0.5 + 2 + 2, 7),
  )
})

/** The density of the PE mechanism in each unit; the half can be left out. */
function density(people: readonly Person[], probability: number, adjacency: Adjacency, half = 1): number[] {
  const sorted = [...people].sort((a, b) => a.value - b.value)
  const epsilons = [...new Set(people.map(person => person.epsilon))]
  const members = Uint32Array.from(sorted, person => epsilons.indexOf(person.epsilon))
  const values = sorted.map(person => person.value)
  const costs = answerCosts(bordersOf(values), changeCosts(members, epsilons, probability, adjacency))
  return densities(
    values,
    costs.map(cost => cost / half),
  )
}

/** For each level, the largest log-ratio when one person of that level is replaced. */
function replaced(choices: number[], probability: number, half = 1): Map<number, number> {
  const values = Array.from({ length: WIDTH + 1 }, (_, value) => value)
  const worst = new Map(choices.map(epsilon => [epsilon, 0]))
  for (const epsilons of lists(choices, 3)) {
    for (const rest of lists(values, 2)) {
      const laws = values.map(value => {
        const people = [value, ...rest].map((v, i) => ({ value: v, epsilon: epsilons[i] }))
        return density(people, probability, 'replace-one', half)
      })
      for (const p of laws) {
        for (const q of laws)
          worst.set(epsilons[0], Math.max(worst.get(epsilons[0]) as number, distance(p, q)))
      }
    }
  }
  return worst
}

describe.each(PROBABILITIES)('the PE quantile at %f', probability => {
  test('keeps each person’s own ε on all pairs of small neighbours under replace-one, public people beside', () => {
    for (const [epsilon, worst] of replaced([0.1, 1, 4, Infinity], probability)) {
      expect(worst).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
    }
  })

  test('keeps the level it reports on all pairs of small neighbours under add-remove', () => {
    const { own, reported } = removed(probability)
    expect(own.size).toBe(2)
    for (const worst of own.values()) expect(worst).toBeLessThanOrEqual(reported * (1 + 1e-12))
  })
})

/** For each level, the largest log-ratio when one person of that level leaves; and the level that is reported. */
function removed(probability: number): { own: Map<number, number>; reported: number } {
  const choices = [0.1, 3]
  const own = new Map(choices.map(epsilon => [epsilon, 0]))
  for (const count of [2, 3, 4]) {
    for (const epsilons of lists(choices, count)) {
      for (const values of lists([0, 1, 3], count)) {
        const people = values.map((value, i) => ({ value, epsilon: epsilons[i] }))
        const p = density(people, probability, 'add-remove')
        const q = density(people.slice(1), probability, 'add-remove')
        own.set(epsilons[0], Math.max(own.get(epsilons[0]) as number, distance(p, q)))
      }
    }
  }
  const groups = choices.map(epsilon => ({ values: [1], epsilon }))
  const options = { groups, probability, range: [0, WIDTH], adjacency: 'add-remove' } as const
  return { own, reported: personalizedQuantile(options).levels[0] }
}

test('under add-remove a person of a small level is not kept at it if others have larger ones', () => {
  expect(removed(0.5).own.get(0.1)).toBeGreaterThan(1)
  // The first person's absence multiplies the density below 1 by e^5.05.
  const first = { value: 1, epsilon: 0.1 }
  const others = [2, 3, 3].map(value => ({ value, epsilon: 10 }))
  const ratio = density(others, 0.5, 'add-remove')[0] / density([first, ...others], 0.5, 'add-remove')[0]
  expect(Math.log(ratio)).toBeGreaterThan(4.9)
})

test('twin: without the half, the same check under replace-one fails', () => {
  expect(replaced([0.1, 1], 0.5, 0.5).get(1)).toBeGreaterThan(1)
})
