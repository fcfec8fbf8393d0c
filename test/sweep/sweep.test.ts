import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Player, sweep } from '../../src/sweep/sweep.ts'
import { localPlayer } from '../support/built-player.ts'
import { testFolder } from '../support/folder.ts'
import { plainPlayer, rowsOf, storedRows, sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder()
/** The tiny plan with six runs, for what is the same with however many. */
const six = await tinyPlan({ runs: 1 })

/** Stops a player after so many runs. */
function stoppedAfter(count: number): Player {
  return async work => {
    const stop = new AbortController()
    let finished = 0
    return plainPlayer({
      ...work,
      signal: stop.signal,
      onFinished() {
        if (++finished === count) stop.abort()
        work.onFinished()
      },
    })
  }
}

describe('a sweep', () => {
  test('on threads stores a row for every run, and nothing else', async () => {
    const plan = await tinyPlan()
    const outcome = await sweepInto(at('whole'), { plan, player: localPlayer(2) })
    expect(outcome).toEqual({ runs: 24, before: 0, written: 24, failures: [] })
    expect(await storedRows(at('whole'))).toEqual(rowsOf(plan))
    expect(readdirSync(at('whole')).sort()).toEqual(['manifest.json', 'runs'])
    for (const part of readdirSync(at('whole/runs'))) expect(part).toMatch(/^\d+-[0-9a-f]{64}\.parquet$/)
  })

  test('gives the same rows in any order', async () => {
    const backwards: Player = work => plainPlayer({ ...work, runs: work.runs.toReversed() })
    await sweepInto(at('backwards'), { plan: six, player: backwards })
    expect(await storedRows(at('backwards'))).toEqual(rowsOf(six))
  })

  test('that is stopped goes on with what is missing', async () => {
    const plan = await tinyPlan()
    const first = await sweepInto(at('stopped'), { plan, player: stoppedAfter(7) })
    expect(first).toMatchObject({ runs: 24, before: 0, written: 7 })
    const second = await sweepInto(at('stopped'), { plan })
    expect(second).toMatchObject({ runs: 24, before: 7, written: 17 })
    expect(await sweepInto(at('stopped'), { plan })).toMatchObject({ before: 24, written: 0 })
    expect(await storedRows(at('stopped'))).toEqual(rowsOf(plan))
  })

  test('in three shards, in one folder, is the same as in one piece', async () => {
    const plan = await tinyPlan()
    const shards = [1, 2, 3].map(index => sweepInto(at('shards'), { plan, shard: { index, count: 3 } }))
    const outcomes = await Promise.all(shards)
    expect(outcomes.map(outcome => outcome.written)).toEqual([8, 8, 8])
    expect(await storedRows(at('shards'))).toEqual(rowsOf(plan))
  })

  test('whose runs are played twice has each of them once', async () => {
    const twice: Player = async work => [...(await plainPlayer(work)), ...(await plainPlayer(work))]
    await sweepInto(at('twice'), { plan: six, player: twice })
    expect(readdirSync(at('twice/runs'))).toHaveLength(12)
    expect(await storedRows(at('twice'))).toEqual(rowsOf(six))
  })

  test('tells how far it is, from 0 to 1', async () => {
    const shares: number[] = []
    await sweepInto(at('progress'), { plan: six, onProgress: share => shares.push(share) })
    expect(shares).toEqual(Array.from({ length: 6 }, (_, i) => (i + 1) / 6))
  })
})

describe('the folder of a sweep', () => {
  test('says what it is of', async () => {
    const plan = await tinyPlan()
    await sweepInto(at('manifest'), { plan, player: stoppedAfter(1) })
    const manifest = JSON.parse(readFileSync(at('manifest/manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ plan, runs: 24, versions: { node: process.version } })
    expect(manifest.versions.adobest).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
  })

  test('takes a plan that has more runs', async () => {
    await sweepInto(at('more'), { plan: six })
    const plan = await tinyPlan({ runs: 2, strategies: ['mse', 'srr', 'fisher'] })
    expect(await sweepInto(at('more'), { plan })).toMatchObject({ runs: 18, before: 6, written: 12 })
    expect(await storedRows(at('more'))).toEqual(rowsOf(plan))
  })

  test.each([{ runs: 3 }, { seed: 2 }, { epsilon: 2 }])(
    'refuses a plan that lacks runs: %j',
    async changes => {
      const folder = at(`other-${JSON.stringify(changes)}`)
      await sweepInto(folder, { plan: await tinyPlan(), player: stoppedAfter(1) })
      const other = sweepInto(folder, { plan: await tinyPlan(changes) })
      await expect(other).rejects.toThrow('expected a folder whose runs all belong to the plan')
    },
  )

  test('with a part that is cut off or foreign says so by its name, and has its runs played again', async () => {
    await sweepInto(at('corrupt'), { plan: six })
    const [first, second] = readdirSync(at('corrupt/runs'))
    writeFileSync(at(`corrupt/runs/${first}`), readFileSync(at(`corrupt/runs/${second}`)).subarray(0, 1000))
    writeFileSync(at('corrupt/runs/notes.parquet'), 'not a table')
    const warnings: string[] = []
    const outcome = await sweepInto(at('corrupt'), {
      plan: six,
      onWarning: warning => warnings.push(warning),
    })
    expect(outcome).toMatchObject({ before: 5, written: 1 })
    expect(warnings).toEqual(
      [first, 'notes.parquet'].map(part =>
        expect.stringContaining(`${at(`corrupt/runs/${part}`)}: expected a whole`),
      ),
    )
    expect(await storedRows(at('corrupt'))).toEqual(rowsOf(six))
  })

  test('that was begun by other code says so', async () => {
    await sweepInto(at('older'), { plan: six, player: stoppedAfter(1) })
    const file = at('older/manifest.json')
    const { versions, ...manifest } = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...manifest, versions: { ...versions, adobest: '0.0.1' } }))
    const warnings: string[] = []
    await sweepInto(at('older'), { plan: six, onWarning: warning => warnings.push(warning) })
    expect(warnings).toEqual([expect.stringMatching(/older was started with adobest 0\.0\.1; this is \d/)])
  })
})

test.each<[string, object, string]>([
  [
    'a plan instead of options',
    { categories: [3], truth: [{ dirichlet: 1 }] },
    'each name in options must be one of plan, ',
  ],
  [
    'no plan',
    { folder: 'out', player: localPlayer(1) },
    'plan must be a plan, as readPlan and requirePlan give; got undefined',
  ],
  [
    'a plan that was not read',
    { plan: { epsilon: 1 }, folder: 'out', player: localPlayer(1) },
    'plan.categories must be a list in a plan, as readPlan and requirePlan give',
  ],
  [
    'no folder',
    { plan: await tinyPlan({ runs: 1 }), player: localPlayer(1) },
    'folder must be the path of a folder; got undefined',
  ],
  [
    'no player',
    { plan: await tinyPlan({ runs: 1 }), folder: 'out' },
    'player must be a player, such as localPlayer(); got undefined',
  ],
])('%s is refused as such', async (_, options, says) => {
  await expect(sweep(options as Parameters<typeof sweep>[0])).rejects.toThrow(says)
})
