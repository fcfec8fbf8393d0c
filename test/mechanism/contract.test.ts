import { describe, expect, test } from 'vitest'
import { mechanismContract } from '../../src/contract.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { channelMatrix, likelihood } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { sum } from '../../src/simplex/probabilities.ts'
import {
  auditIsExact,
  followsDefinition,
  keepsItsPromise,
  levelsAreDense,
  namesBadResponses,
  refusesBadCategories,
  survivesTheWire,
} from '../support/contract.ts'
import { FAMILIES } from '../support/families.ts'

// The contract of every mechanism, no exemptions. False alarms: 1e-6 a mechanism.

/** Some responses, where there are too many to list. */
function someResponses(mechanism: Mechanism, rng: SeededRng): Response[] {
  return Array.from({ length: 3 }, () => mechanism.respond(rng.integer(mechanism.categories), rng))
}

describe.each(FAMILIES)('$name', ({ name, small, random, at, refused }) => {
  const subjects = small()

  test('keeps the published contract, and has the columns of its definition', () => {
    for (const subject of subjects) {
      expect(mechanismContract(subject.mechanism, { seed: 1 })).toEqual([])
      followsDefinition(subject)
    }
  })

  test('loses nobody of a group, at any level', () => {
    const rng = stream(1, 'groups', name)
    for (const epsilon of [1e-300, 1e-16, 1e-15, 800]) {
      const { mechanism } = at(epsilon)
      const people = Float64Array.from({ length: mechanism.categories }, (_, x) => 10 * x)
      const answers = mechanism.respondMany?.(people, rng) ?? people
      expect(sum(answers)).toBe(sum(people))
    }
  })

  test('has one name in all its places', () => {
    for (const { mechanism } of subjects) {
      expect([mechanism.name, mechanism.toRequest().mechanism]).toEqual([name, name])
    }
  })

  test('is audited by its levels as by going through all responses and categories', () => {
    const rng = stream(1, 'audits', name)
    for (let i = 0; i < 100; i++) auditIsExact(random(rng, 10).mechanism)
  })

  test('has columns of levels that are the dense columns, and survives the wire', () => {
    const rng = stream(1, 'columns', name)
    for (const { mechanism } of subjects) levelsAreDense(mechanism)
    for (let i = 0; i < 100; i++) {
      const { mechanism } = random(rng, 200)
      const responses = someResponses(mechanism, rng)
      levelsAreDense(mechanism, responses)
      survivesTheWire(mechanism, responses)
    }
  })

  test('never spends more than it was asked for, over 1,000 random parameters to K = 200 and ε = 700', () => {
    const rng = stream(1, 'promises', name)
    for (let i = 0; i < 1000; i++) {
      const { mechanism, epsilon } = random(rng, 200)
      keepsItsPromise(mechanism, epsilon)
    }
  })

  test('is exact and finite at ε = 800 and beyond', () => {
    for (const epsilon of [800, 900, 1e6]) {
      const { mechanism } = at(epsilon)
      keepsItsPromise(mechanism, epsilon)
      auditIsExact(mechanism)
      levelsAreDense(mechanism)
      expect(channelMatrix(mechanism).flat().every(Number.isFinite)).toBe(true)
    }
  })

  test('never sends, from either source, what its channel all but excludes, at ε = 800 and beyond', () => {
    for (const epsilon of [800, 900, 1e6]) {
      const { mechanism } = at(epsilon)
      for (const rng of [stream(1, 'certain'), cryptoRng()]) {
        for (let i = 0; i < 600; i++) {
          const x = i % mechanism.categories
          expect(likelihood(mechanism, mechanism.respond(x, rng))[x]).toBeGreaterThan(1e-12)
        }
      }
    }
  })

  test('refuses what is no response, and no category', () => {
    for (const { mechanism } of subjects) {
      namesBadResponses(mechanism)
      refusesBadCategories(mechanism)
    }
  })

  test('refuses bad arguments under their names', () => {
    for (const [argument, value, make] of refused) {
      expect(make, `${argument} = ${String(value)}`).toThrow(RangeError)
      expect(make).toThrow(new RegExp(`^${argument} must be .*; got `))
    }
  })
})

test('every built-in kind of mechanism is among them', () => {
  expect(FAMILIES.map(({ name }) => name).sort()).toEqual(builtIn.mechanisms.map(({ name }) => name).sort())
})
