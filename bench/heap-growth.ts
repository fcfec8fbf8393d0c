/**
 * Measures by how many bytes the heap grows in an update of a sampler, once its code is warm, over a million updates during
 * which nothing is collected. The figure is sent to the parent process.
 */
import { createTally, rrrr, sgld, sgrld, stream } from 'adobest'

const UPDATES = 1e6
const AT_ONCE = 20
const CATEGORIES = 20

const [name, way] = process.argv.slice(2)
if (way === 'TypeScript') Reflect.deleteProperty(globalThis, 'WebAssembly')
const tally = createTally(CATEGORIES)
for (let k = 0; k < 12; k++) {
  const subset = Array.from({ length: k }, (_, x) => (k + x) % CATEGORIES)
  const mechanism = rrrr({ categories: CATEGORIES, subset, epsilon: 1 })
  for (let y = 0; y < CATEGORIES; y++) tally.add(mechanism, y, 30)
}
const sampler = (name === 'sgld' ? sgld : sgrld)({ tally, prior: 1, horizon: 10_000 })
const rng = stream(1, 'heap growth')
const state = sampler.init(rng)
const run = () => {
  for (let update = 0; update < UPDATES; update += AT_ONCE) sampler.advance(rng, state, AT_ONCE)
}
run()
globalThis.gc!()
const before = process.memoryUsage().heapUsed
run()
process.send!((process.memoryUsage().heapUsed - before) / UPDATES)
