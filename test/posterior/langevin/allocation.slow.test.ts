import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { builtModule } from '../../support/command.ts'

/** The heap is so large that no garbage is collected within this many updates, not even with all that the twin allocates. */
const HEAP = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256']
const UPDATES = 50_000

/** Bytes that the heap grows by in an update of a sampler, in a process of its own, once the code is warm. */
function bytesPerUpdate(
  sampler: 'sgld' | 'sgrld',
  tally: keyof typeof TALLIES,
  way: string,
  before = '',
): number {
  const script = `
    ${way === 'TypeScript' ? "Reflect.deleteProperty(globalThis, 'WebAssembly')" : ''}
    import { createTally, rrrr, ${sampler}, srr, stream } from '${builtModule('index')}'
    const tally = createTally(20)
    ${TALLIES[tally]}
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
  const child = spawnSync(process.execPath, [...HEAP, '--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  expect(child.stderr).toBe('')
  return Number(child.stdout)
}

const TALLIES = {
  'one set': 'tally.add(srr({ categories: 20, epsilon: 1 }), 3, 5000)',
  'many sets': `
    for (let k = 0; k < 12; k++) {
      const mechanism = rrrr({ categories: 20, subset: Array.from({ length: k }, (_, x) => (k + x) % 20), epsilon: 1 })
      for (let y = 0; y < 20; y++) tally.add(mechanism, y, 30)
    }`,
}

// A vector of θ has 160 bytes. What else is allocated are numbers of 16 bytes each, which the compiler may or may not box in calls.
test.each([
  ['sgld', 'one set', 'WebAssembly'],
  ['sgld', 'many sets', 'WebAssembly'],
  ['sgld', 'many sets', 'TypeScript'],
  ['sgrld', 'many sets', 'WebAssembly'],
  ['sgrld', 'many sets', 'TypeScript'],
] as const)(
  'an update of %s allocates less than half a vector, with columns of %s, by %s',
  (sampler, tally, way) => {
    expect(bytesPerUpdate(sampler, tally, way)).toBeLessThan(80)
  },
)

test('an update that keeps a copy of θ is seen to allocate', () => {
  const copy = 'kept.push(Array.from(state.phi))'
  expect(bytesPerUpdate('sgld', 'one set', 'WebAssembly', copy)).toBeGreaterThan(160)
})
