import { expect, test } from 'vitest'
import { SAMPLER_NAMES } from '../../src/catalogue/samplers.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { strategyKinds } from '../../src/loop/strategy/strategy-names.ts'
import { runCli } from '../support/cli.ts'

interface Line {
  readonly name: string
  readonly says: string
}

test('every built-in strategy and sampler has a line of its own', async () => {
  const { status, stdout } = await runCli(['strategies', '--json'])
  expect(status).toBe(0)
  const { strategies, samplers }: { strategies: Line[]; samplers: Line[] } = JSON.parse(stdout)
  expect(strategies.map(({ name }) => name.split(/:ALPHA|[[]/)[0])).toEqual(
    strategyKinds(builtIn).map(({ name }) => name),
  )
  expect(samplers.map(({ name }) => name)).toEqual(SAMPLER_NAMES)
  const lines = [...strategies, ...samplers].map(({ says }) => says)
  expect(lines).not.toContain('of a module')
  expect(new Set(lines).size).toBe(lines.length)
})

test('a command that draws nothing offers no seed, but takes one', async () => {
  const help = async (command: string) => (await runCli([command, '--help'])).stdout
  for (const command of ['strategies', 'audit', 'results', 'report', 'worker']) {
    expect(await help(command)).not.toContain('--seed')
  }
  expect(await help('estimate')).toContain('--seed')
  expect((await runCli(['strategies', '--seed', '3'])).status).toBe(0)
})
