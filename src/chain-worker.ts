/** Main module of a thread that steps chains for others (`posterior/chains/crew.ts`). It knows the built-in laws only. */
import { parentPort } from 'node:worker_threads'
import { rebuildKind } from './catalogue/draw-kind.ts'
import { ChainSteps, keptOf, type Rows } from './posterior/chains/chain-steps.ts'
import type { Call, Kept } from './posterior/chains/crew.ts'
import type { Rebuild } from './posterior/chains/recipe.ts'
import type { Work } from './posterior/chains/work.ts'
import { rebuildGroups, rebuildNumbers } from './posterior/hierarchical/draw-numbers.ts'
import { rebuildPooled } from './posterior/hierarchical/pooled-sampler.ts'
import { rebuildTables } from './posterior/joint/draw-tables.ts'
import { stream } from './random/stream.ts'
import { rebuildOrdered } from './regression/ordered-family.ts'
import { rebuildRegression } from './regression/regression-sampler.ts'

/** How each law is made once more, by the name in its recipe. */
const LAWS: Readonly<Record<string, Rebuild<never>>> = {
  kind: rebuildKind,
  pooled: rebuildPooled,
  tables: rebuildTables,
  regression: rebuildRegression,
  'ordered regression': rebuildOrdered,
  numbers: rebuildNumbers,
  'numbers by group': rebuildGroups,
}

/** Milliseconds between reports of progress. */
const PROGRESS_MS = 100

const port = parentPort!
let chains: ChainSteps
let count: number
let width: number

/** Does work at once, and tells how far it is now and then. */
function finish<T>(work: Work<T>): T {
  let lastReport = performance.now()
  for (;;) {
    const next = work.next()
    if (next.done) return next.value
    const now = performance.now()
    if (now < lastReport + PROGRESS_MS) continue
    lastReport = now
    port.postMessage({ progress: next.value })
  }
}

function answer(call: Call): unknown {
  if (call === 'start') return true
  if (call === 'tell') return chains.tell()
  if ('law' in call) {
    const { law, data, warmup, seed } = call
    const sampler = LAWS[law](data as never, warmup)
    count = call.chains.length
    width = call.width
    chains = new ChainSteps(sampler, width, call.chains, chain => stream(seed, 'chain', chain))
    return chains.meetings
  }
  if ('hear' in call) return chains.hear(call.hear)
  if ('discard' in call) {
    const end = performance.now() + 1000 * call.seconds
    return finish(chains.discard(call.discard, () => (end - performance.now()) / 1000))
  }
  const draws = keptOf(call.keep)
  const rows: Rows[] = Array.from({ length: count }, () => ({
    theta: new Float64Array(draws * width),
    concentration: new Float64Array(draws),
  }))
  const learned = finish(chains.keep(call.keep, rows, 0))
  return { rows, learned, steps: chains.steps } satisfies Kept
}

port.on('message', (call: Call) => {
  try {
    const found = answer(call)
    const buffers = (found as Partial<Kept> | undefined)?.rows?.flatMap(({ theta, concentration }) => [
      theta.buffer,
      concentration.buffer,
    ])
    port.postMessage({ answer: found }, buffers)
  } catch (error) {
    port.postMessage({ error })
  }
})
