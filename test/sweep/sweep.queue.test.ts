import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { QueueEvents, Worker } from 'bullmq'
import { afterEach, describe, expect, test } from 'vitest'
import { Failure } from '../../src/data/failure.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { localPlayer } from '../../src/sweep/local-player.ts'
import { readPlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { QUEUE, type QueuedRun, withQueue } from '../../src/sweep/queue.ts'
import { queuePlayer } from '../../src/sweep/queue-player.ts'
import { serveQueue } from '../../src/sweep/queue-worker.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { redisServer } from '../support/redis.ts'
import { rowsOf, storedRows, sweepInto, TINY, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'tiny.json': JSON.stringify(TINY) })
const redis = await redisServer()
const { url } = redis

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A process with `adobest worker`. */
function worker(): ChildProcess {
  const child = spawn(process.execPath, [
    '--import',
    'tsx',
    'src/cli/main.ts',
    'worker',
    url,
    '--workers',
    '1',
  ])
  children.push(child)
  return child
}

/** Does something while a worker in this process takes what is queued. */
async function withWorker<T>(body: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const serving = serveQueue({ url, workers: 1, signal: stop.signal })
  try {
    return await body()
  } finally {
    stop.abort()
    await serving
  }
}

/** Does something while a worker answers some runs with what is given here, one after the other, and then with their rows. */
async function withForger<T>(forgeries: ReadonlyMap<string, unknown[]>, body: () => Promise<T>): Promise<T> {
  const forger = new Worker<QueuedRun>(
    QUEUE,
    async ({ data: { run } }) =>
      forgeries.get(run.name)?.length ? forgeries.get(run.name)!.shift() : playRun(run),
    { connection: { url, maxRetriesPerRequest: null } },
  )
  try {
    return await body()
  } finally {
    await forger.close()
  }
}

/** Waits until so many runs on the queue have a state. */
function untilQueued(state: 'active' | 'completed', count: number): Promise<void> {
  return withQueue({ url }, async queue => {
    while ((await queue.getJobCounts(state))[state] < count) await setTimeout(10)
  })
}

test('48 small runs by two workers, one of them killed in the middle of a run, give the same rows', async () => {
  const plan = await readPlan('experiments/plans/small.json')
  const events = new QueueEvents(QUEUE, { connection: { url } })
  let stalled = 0
  events.on('stalled', () => {
    stalled++
  })
  await events.waitUntilReady()
  const sweeping = sweepInto(at('killed'), { plan, player: queuePlayer({ url }) })
  const [killed] = [worker(), worker()]
  await untilQueued('active', 2)
  killed.kill('SIGKILL')
  expect(await sweeping).toEqual({ runs: 48, before: 0, written: 48, failures: [] })
  expect(stalled).toBeGreaterThan(0)
  await events.close()
  await sweepInto(at('here'), { plan, player: localPlayer(2) })
  const rows = await storedRows(at('here'))
  expect(rows).toHaveLength(48)
  expect(await storedRows(at('killed'))).toEqual(rows)
})

test('a worker that is told to stop finishes what it is at, and ends well', async () => {
  const plan = await readPlan('experiments/plans/small.json')
  const stop = new AbortController()
  const sweeping = sweepInto(at('ended'), { plan, player: queuePlayer({ url }), signal: stop.signal })
  const child = worker()
  let said = ''
  child.stdout!.on('data', text => {
    said += text
  })
  await untilQueued('active', 1)
  child.kill('SIGTERM')
  const [status] = await once(child, 'close')
  expect(status).toBe(0)
  expect(said).toMatch(/^[1-9]\d* runs played\n$/)
  await withQueue({ url }, async queue => expect(await queue.getActiveCount()).toBe(0))
  stop.abort()
  await sweeping
  await withQueue({ url }, queue => queue.obliterate())
})

test('a worker that is told to stop leaves a run that takes longer than five seconds for others', async () => {
  const plan = await tinyPlan({ users: [1_000_000], strategies: ['fisher'], runs: 1 })
  const stop = new AbortController()
  const sweeping = sweepInto(at('long'), { plan, player: queuePlayer({ url }), signal: stop.signal })
  const child = worker()
  await untilQueued('active', 1)
  child.kill('SIGTERM')
  const [status] = await once(child, 'close')
  expect(status).toBe(0)
  await withQueue({ url }, async queue => {
    const { active, failed, delayed, waiting } = await queue.getJobCounts()
    expect({ active, failed, offered: delayed + waiting > 0 }).toEqual({
      active: 0,
      failed: 0,
      offered: true,
    })
  })
  stop.abort()
  await sweeping
  await withQueue({ url }, queue => queue.obliterate())
})

describe('who queues runs', () => {
  test('can go away, and come back for what was played meanwhile', async () => {
    const plan = await tinyPlan()
    const stop = new AbortController()
    const sweeping = sweepInto(at('away'), { plan, player: queuePlayer({ url }), signal: stop.signal })
    await withQueue({ url }, async queue => {
      while ((await queue.count()) < 24) await setTimeout(10)
    })
    stop.abort()
    expect(await sweeping).toMatchObject({ written: 0 })
    await withWorker(() => untilQueued('completed', 24))
    // There is no worker any more.
    expect(await sweepInto(at('away'), { plan, player: queuePlayer({ url }) })).toMatchObject({ written: 24 })
    expect(await storedRows(at('away'))).toEqual(rowsOf(plan))
    await withQueue({ url }, async queue => {
      expect(Object.values(await queue.getJobCounts()).every(count => count === 0)).toBe(true)
    })
  })

  test('queues runs again that Redis has forgotten', async () => {
    const plan = await tinyPlan()
    const sweeping = sweepInto(at('forgotten'), { plan, player: queuePlayer({ url }) })
    await withQueue({ url }, async queue => {
      while ((await queue.count()) < 24) await setTimeout(10)
    })
    await redis.kill()
    await redis.start()
    await withWorker(async () => expect(await sweeping).toMatchObject({ written: 24 }))
    expect(await storedRows(at('forgotten'))).toEqual(rowsOf(plan))
  })

  test('is told of a run that fails, which is not tried again', async () => {
    const plan = await tinyPlan()
    const [good, other] = expandPlan(plan)
    const bad = { ...other, setting: { ...other.setting, epsilon: -1 } }
    const names: string[] = []
    const failures = await withWorker(() =>
      queuePlayer({ url })({
        id: 'bad',
        runs: [bad, good],
        modules: [],
        signal: new AbortController().signal,
        keep: async rows => void names.push(...rows.map(row => row.name)),
        onFinished() {},
      }),
    )
    expect(failures).toEqual([
      { name: bad.name, reason: 'run.setting.epsilon must be a number above 0; got -1' },
    ])
    expect(names).toEqual([good.name])
  })

  test('sets rows of other runs aside, with a line each, and has those runs played again', async () => {
    const plan = await tinyPlan({ runs: 1 })
    const [lied, other] = expandPlan(plan)
    const forgeries = new Map<string, unknown[]>([
      [lied.name, [5, { ...playRun(lied), seconds: -7 }]],
      [other.name, [{ ...playRun(other), name: lied.name, laws: [] }]],
    ])
    const warnings: string[] = []
    const outcome = await withForger(forgeries, () =>
      sweepInto(at('forged'), { plan, player: queuePlayer({ url, onWarning: line => warnings.push(line) }) }),
    )
    expect(outcome).toEqual({ runs: 6, before: 0, written: 6, failures: [] })
    expect(await storedRows(at('forged'))).toEqual(rowsOf(plan))
    expect(warnings.map(line => line.split(': ')[0]).sort()).toEqual(
      [lied.name, lied.name, other.name].sort(),
    )
    for (const line of warnings)
      expect(line).toMatch(/^[^\n]* is set aside, and the run played again: row[^\n]*$/)
  })

  test('gives up a run whose rows are bad each time, and is not stopped by them at the next start', async () => {
    const plan = await tinyPlan({ runs: 1, strategies: ['srr'] })
    const [lied] = expandPlan(plan)
    const forgeries = new Map([[lied.name, [5, 5, 5, 5]]])
    await withForger(forgeries, async () => {
      const first = await sweepInto(at('given-up'), { plan, player: queuePlayer({ url }) })
      expect(first).toMatchObject({ runs: 3, written: 2 })
      expect(first.failures).toEqual([
        { name: lied.name, reason: expect.stringMatching(/^3 rows from workers did not fit this run/) },
      ])
      const second = await sweepInto(at('given-up'), { plan, player: queuePlayer({ url }) })
      expect(second).toEqual({ runs: 3, before: 2, written: 1, failures: [] })
    })
    expect(await storedRows(at('given-up'))).toEqual(rowsOf(plan))
  })

  test('can do so by the command line', async () => {
    const args = ['sweep', at('tiny.json'), '--out', at('cli'), '--queue', url, '--json']
    const { status, stdout, stderr } = await withWorker(() => runCli(args))
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ runs: 24, written: 24 })
    expect(stderr).toContain(`to be played by adobest worker ${url}`)
    expect(await storedRows(at('cli'))).toEqual(rowsOf(await tinyPlan()))
  })
})

describe('when Redis vanishes', () => {
  test('a sweep ends with one line, keeps what it has, and goes on when Redis is back', async () => {
    const plan = await tinyPlan()
    const warnings: string[] = []
    const onWarning = (warning: string) => warnings.push(warning)
    const first = await tinyPlan({ runs: 1 })
    await withWorker(() => sweepInto(at('vanished'), { plan: first, player: queuePlayer({ url }) }))
    const player = queuePlayer({ url, patienceSeconds: 1, onWarning })
    const sweeping = sweepInto(at('vanished'), { plan, player }).catch(error => error)
    await withQueue({ url }, async queue => {
      while ((await queue.count()) < 18) await setTimeout(10)
    })
    await redis.kill()
    const error = await sweeping
    expect(error).toBeInstanceOf(Failure)
    expect(error.message).toMatch(
      /^redis:\/\/127\.0\.0\.1:\d+: expected Redis to answer; what is finished is safe/,
    )
    expect(error.message).not.toContain('\n')
    expect(warnings).toEqual([`${url}: Redis does not answer; trying for 1 s`])
    expect(await storedRows(at('vanished'))).toEqual(rowsOf(first))
    await redis.start()
    await withWorker(() => sweepInto(at('vanished'), { plan, player: queuePlayer({ url }) }))
    expect(await storedRows(at('vanished'))).toEqual(rowsOf(plan))
  })

  test('a worker ends with one line', async () => {
    await redis.kill()
    const { signal } = new AbortController()
    const away = serveQueue({
      url: url.replace('//', '//me:secret@'),
      workers: 1,
      signal,
      patienceSeconds: 1,
    })
    const error = await away.catch(error => error)
    expect(error).toBeInstanceOf(Failure)
    expect(error.message).toMatch(/^redis:\/\/127\.0\.0\.1:\d+: expected Redis to answer; [^\n]*$/)
    expect(error.message).not.toContain('secret')
  })
})
