import { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { groupOf, OPTION_GROUPS } from '../../src/cli/option-groups.ts'
import { createProgram } from '../../src/cli/run.ts'
import { runCli } from '../support/cli.ts'

const nowhere = new Writable({ write: (_, __, done) => done() })
const program = createProgram({ stdin: Readable.from([]), stdout: nowhere, stderr: nowhere })

/** The commands that do something, by their words. */
function leaves(command: Command, words: string[] = []): [string, Command][] {
  if (command.commands.length === 0) return [[words.join(' '), command]]
  return command.commands.flatMap(each => leaves(each as Command, [...words, each.name()]))
}

describe.each(leaves(program))('adobest %s', (words, command) => {
  test('takes --seed and --json', () => {
    const options = command.options.map(option => option.long)
    expect(options).toContain('--seed')
    expect(options).toContain('--json')
  })

  test('takes --help, and shows how it is called', async () => {
    const { status, stdout, stderr } = await runCli([...words.split(' '), '--help'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain(`Usage: adobest ${words}`)
    expect(stdout).toContain('\nExamples:\n')
  })

  test('has every option in a group of its help', () => {
    for (const option of command.options) {
      expect(groupOf(option), `${option.long}, which src/cli/option-groups.ts has to name`).toBeDefined()
      expect(OPTION_GROUPS).toContain(option.helpGroupHeading)
    }
  })

  test('says first what it does, in a line', async () => {
    const { stdout } = await runCli([...words.split(' '), '--help'])
    const summary = command.summary()
    const [, first] = stdout.split('\n\n')
    expect(first.replace(/\s+/g, ' ')).toBe(`${summary[0].toUpperCase()}${summary.slice(1)}.`)
    expect(stdout).not.toContain('\nOptions:\n')
  })

  test('tells of a misspelt option before it misses anything', async () => {
    const { status, stderr } = await runCli([...words.split(' '), '--jsom'])
    expect(status).toBe(2)
    expect(stderr).toBe("error: unknown option '--jsom' (Did you mean --json?)\n")
  })
})

test('no command is passed over', () => {
  const names = leaves(program).map(([words]) => words)
  expect(names).toContain('pool quantile')
  expect(names.length).toBeGreaterThan(10)
})
