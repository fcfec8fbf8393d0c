import { expect, test } from 'vitest'
import {
  differenceSet,
  FAMILIES,
  type Parameters,
  parametersOf,
} from '../../../src/mechanism/block-design/difference-set.ts'
import { stream } from '../../../src/random/stream.ts'
import { DIFFERENCE_SETS } from '../../support/subjects.ts'

/** All parameters with at most so many points. */
function allParameters(most: number): Parameters[] {
  const found: Parameters[] = []
  for (const family of FAMILIES) {
    for (let q = 2; q <= most; q++) {
      for (let dimension = 1; dimension <= 10; dimension++) {
        const parameters = parametersOf(family, q, dimension)
        if (parameters && parameters.points <= most) found.push(parameters)
      }
    }
  }
  return found
}

const membersOf = (indicator: Uint8Array) => [...indicator.keys()].filter(i => indicator[i] === 1)

/** Whether every difference but 0 occurs exactly λ times. */
function isDifferenceSet({ points, blockSize, meet }: Parameters, indicator: Uint8Array): boolean {
  const members = membersOf(indicator)
  const counts = new Float64Array(points)
  for (const one of members) for (const other of members) counts[(one - other + points) % points]++
  return members.length === blockSize && counts.every((count, i) => i === 0 || count === meet)
}

test('every set of every family with up to 400 points has each difference exactly λ times', () => {
  const all = allParameters(400)
  expect(new Set(all.map(({ family }) => family)).size).toBe(FAMILIES.length)
  // Among them fields of characteristic 2, 3 and 5 that are no prime fields.
  for (const q of [4, 8, 9, 16]) expect(all.some(parameters => parameters.q === q)).toBe(true)
  for (const parameters of all) {
    expect(isDifferenceSet(parameters, differenceSet(parameters).indicator())).toBe(true)
  }
})

test('a set with one residue moved is none', () => {
  for (const parameters of allParameters(60)) {
    const indicator = differenceSet(parameters).indicator()
    const [first] = membersOf(indicator)
    indicator[first] = 0
    indicator[indicator.indexOf(0, first + 1)] = 1
    expect(isDifferenceSet(parameters, indicator)).toBe(false)
  }
})

test('small sets are those of the literature', () => {
  for (const { parameters, points, members } of DIFFERENCE_SETS) {
    const known = parametersOf(parameters.family, parameters.q, parameters.dimension)!
    expect([known.points, known.blockSize]).toEqual([points, members.length])
    expect(membersOf(differenceSet(known).indicator())).toEqual([...members])
  }
})

test('parameters are those of the tables, and others do not exist', () => {
  const triple = (family: Parameters['family'], q: number, d: number) => {
    const { points, blockSize, meet } = parametersOf(family, q, d)!
    return [points, blockSize, meet]
  }
  expect(triple('singer', 5, 3)).toEqual([31, 6, 1])
  expect(triple('singer', 3, 4)).toEqual([40, 13, 4])
  expect(triple('singer', 7, 3)).toEqual([57, 8, 1])
  expect(triple('singer', 8, 3)).toEqual([73, 9, 1])
  expect(triple('singer', 5, 4)).toEqual([156, 31, 6])
  expect(triple('singer', 5, 8)).toEqual([97_656, 19_531, 3906])
  for (const [family, q, d] of [
    ['singer', 6, 3],
    ['singer', 4, 2],
    ['singer-complement', 1, 3],
    ['paley', 13, 1],
    ['paley', 27, 1],
    ['paley', 11, 3],
    ['biquadratic', 17, 1],
    ['biquadratic-zero', 37, 1],
  ] as const) {
    expect(parametersOf(family, q, d)).toBeUndefined()
  }
})

test('a residue is a member without a table as it is with one, in sets of up to 150,000 points', () => {
  const rng = stream(1, 'members')
  const large = [
    parametersOf('singer', 5, 8)!,
    parametersOf('singer-complement', 8, 6)!,
    parametersOf('singer', 27, 4)!,
    parametersOf('paley', 100_003, 1)!,
    ...allParameters(100),
  ]
  for (const parameters of large) {
    const set = differenceSet(parameters)
    const indicator = set.indicator()
    expect(membersOf(indicator).length).toBe(parameters.blockSize)
    for (let i = 0; i < 50; i++) {
      const residue = rng.integer(parameters.points)
      expect(set.has(residue)).toBe(indicator[residue] === 1)
    }
  }
})
