import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { localPlayer } from '../../src/sweep/local-player.ts'
import { loadMethods } from '../../src/sweep/own-methods.ts'
import { readPlan } from '../../src/sweep/plan.ts'
import { queuePlayer } from '../../src/sweep/queue-player.ts'
import { serveQueue } from '../../src/sweep/queue-worker.ts'
import { testFolder } from '../support/folder.ts'
import { OWN_METHODS, OWN_PLAN } from '../support/own-methods.ts'
import { redisServer } from '../support/redis.ts'
import { storedRows, sweepInto } from '../support/sweep.ts'

const at = testFolder({
  'methods.mjs': OWN_METHODS,
  'plan.json': JSON.stringify(OWN_PLAN),
  'other/methods.mjs': `${OWN_METHODS}// another version`,
})
const { url } = await redisServer()

test('runs are left for the worker that has their module, by those who lack it or have other contents', async () => {
  const plan = await readPlan(at('plan.json'))
  const stop = new AbortController()
  const warnings: string[][] = [[], [], []]
  const serve = async (i: number, ...files: string[]) => {
    const { modules } = await loadMethods(files.map(at))
    const onWarning = (warning: string) => warnings[i].push(warning)
    return serveQueue({ url, workers: 1, signal: stop.signal, modules, onWarning })
  }
  const serving = [serve(0), serve(1, 'other/methods.mjs')]
  const sweeping = sweepInto(at('queued'), { plan, player: queuePlayer({ url }) })
  while (warnings[0].length === 0 || warnings[1].length === 0) await setTimeout(50)
  serving.push(serve(2, 'methods.mjs'))
  expect(await sweeping).toEqual({ runs: 8, before: 0, written: 8, failures: [] })
  stop.abort()
  await Promise.all(serving)
  const left = /^runs that use methods\.mjs \(sha256 \w{12}\) are left for others: this worker /
  expect(warnings).toEqual([
    [expect.stringMatching(`${left.source}was not given it \\(--use\\)$`)],
    [expect.stringMatching(`${left.source}has other contents of methods\\.mjs \\(--use\\)$`)],
    [],
  ])
  await sweepInto(at('here'), { plan, player: localPlayer(1) })
  const rows = await storedRows(at('here'))
  expect(rows).toHaveLength(8)
  expect(await storedRows(at('queued'))).toEqual(rows)
})
