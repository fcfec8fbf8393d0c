/** Measures a piece of work at one size, in a process of its own, and sends what it took to the parent process. */
import { GROWTH_WORKS } from './growth-works.ts'
import { interleave, spread, type Times, timed } from './pairs.ts'

/** Seconds for which the code is warmed up at the smallest size. */
const WARMUP = 0.3
/** Seconds for which short work is repeated, all rounds together. */
const BUDGET = 0.4
const ROUNDS = 5
/** Work that takes more seconds than this is measured only once. */
const WORTH_REPEATING = 0.5

const [name, size] = process.argv.slice(2)
const { prepare, sizes } = GROWTH_WORKS.find(work => work.name === name)!
const small = timed(name, prepare(sizes[0]))
const start = performance.now()
do small(0)
while (performance.now() - start < WARMUP * 1000)

const atRest = process.resourceUsage().maxRSS
const work = prepare(Number(size))
const first = timed(name, work)(0)[name]
const peak = process.resourceUsage().maxRSS - atRest
const times = first.elapsed < WORTH_REPEATING ? repeated(work, first) : [first]
process.send!({
  cpu: spread(times.map(({ cpu }) => cpu * 1000)),
  elapsed: spread(times.map(({ elapsed }) => elapsed * 1000)),
  megabytes: peak / 1024,
})

function repeated(work: () => number, { elapsed }: Times): Times[] {
  const calls = Math.max(1, Math.floor(BUDGET / ROUNDS / elapsed))
  const many = timed(name, () => {
    let total = 0
    for (let call = 0; call < calls; call++) total += work()
    return total
  })
  return interleave([many], ROUNDS)[name].map(one => ({
    cpu: one.cpu / calls,
    elapsed: one.elapsed / calls,
  }))
}
