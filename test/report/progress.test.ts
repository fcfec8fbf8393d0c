import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countSteps, withProgress } from '../../src/report/progress.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What work that takes this long writes. */
async function written(milliseconds: number, work = async () => 'result'): Promise<string> {
  const stream = new PassThrough()
  await withProgress(
    'counting',
    onProgress => {
      onProgress(0)
      vi.advanceTimersByTime(milliseconds)
      onProgress(0.5)
      return work()
    },
    stream,
  ).catch(() => {})
  return String(stream.read() ?? '')
}

test('work that is done soon shows nothing', async () => {
  expect(await written(10)).toBe('')
})

test('work that takes longer than a second shows how far it is, and by what name', async () => {
  expect(await written(1100)).toMatch(/counting \[[=-]+\] 50%/)
})

test('work that fails ends the bar too, and its error comes through', async () => {
  const failing = () => Promise.reject(new Error('no luck'))
  expect(await written(1100, failing)).toMatch(/\n$/)
  await expect(withProgress('counting', failing)).rejects.toThrow('no luck')
})

test('work whose end is not known says every five seconds how far it has come', () => {
  const stream = new PassThrough()
  let steps = 0
  const tell = countSteps(() => `${steps} steps`, stream)
  for (; steps < 24; steps++) {
    tell()
    vi.advanceTimersByTime(500)
  }
  expect(String(stream.read())).toBe('10 steps\n20 steps\n')
})
