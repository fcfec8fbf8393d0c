import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'

async function audit(...args: string[]) {
  const { status, stdout } = await runCli(['audit', ...args, '--json'])
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

test('--published shows what the published budget spends beside what this project spends', async () => {
  const { levels } = await audit('--published')
  expect(levels.map(({ published }: { published: number }) => published.toFixed(3))).toEqual([
    '0.866',
    '1.713',
    '6.830',
  ])
  for (const { epsilon, exact, at } of levels) {
    expect(exact).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
    expect(at).toBe(1)
  }
  const { stdout } = await runCli(['audit', '--published'])
  expect(stdout).toMatch(/\n +1 +1\.000 +1\.713 +1\.71 +1\n/)
})

test('a mechanism’s exact level is shown with the response and the pair that attain it', async () => {
  const result = await audit('--mechanism', 'rrrr', '--subset-size', '4', '--epsilon', '1')
  expect(result.epsilon).toBeCloseTo(1, 12)
  expect(result).toMatchObject({ response: 4, request: { subset: [0, 1, 2, 3], epsilon1: 0.8 } })
  expect(result.pair).toEqual([4, 0])
  expect(result).not.toHaveProperty('matrix')
})

test('the channel is shown on request, and its columns sum to one', async () => {
  for (const [name, rows] of [
    ['srr', 4],
    ['subset-selection', 6],
    ['unary-encoding', 16],
    ['hadamard', 8],
  ] as const) {
    const size = name === 'subset-selection' ? ['--size', '2'] : []
    const { matrix } = await audit(
      '--mechanism',
      name,
      '--categories',
      '4',
      '--epsilon',
      '1',
      '--matrix',
      ...size,
    )
    expect(matrix).toHaveLength(rows)
    for (let x = 0; x < 4; x++) {
      expect(matrix.reduce((sum: number, row: number[]) => sum + row[x], 0)).toBeCloseTo(1, 12)
    }
  }
  const { stdout } = await runCli([
    'audit',
    '--mechanism',
    'srr',
    '--categories',
    '2',
    '--epsilon',
    '1',
    '--matrix',
  ])
  expect(stdout).toContain('\n0         0.7311  0.2689\n1         0.2689  0.7311\n')
})
