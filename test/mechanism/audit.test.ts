import { expect, test } from 'vitest'
import { audit, auditOver, certify } from '../../src/mechanism/audit.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { type Column, denseColumn, levelColumn } from '../../src/mechanism/column.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

/** The parts of a mechanism that an audit looks at, from its columns. */
function channel(...columns: Column[]): Pick<Mechanism, 'name' | 'kinds' | 'column'> {
  return { name: 'public-prior', kinds: () => columns.map((_, y) => y), column: y => columns[y as number] }
}

/** The level over all responses of a channel that is made by hand. */
const auditKinds = (made: ReturnType<typeof channel>) => auditOver(made.kinds(), made)

const dense = (...probabilities: number[]) => denseColumn(Float64Array.from(probabilities, Math.log))

test('the audit names the response that tells most, and the two categories that it tells apart', () => {
  expect(audit(srr({ categories: 4, epsilon: 1 }))).toEqual({ epsilon: 1, response: 0, pair: [0, 1] })
  const { epsilon, response, pair } = auditKinds(
    channel(dense(0.5, 0.4, 0.3), dense(0.2, 0.1, 0.6), dense(0.3, 0.5, 0.1)),
  )
  expect(epsilon).toBeCloseTo(Math.log(6), 14)
  expect([response, pair]).toEqual([1, [2, 1]])
})

test('a response that only some categories give makes the level infinite', () => {
  expect(auditKinds(channel(dense(0.5, 0.5), dense(0.5, 0))).epsilon).toBe(Infinity)
})

test('a channel that says nothing has level 0', () => {
  expect(auditKinds(channel(dense(0.5, 0.5))).epsilon).toBe(0)
  expect(auditKinds(channel(levelColumn({ categories: 3, logScale: -1, logBase: 0 }))).epsilon).toBe(0)
})

test('at ε = 800 the level is right where a matrix of doubles has zeros', () => {
  const mechanism = rrrr({ categories: 10, subset: [1, 2, 3], epsilon: 800, epsilon1: 800 })
  expect(channelMatrix(mechanism).flat()).toContain(0)
  expect(audit(mechanism).epsilon).toBe(800)
})

test('a level that no category attains does not count', () => {
  const everywhere = Int32Array.from([0, 1, 2])
  const levels = {
    categories: 3,
    logScale: -1,
    logBase: -Infinity,
    set: everywhere,
    logLevel: -1,
    point: 1,
    logPeak: 0,
  }
  expect(auditKinds(channel(levelColumn(levels))).epsilon).toBe(1)
  const onlyPoint = {
    categories: 2,
    logScale: 0,
    logBase: 0,
    set: Int32Array.of(1),
    logLevel: 9,
    point: 1,
    logPeak: 3,
  }
  expect(auditKinds(channel(levelColumn(onlyPoint))).epsilon).toBe(3)
})

test('a channel that spends more than it was asked for is not certified, by a ten-billionth even', () => {
  const spends = channel(levelColumn({ categories: 2, logScale: -2, logBase: -1, point: 0, logPeak: 0 }))
  expect(certify(spends, 1)).toBe(1)
  expect(certify(spends, 1 - 1e-13)).toBe(1)
  expect(() => certify(spends, 1 - 1e-10)).toThrow(
    /^public-prior was asked for epsilon 0.9+, but its channel spends 1$/,
  )
  expect(() => certify(channel(dense(1, 0)), 1)).toThrow(/spends Infinity/)
})
