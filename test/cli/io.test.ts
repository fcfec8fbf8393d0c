import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { print, warn } from '../../src/cli/io.ts'

function streams() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  return { io: { stdin, stdout, stderr }, stdout, stderr }
}

const NAME = 'a\u001b[2Jb\u0007\u009b'

test('a text shows control characters without their effect, and JSON has them as they are', () => {
  const { io, stdout } = streams()
  print(io, false, { json: null, text: `one ${NAME}\ntwo\n` })
  expect(String(stdout.read())).toBe('one a�[2Jb��\ntwo\n')
  print(io, true, { json: { name: NAME }, text: '' })
  expect(JSON.parse(String(stdout.read()))).toEqual({ name: NAME })
})

test('a warning is one line', () => {
  const { io, stderr } = streams()
  warn(io, `runs that use ${NAME}\n are left`)
  expect(String(stderr.read())).toBe('warning: runs that use a [2Jb  are left\n')
})
