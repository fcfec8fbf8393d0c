import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { withWholeWrites } from '../../src/cli/whole-writes.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder()

test('what is written to a file is all there; where it cannot be, the stream fails', async () => {
  const descriptor = openSync(at('whole.txt'), 'w')
  const stream = withWholeWrites(new Writable(), descriptor).on('error', () => {})
  const written = (text: string) => new Promise(done => stream.write(text, done))
  const text = 'é'.repeat(100_000)
  expect(await written(text)).toBeFalsy()
  closeSync(descriptor)
  expect(readFileSync(at('whole.txt'), 'utf8')).toBe(text)
  expect(await written(text)).toMatchObject({ code: 'EBADF' })
})

test('a pipe or a terminal is left as it is', () => {
  const socket = new Socket()
  expect(withWholeWrites(socket, 1)).toBe(socket)
})

test('the program says so when its output is cut off in the middle of a write', () => {
  const out = at('cut.txt')
  // The system takes the first 8 kB of the output, which is longer.
  const command = `ulimit -f 8; exec "${COMMAND[0]}" "${COMMAND[1]}" audit --mechanism subset-selection --categories 14 --size 7 --epsilon 1 --matrix > "${out}"`
  const { status, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
  expect(stderr).toMatch(/^error: standard output: expected to take the result \(EFBIG[^\n]*\)\n$/)
  expect(status).toBe(1)
  expect(statSync(out).size).toBe(8192)
})
