import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'
import { runCli } from '../support/cli.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const SETTING = '--categories 4 --epsilon 2 --strategy semi:0.6 --prior 1 --seed 3'.split(' ')
const at = testFolder()

const lines = (...documents: object[]) => documents.map(each => `${JSON.stringify(each)}\n`).join('')

async function stream(input: string, ...more: string[]) {
  const { status, stdout, stderr } = await runCli(['stream', ...SETTING, ...more], input)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

describe('with a state', () => {
  const answers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => [{ ask: 1 }, { answer: ((from + i) * 3) % 4, id: 0 }]).flat()
  const fixed = ['--strategy', 'srr']

  test('goes on after the end of its input by the very same numbers', async () => {
    const whole = await stream(lines(...answers(0, 50), { estimate: 1 }), ...fixed)
    const state = ['--state', at('parts.json')]
    await stream(lines(...answers(0, 20)), ...fixed, ...state)
    await stream(lines(...answers(20, 35)), ...fixed, ...state)
    const last = await stream(lines(...answers(35, 50), { estimate: 1 }), ...fixed, ...state)
    expect(last.at(-1)).toEqual(whole.at(-1))
  })

  test('takes in the journal of a process that was killed, without the line that was cut off', async () => {
    const state = ['--state', at('torn.json')]
    await stream(lines(...answers(0, 10)), ...fixed, ...state)
    const { digest } = JSON.parse(readFileSync(at('torn.json'), 'utf8'))
    const head = JSON.stringify({ journalOf: digest })
    const chain = new Chain(head)
    const kept = answers(10, 12).map(line => chain.seal(JSON.stringify(line)))
    writeFileSync(at('torn.json.journal'), `${[head, ...kept].join('\n')}\n0123456789abcdef {"answer":1,"i`)
    const replies = await stream(
      lines({ status: 1 }, ...answers(12, 20), { estimate: 1 }),
      ...fixed,
      ...state,
    )
    expect(replies[0]).toEqual({ answers: 12 })
    const whole = await stream(lines(...answers(0, 20), { estimate: 1 }), ...fixed)
    expect(replies.at(-1)).toEqual(whole.at(-1))
  })

  test.each([
    ['of an earlier state', '{"journalOf":"0"}\n{"ask":1}\n{"answer":1,"id":0}\n'],
    ['with a damaged first line', '{"journalOf\n{"ask":1}\n{"answer":1,"id":0}\n'],
  ])('refuses a journal %s, and keeps it', async (_, journal) => {
    const state = ['--state', at('kept.json')]
    rmSync(at('kept.json.journal'), { force: true })
    await stream(lines(...answers(0, 10)), ...fixed, ...state, '--accept-loss')
    const before = readFileSync(at('kept.json'), 'utf8')
    writeFileSync(at('kept.json.journal'), journal)
    const { status, stdout, stderr } = await runCli(['stream', ...SETTING, ...fixed, ...state], '')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error: [^\n]*kept\.json\.journal: expected the lines that follow [^\n]*\n$/)
    expect(readFileSync(at('kept.json.journal'), 'utf8')).toBe(journal)
    expect(readFileSync(at('kept.json'), 'utf8')).toBe(before)
  })

  test('counts an answer with a key once, also after its end and after a crash', async () => {
    const plainly = [...fixed, '--memory', 'all', '--run-length', 'none']
    const state = ['--state', at('keyed.json')]
    const a = { answer: 1, id: 0, key: 'a' }
    const b = { answer: 2, id: 0, key: 'b' }
    const bad = { answer: 7, id: 0, key: 'c' }
    const good = { ...bad, answer: 0 }
    const first = await stream(lines({ ask: 1 }, a, a, b, { ...a, answer: 2 }, bad), ...plainly, ...state)
    expect(first.slice(1, 5)).toEqual([
      { answers: 1 },
      { answers: 1, repeated: true },
      { answers: 2 },
      { answers: 2, repeated: true },
    ])
    // As a process leaves them that is killed once it has acknowledged c.
    const { digest } = JSON.parse(readFileSync(at('keyed.json'), 'utf8'))
    const head = JSON.stringify({ journalOf: digest })
    const kept = new Chain(head).seal(JSON.stringify(good))
    writeFileSync(at('keyed.json.journal'), `${head}\n${kept}\n`)
    const again = await stream(lines(b, good, a, { estimate: 1 }), ...plainly, ...state)
    expect(again.slice(0, 3)).toEqual(Array(3).fill({ answers: 3, repeated: true }))
    const plain = [1, 2, 0].map(answer => ({ answer, id: 0 }))
    const once = await stream(lines({ ask: 1 }, ...plain, { estimate: 1 }), ...plainly)
    expect(again.at(-1)).toEqual(once.at(-1))
    expect(await stream(lines(good), ...plainly, ...state)).toEqual([{ answers: 3, repeated: true }])
  })

  test('adds keys to their file, the state has only their extent, and damaged or missing ones are refused', async () => {
    const state = ['--state', at('keys.json')]
    const keyed = (...keys: string[]) => lines({ ask: 1 }, ...keys.map(key => ({ answer: 1, id: 0, key })))
    await stream(keyed('a', 'b\n\u2028'), ...fixed, ...state)
    const more = Array.from({ length: 200 }, (_, i) => `${'k'.repeat(190)}${i}`)
    await stream(keyed(...more), ...fixed, ...state)
    const kept = readFileSync(at('keys.json.keys'), 'utf8')
    const read = kept
      .trim()
      .split('\n')
      .map(key => JSON.parse(key))
    expect(read).toEqual(['a', 'b\n\u2028', ...more])
    expect(readFileSync(at('keys.json'), 'utf8')).not.toContain('kkk')
    writeFileSync(at('keys.json.keys'), kept.replace('"a"', '"b"'))
    expect((await runCli(['stream', ...SETTING, '--accept-loss'], '')).stderr).toBe(
      'error: --accept-loss: expected with --state\n',
    )
    const damaged = await runCli(['stream', ...SETTING, ...fixed, ...state, '--accept-loss'], '')
    expect(damaged.stderr).toBe(
      `error: ${at('keys.json.keys')}: expected the keys of the answers in the state, but it is damaged or of another state; to go on with answers that may count twice, move it away and add --accept-loss\n`,
    )
    rmSync(at('keys.json.keys'))
    const missing = await runCli(['stream', ...SETTING, ...fixed, ...state], '')
    expect([damaged.status, missing.status]).toEqual([2, 2])
    expect(missing.stderr).toMatch(/keys\.json\.keys: [^\n]* it is missing; [^\n]*, add --accept-loss\n$/)
    expect(await stream(keyed('a'), ...fixed, ...state, '--accept-loss')).toMatchObject([
      {},
      { answers: 203 },
    ])
    expect(readFileSync(at('keys.json.keys'), 'utf8')).toBe('"a"\n')
  })

  test('refuses to take a missing journal for none, unless the loss is accepted', async () => {
    const state = ['--state', at('lost.json')]
    await stream(lines(...answers(0, 6)), ...fixed, ...state)
    rmSync(at('lost.json.journal'))
    const { status, stdout, stderr } = await runCli(['stream', ...SETTING, ...fixed, ...state], '')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toBe(
      `error: ${at('lost.json.journal')}: expected the lines that follow the state, but it is missing; to go on without the answers that may be in it, add --accept-loss\n`,
    )
    const replies = await stream(lines({ status: 1 }), ...fixed, ...state, '--accept-loss')
    expect(replies).toEqual([{ answers: 6 }])
    expect(await stream(lines({ status: 1 }), ...fixed, ...state)).toEqual(replies)
  })

  test('is held by one process: a second is refused, and the first loses nothing, even if it is killed', async () => {
    const args = ['stream', ...SETTING, ...fixed, '--state', at('held.json')]
    const first = spawn(COMMAND[0], [COMMAND[1], ...args])
    const reply = async (line: object) => {
      first.stdin.write(lines(line))
      return JSON.parse(String((await once(first.stdout, 'data'))[0]))
    }
    await reply({ ask: 1 })
    expect(await reply({ answer: 1, id: 0 })).toEqual({ answers: 1 })
    expect(await runCli(args, lines(...answers(0, 3)))).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: ${at('held.json')}: expected a file that no other process has in use; process ${first.pid} has it\n`,
    })
    await reply({ ask: 1 })
    expect(await reply({ answer: 2, id: 0 })).toEqual({ answers: 2 })
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(await stream(lines({ status: 1 }), ...fixed, '--state', at('held.json'))).toEqual([{ answers: 2 }])
  })

  test('leaves no lock behind, however it ends', async () => {
    const state = ['--state', at('free.json')]
    await stream(lines({ ask: 1 }), ...fixed, ...state)
    await runCli(['stream', ...SETTING, ...fixed, ...state, '--epsilon', '3'], '')
    expect(readdirSync(at('.')).filter(file => file.startsWith('free.'))).toEqual([
      'free.json',
      'free.json.journal',
    ])
  })

  test.each([
    ['other.json', '{"digest":"1"}', /other\.json\.journal: expected the lines that follow the state/],
    ['broken.json', '{', /broken\.json: expected a state that was written before/],
    ['null.json', 'null', /null\.json: expected a state that was written before/],
    ['empty.json', '{}', /empty\.json: expected a state that was written before \(it has no digest\)/],
  ])('refuses a file that is none: %s', async (file, text, says) => {
    writeFileSync(at(file), text)
    const { status, stderr } = await runCli(['stream', ...SETTING, '--state', at(file)], '')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toMatch(says)
    expect(readFileSync(at(file), 'utf8')).toBe(text)
  })

  test('refuses other options than it was made with', async () => {
    await stream(lines({ ask: 1 }), '--state', at('options.json'))
    const more = ['--state', at('options.json'), '--epsilon', '3']
    const { status, stderr } = await runCli(['stream', ...SETTING, ...more], '')
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^error: [^\n]*options\.json: expected the options that it was made with, [^\n]*"epsilon":2/,
    )
  })
})
