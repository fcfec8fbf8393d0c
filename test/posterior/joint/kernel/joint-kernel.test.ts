import { expect, test } from 'vitest'
import { inWebAssembly } from '../../../../src/posterior/joint/kernel/joint-kernel.ts'
import type { JointKernel } from '../../../../src/posterior/joint/kernel/joint-loops.ts'
import { NODES } from '../../../../src/posterior/joint/kernel/nodes.ts'
import { plainJoint } from '../../../../src/posterior/joint/kernel/plain-joint.ts'
import { drawNormal } from '../../../../src/random/normal.ts'
import { stream } from '../../../../src/random/stream.ts'

const LENGTH = 16_384

/** Both kernels, with the same random numbers in all of their memories. */
function both(name: string): readonly [JointKernel, JointKernel] {
  const kernels = [plainJoint(LENGTH), inWebAssembly(LENGTH)!] as const
  const rng = stream('joint kernels', name)
  for (let i = 0; i < LENGTH; i++) {
    const value = drawNormal(rng)
    for (const { numbers } of kernels) numbers[i] = value
  }
  return kernels
}

/** Beside the scratch, both memories hold the same bits. */
function expectEqual([plain, fast]: readonly [JointKernel, JointKernel]) {
  const bits = ({ numbers }: JointKernel) => new BigUint64Array(numbers.buffer, 8 * NODES, LENGTH - NODES)
  const [one, other] = [bits(plain), bits(fast)]
  const apart = one.findIndex((value, i) => value !== other[i])
  expect(apart, `at ${apart}`).toBe(-1)
}

test.each([1, 2, 5, 16])('shares of %i cells are the same to the last bit, and sum to one', K => {
  const kernels = both(`shares ${K}`)
  for (const kernel of kernels) {
    // Logits far apart, too, for which the exponential is cut.
    kernel.numbers[100] = K === 5 ? 900 : kernel.numbers[100]
    kernel.shares(K, 100, 200, 400, 700, 1000, 1000 + K * NODES)
  }
  expectEqual(kernels)
  for (let h = 0; h < NODES; h++) {
    let total = 0
    for (let u = 0; u < K; u++) total += kernels[1].numbers[1000 + u * NODES + h]
    expect(total).toBeCloseTo(1, 13)
  }
  for (const kernel of kernels) kernel.pullShares(K, 1000, 1000 + K * NODES, 400, 700, 800, 100, 200)
  expectEqual(kernels)
})

test.each([
  [2, 2],
  [3, 5],
  [7, 4],
  [1, 3],
])('tables of %i × %i cells and what their scores say are the same to the last bit', (a, b) => {
  const kernels = both(`tables ${a} ${b}`)
  for (const kernel of kernels) {
    kernel.table(1000, a, 2000, b, 100)
    kernel.pullTable(100, 1000, a, 2000, b, 3000, 4000)
  }
  expectEqual(kernels)
})

test.each([4, 9, 25])('the deviations of %i cells are the same to the last bit', n => {
  const kernels = both(`deviations ${n}`)
  for (const { numbers, bend, pullBend } of kernels.map(kernel => ({
    numbers: kernel.numbers,
    bend: kernel.bend.bind(kernel),
    pullBend: kernel.pullBend.bind(kernel),
  }))) {
    for (let i = 0; i < n + 1; i++) numbers[100 + i] = Math.abs(numbers[100 + i])
    for (let i = 0; i < n + 1; i++) numbers[300 + i] = Math.abs(numbers[300 + i])
    numbers[200] = -900
    bend(n, 0.54, 1.2, 100, 200, 300, 400, 500, 600)
    numbers[90] = pullBend(n, 400, 500, 600, 200, 700, 800)
    // Behind an odd number of cells, the second lane writes what nobody reads.
    for (const at of [400, 500, 600, 700, 800]) numbers[at + n] = 0
  }
  expectEqual(kernels)
  const theta = kernels[1].numbers.subarray(400, 400 + n)
  expect(theta.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 13)
})

test.each([6, 11])('the log-likelihood of answers about %i cells is the same to the last bit', n => {
  const kernels = both(`answers ${n}`)
  const rng = stream('sets', n)
  const sets = Array.from({ length: 300 }, () =>
    Array.from({ length: n }, (_, x) => x).filter(() => rng.uniform() < 0.4),
  )
  const counts = sets.map(() => (rng.uniform() < 0.5 ? 1 : 1 + rng.integer(900)))
  for (const kernel of kernels) {
    const { numbers, wholes } = kernel
    for (let x = 0; x < n; x++) numbers[100 + x] = Math.abs(numbers[100 + x])
    let at = 0
    sets.forEach((set, i) => {
      numbers.set([1e-3, 0.8, counts[i]], 2000 + 3 * i)
      wholes[8000 + i] = at
      for (const x of set) wholes[10_000 + at++] = x
      wholes[8000 + i + 1] = at
    })
    numbers[90] = kernel.sets(n, 100, 200, sets.length, 2000, 8000, 10_000)
    numbers[91] = kernel.quadratic(n, 100, 300, 400, 500, 600, 900)
  }
  expectEqual(kernels)
  const { numbers } = kernels[0]
  const expected = sets.reduce((sum, set, i) => {
    const mass = set.reduce((total, x) => total + numbers[100 + x], 0)
    return sum + counts[i] * Math.log(1e-3 + 0.8 * mass)
  }, 0)
  expect(numbers[90]).toBeCloseTo(expected, 6)
})
