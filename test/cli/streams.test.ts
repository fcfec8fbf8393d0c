import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { Failure } from '../../src/data/failure.ts'
import { Journal } from '../../src/data/journal.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'people.csv': 'id,job\n1,cook\n2,baker\n' })

/** A stream that keeps what it is given, until it fails with the code of an error, if it has one. */
function sink(code?: string): { stream: Writable; text: () => string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _, done) {
      if (code !== undefined) return done(Object.assign(new Error(`${code}: no use, write`), { code }))
      text += chunk
      done()
    },
  })
  return { stream, text: () => text }
}

async function runWith(args: string[], stdout: Writable, stderr: Writable): Promise<number> {
  return run(args, { stdin: Readable.from([]), stdout, stderr })
}

const RESULT = ['audit', '--mechanism', 'srr', '--epsilon', '1']
const HELP = ['audit', '--help']
const BAD = ['audit', '--mechanism', 'srr']

describe.each([
  ['a result', RESULT],
  ['the help', HELP],
])('%s', (_, args) => {
  test('that standard output cannot take is told in one line, with status 1', async () => {
    const stderr = sink()
    expect(await runWith(args, sink('ENOSPC').stream, stderr.stream)).toBe(1)
    expect(stderr.text()).toBe(
      'error: standard output: expected to take the result (ENOSPC: no use, write)\n',
    )
  })

  test('whose reader has had enough is none the worse', async () => {
    const stderr = sink()
    expect(await runWith(args, sink('EPIPE').stream, stderr.stream)).toBe(0)
    expect(stderr.text()).toBe('')
  })
})

test('where standard error is broken, the status still tells how the command ended', async () => {
  expect(await runWith(BAD, sink().stream, sink('ENOSPC').stream)).toBe(2)
  const stdout = sink()
  expect(await runWith(RESULT, stdout.stream, sink('ENOSPC').stream)).toBe(0)
  expect(stdout.text()).toContain('exact epsilon    1')
})

test.runIf(existsSync('/dev/full'))('the program itself says in one line that a full device is full', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(COMMAND[0], [COMMAND[1], ...RESULT], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^error: standard output: expected to take the result \(ENOSPC[^\n]*\)\n$/)
})

test('a message is one line, whatever the names in it', async () => {
  for (const args of [
    ['estimate', at('a\nb\u001b[2J.csv'), '--column', 'job', '--epsilon', '1'],
    ['estimate', at('people.csv'), '--column', 'job', '--epsilon', '1\n\u001b[2J'],
    ['estimate', at('people.csv'), '--column', 'a\nb\u2028c', '--epsilon', '1'],
    ['gu\ness'],
    ['pool', 'me\nan'],
    ['audit', '--a\nb'],
  ]) {
    const stderr = sink()
    expect(await runWith(args, sink().stream, stderr.stream)).toBe(2)
    expect(stderr.text()).toMatch(/^error: [^\p{Cc}\u2028]*\n$/u)
  }
})

describe('a stream of answers', () => {
  const LINES = '{"ask":1}\n{"answer":1,"id":0}\n'

  // Its input stays open, as that of a program that waits for the reply.
  async function streamInto(stdout: Writable, ...more: string[]) {
    const stdin = new Readable({ read() {} })
    stdin.push(LINES)
    const stderr = sink()
    const args = ['stream', '--categories', '3', '--epsilon', '1', '--strategy', 'srr', ...more]
    const status = await run(args, { stdin, stdout, stderr: stderr.stream })
    return { status, stderr: stderr.text(), isOpen: !stdin.destroyed }
  }

  test.each(['EPIPE', 'ENOSPC'])(
    'whose replies cannot be written (%s) ends, and reads no more',
    async code => {
      expect(await streamInto(sink(code).stream)).toEqual({
        status: 1,
        stderr: `error: standard output: expected to take the replies (${code}: no use, write)\n`,
        isOpen: false,
      })
    },
  )

  test('whose answers cannot be kept ends, and reads no more', async () => {
    const append = vi.spyOn(Journal.prototype, 'append').mockRejectedValue(new Failure('no room'))
    try {
      expect(await streamInto(sink().stream, '--state', at('live.json'))).toEqual({
        status: 1,
        stderr: 'error: no room\n',
        isOpen: false,
      })
    } finally {
      append.mockRestore()
    }
  })
})
