import { spawnSync } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import type { CompletedCommand } from '../../src/cli/completion-scripts.ts'
import { createProgram } from '../../src/cli/run.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'people.csv': 'a\n1\n' })
const nowhere = new Writable({ write: (_, __, done) => done() })
const program = createProgram({ stdin: Readable.from([]), stdout: nowhere, stderr: nowhere })
const script = async (shell: string) => (await runCli(['completion', shell])).stdout
const called = (shell: string, args: readonly string[]) =>
  spawnSync(shell, args, { encoding: 'utf8', env: { ...process.env, HOME: at('') } })
const has = (shell: string) => called(shell, ['-c', 'exit 0']).status === 0

/** The words of each command and the options that its help shows, as commander has them. */
function leaves(command: Command, words: readonly string[] = []): [string, string[]][] {
  if (command.commands.length > 0)
    return command.commands.flatMap(each => leaves(each as Command, [...words, each.name()]))
  return [[words.join(' '), command.options.filter(({ hidden }) => !hidden).map(({ long }) => long!)]]
}

test('every command and every option that help shows is completed', async () => {
  const { commands } = JSON.parse((await runCli(['completion', 'bash', '--json'])).stdout)
  const found = commands.map(({ words, options }: CompletedCommand) => [
    words.join(' '),
    options.map(({ flag }) => flag),
  ])
  expect(found).toEqual(leaves(program))
})

describe('bash', () => {
  // What the Tab key would be offered after these words, the last of which is not complete.
  const offered = async (...words: readonly string[]) => {
    const call = `COMP_WORDS=(adobest "$@"); COMP_CWORD=$#; _adobest; IFS=$'\\n'; echo "\${COMPREPLY[*]}"`
    const { stdout, stderr, status } = called('bash', [
      '-c',
      `${await script('bash')}\n${call}`,
      'bash',
      ...words,
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout.trim().split('\n')
  }

  test.skipIf(!has('bash')).each<[readonly string[], readonly string[]]>([
    [['comp'], ['compare', 'completion']],
    [['pool', 'q'], ['quantile']],
    [['estimate', '--strat'], ['--strategy']],
    [['estimate', '--strategy', 'subset'], ['subset-selection']],
    [['power', '--goal', "'med"], ['median(']],
    [['power', '--goal', 't'], ['top(']],
    [['completion', 'z'], ['zsh']],
    [['estimate', at('people.c')], [at('people.csv')]],
    [['estimate', '--no-such', ''], ['']],
  ])('%j is completed by %j', async (words, completions) => {
    const found = await offered(...words)
    if (completions[0] !== '') expect(found).toEqual(completions)
  })
})

test.skipIf(!has('zsh'))('zsh reads its script, and knows the commands', async () => {
  // Outside of a completion, the functions that offer something print it instead.
  const stubs = `compadd() { print -r -- "$@" }; _describe() { print -rl -- $commands }; _arguments() { print -rl -- "$@" }`
  const run = async (...words: readonly string[]) => {
    const call = `words=(adobest ${words.map(word => `'${word}'`).join(' ')}); CURRENT=$#words; _adobest`
    const body = (await script('zsh')).replace('_adobest "$@"\n', '')
    return called('zsh', ['-f', '-c', `${stubs}\n${body}\n${call}`])
  }
  expect((await run('comp')).stdout).toMatch(/^completion:print a script/m)
  expect((await run('pool', 'q')).stdout).toContain('quantile')
  const { stdout, stderr } = await run('estimate', '--')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^\*--strategy\[.*\]:value:\(.*subset-selection/m)
  expect(stdout).toMatch(/^\*--show\[.*\]:value:\(share\\\(/m)
})

test.skipIf(!has('fish'))('fish reads its script, and completes by it', async () => {
  const run = async (line: string) =>
    called('fish', ['--no-config', '-c', `${await script('fish')}\ncomplete -C '${line}'`])
  expect((await run('adobest comp')).stdout).toMatch(/^compare\tcompare strategies/m)
  expect((await run('adobest estimate --strat')).stdout).toMatch(/^--strategy\t/m)
  expect((await run('adobest pool q')).stdout).toMatch(/^quantile/m)
  const { stdout, stderr } = await run('adobest power --goal med')
  expect(stdout).toMatch(/^median\(/m)
  expect(stderr).toBe('')
})

test('another shell is refused', async () => {
  const { status, stderr } = await runCli(['completion', 'tcsh'])
  expect(status).toBe(2)
  expect(stderr).toContain('bash, zsh, fish')
})
