import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Failure } from '../../src/data/failure.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import type { Work } from '../../src/sweep/sweep.ts'
import { localPlayer } from '../support/built-player.ts'
import { tinyPlan } from '../support/sweep.ts'

const RUNS = expandPlan(await tinyPlan())

function workOn(changes: Partial<Work>): Work {
  const { signal } = new AbortController()
  return { id: 'x', runs: RUNS, modules: [], signal, keep: async () => {}, onFinished() {}, ...changes }
}

test('a run that fails is told, and the others are played', async () => {
  const [first, second, third] = RUNS
  const bad = { ...second, setting: { ...second.setting, epsilon: -1 } }
  const kept: RunRow[] = []
  const keep = async (rows: readonly RunRow[]) => void kept.push(...rows)
  const failures = await localPlayer(1)(workOn({ runs: [first, bad, third], keep }))
  expect(failures).toEqual([{ name: bad.name, reason: 'epsilon must be a number above 0; got -1' }])
  expect(kept.map(row => row.name)).toEqual([first.name, third.name])
})

test('every row that is finished is kept once, however often rows are written', async () => {
  const kept: string[] = []
  const keep = async (rows: readonly RunRow[]) => {
    const names = rows.map(row => row.name)
    // More runs are finished meanwhile.
    await setTimeout(20)
    kept.push(...names)
  }
  const runs = Array.from({ length: 3 }, () => RUNS).flat()
  await localPlayer(2, 0.001)(workOn({ runs, keep }))
  expect(kept.sort()).toEqual(runs.map(run => run.name).sort())
})

test('when it is told to stop, what is finished is kept', async () => {
  const stop = new AbortController()
  let finished = 0
  let kept = 0
  await localPlayer(2)(
    workOn({
      signal: stop.signal,
      keep: async rows => {
        kept += rows.length
      },
      onFinished: () => {
        if (++finished === 5) stop.abort()
      },
    }),
  )
  expect(kept).toBe(finished)
  expect(finished).toBeLessThan(RUNS.length)
})

test('when rows cannot be stored, it stops playing and says why', async () => {
  const runs = Array.from({ length: 1000 }, () => RUNS).flat()
  let finished = 0
  const work = workOn({
    runs,
    keep: () => Promise.reject(new Failure('no room')),
    onFinished: () => {
      finished++
    },
  })
  await expect(localPlayer(1, 0.05)(work)).rejects.toThrow('no room')
  expect(finished).toBeLessThan(runs.length)
})
