import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** A heap that is not collected by itself within this many updates, and is large enough for what the twin allocates. */
const HEAP = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']
const UPDATES = 200_000

/** Bytes that the heap grows by in an update of a sampler, in a process of its own, once the code is warm. */
function bytesPerUpdate(sampler: 'sgld' | 'sgrld', tally: string, before = ''): number {
  const script = `
    import { srr } from './src/mechanism/srr.ts'
    import { ${sampler} } from './src/posterior/${sampler}.ts'
    import { createTally } from './src/posterior/tally.ts'
    import { stream } from './src/random/stream.ts'
    import { rrrr } from './src/rrrr/rrrr.ts'
    const tally = createTally(20)
    ${tally}
    const sampler = ${sampler}({ tally, prior: 1, horizon: 10_000 })
    const rng = stream(1, 'allocation')
    const state = structuredClone(sampler.init(rng))
    const kept = []
    const run = () => {
      for (let i = 0; i < ${UPDATES}; i++) {
        ${before}
        sampler.step(rng, state)
      }
    }
    run()
    kept.length = 0
    gc()
    const before = process.memoryUsage().heapUsed
    run()
    console.log((process.memoryUsage().heapUsed - before) / ${UPDATES})`
  const child = spawnSync(
    process.execPath,
    [...HEAP, '--import', 'tsx', '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  )
  expect(child.stderr).toBe('')
  return Number(child.stdout)
}

const ONE = 'tally.add(srr({ categories: 20, epsilon: 1 }), 3, 5000)'
const MANY = `for (let k = 0; k < 12; k++) {
  const mechanism = rrrr({ categories: 20, subset: Array.from({ length: k }, (_, x) => (k + x) % 20), epsilon: 1 })
  for (let y = 0; y < 20; y++) tally.add(mechanism, y, 30)
}`

// A vector of θ has 160 bytes. What remains are numbers of 16 bytes each that the generator's library may box, or not: that is
// up to the compiler.
test.each([
  ['sgld', ONE],
  ['sgld', MANY],
  ['sgrld', MANY],
] as const)('an update of %s allocates less than half a vector, with columns of %s', (sampler, tally) => {
  expect(bytesPerUpdate(sampler, tally)).toBeLessThan(80)
})

test('an update that keeps a copy of θ is seen to allocate', () => {
  const copy = 'kept.push(Array.from(state.phi))'
  expect(bytesPerUpdate('sgld', ONE, copy)).toBeGreaterThan(160)
})
