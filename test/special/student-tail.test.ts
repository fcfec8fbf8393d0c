import { expect, test } from 'vitest'
import { studentTail } from '../../src/special/student-tail.ts'

test('with one, two and four degrees of freedom it is what the closed forms say', () => {
  for (const t of [0.01, 0.5, 1, 3, 12.7, 1000]) {
    expect(studentTail(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12)
    expect(studentTail(t, 2)).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 12)
    const s = t / Math.sqrt(4 + t * t)
    expect(studentTail(t, 4)).toBeCloseTo(1 - (3 * s - s ** 3) / 2, 12)
    expect(studentTail(-t, 4)).toBe(studentTail(t, 4))
  }
})

test('it has the quantiles of tables, far out too, and nears the normal law', () => {
  expect(studentTail(2.093024054408263, 19)).toBeCloseTo(0.05, 12)
  expect(studentTail(3.883405852592097, 19)).toBeCloseTo(0.001, 10)
  expect(studentTail(1.959963984540054, 1e5)).toBeCloseTo(0.05, 5)
  expect(studentTail(0, 7)).toBe(1)
  expect(studentTail(Infinity, 7)).toBe(0)
})
