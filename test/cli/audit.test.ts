import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

async function audit(...args: string[]) {
  const { status, stdout } = await runCli(['audit', ...args, '--json'])
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

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

describe('--request', () => {
  const HASHING = {
    mechanism: 'local-hashing',
    categories: 4,
    epsilon: 1,
    buckets: 2,
    size: 1,
    partitions: [
      [0, 0, 1, 1],
      [0, 1, 0, 1],
    ],
  }
  const at = testFolder({ 'request.json': JSON.stringify(HASHING), 'big.json': ' '.repeat(2 ** 20 + 1) })

  test('audits what the loop can send, from the command line or a file', async () => {
    const typed = await audit('--request', JSON.stringify(HASHING))
    expect(typed.request).toEqual(HASHING)
    expect(typed.epsilon).toBeCloseTo(1, 12)
    expect(await audit('--request', `@${at('request.json')}`)).toEqual(typed)
    const { request, epsilon } = await audit('--request', '{"mechanism":"srr","categories":3,"epsilon":2}')
    expect({ mechanism: request.mechanism, epsilon }).toEqual({ mechanism: 'srr', epsilon: 2 })
  })

  test.each([
    [['--request', '{'], '--request: expected JSON, or @FILE with it'],
    [['--request', '5'], 'request must be plain data'],
    [['--request', '{"mechanism":"guess"}'], "the request's mechanism must be one of srr, "],
    [['--request', '@nowhere.json'], 'nowhere.json: expected a file with a request (ENOENT'],
    [['--request', '@/dev/zero'], '/dev/zero: expected a file with a request (more than 1048576 bytes)'],
    [['--request', `@${at('big.json')}`], 'big.json: expected a file with a request (more than'],
    [['--request', JSON.stringify(HASHING), '--epsilon', '1'], '--request: expected without the options'],
    [
      ['--mechanism', 'local-hashing', '--categories', '5', '--epsilon', '1'],
      '--mechanism: describe local-hashing with --request; its ',
    ],
    [['--mechanism', 'hadamard', '--categories', '1e9', '--epsilon', '1'], 'from 2 to 1048576; got "1e9"'],
    [[], '--mechanism: expected srr, rrrr, subset-selection'],
  ])('%j is refused in one line', async (args, says) => {
    const { status, stdout, stderr } = await runCli(['audit', ...args])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
  })
})

describe('--design', () => {
  test('audits a survey design, with its fractions, and says how many people it needs', async () => {
    const die = await audit('--design', 'forced,truth=2/3,yes=1/6,no=1/6', '--risk', '--matrix')
    expect(Math.abs(die.epsilon - Math.log(5))).toBeLessThan(1e-12)
    expect(die.matrix[1][1]).toBeCloseTo(5 / 6, 15)
    expect(die.risk.peopleFactor).toBeCloseTo(1, 12)
    const { stdout } = await runCli(['audit', '--design', 'unrelated,p=.7,prevalence=.1', '--risk'])
    expect(stdout).toMatch(/^people needed +1\.\d+ times as many as by the best channel of this level/m)
    const many = await audit('--design', 'forced,truth=1/2,law=1/4:1/4:1/2')
    expect(many.request).toMatchObject({ kind: 'forced', law: [0.25, 0.25, 0.5] })
  })

  test.each([
    ['triangular,prevalence=.2', 'kind must be one with a finite level: '],
    ['warner,p=1/2', 'p must be other than ½'],
    ['warner,p=1/2/3', 'p must be a number above 0 and below 1'],
    ['warner,p=.2:.3', 'p must be a number above 0 and below 1'],
    ['warner,p', 'each part of a design after its kind must be name=number, such as p=2/3'],
    ['warner,p=.2,p=.3', 'the options of a design must be a list without repeats'],
  ])('%s is refused in one line', async (design, message) => {
    const { status, stderr } = await runCli(['audit', '--design', design])
    expect(status).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr.trim()).not.toContain('\n')
  })

  test('is complete, and stands alone', async () => {
    for (const more of [
      ['--epsilon', '1'],
      ['--request', '{}'],
    ]) {
      const { status, stderr } = await runCli(['audit', '--design', 'warner,p=.7', ...more])
      expect([status, stderr]).toEqual([2, expect.stringContaining('expected without')])
    }
  })
})

describe('--risk', () => {
  const SRR = ['--mechanism', 'srr', '--epsilon', '1']

  test('shows what an answer means, as text and as data', async () => {
    const { risk } = await audit(...SRR, '--risk', '--askings', '20', '--people', '10000')
    expect(risk).toMatchObject({ epsilon: 1, odds: Math.E, chance: 0.05 })
    expect(risk.guess.toFixed(3)).toBe('0.125')
    expect(risk.shuffled.epsilon.toFixed(4)).toBe('0.0166')
    expect(risk.repeated.nominal).toBe(20)
    const { stdout } = await runCli(['audit', ...SRR, '--risk'])
    expect(stdout).toMatch(/odds +multiplied by 2.72 at most: 1 to 19 becomes at most 1 to 6.99\n/)
    expect(stdout).toMatch(/best guess +right in 12.5 % of the cases, without an answer in 5 %/)
    expect(await audit(...SRR)).not.toHaveProperty('risk')
    const extreme = await runCli(['audit', '--mechanism', 'srr', '--epsilon', '800', '--risk'])
    expect(extreme.stdout).toMatch(/odds +multiplied by more than 1e308\n/)
  })

  test('draws odds and guesses of the mechanisms', async () => {
    const folder = testFolder()('.')
    const { status, stdout, stderr } = await runCli(['audit', ...SRR, '--risk', '--out', folder])
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain(`\n\n${join(folder, 'risk.png')}\n${join(folder, 'risk.svg')}\n`)
    const svg = await readFile(join(folder, 'risk.svg'), 'utf8')
    for (const name of ['srr', 'subset-selection', 'block-design', 'hadamard', 'unary-encoding'])
      expect(svg).toContain(`${name}: guess`)
    expect((await readFile(join(folder, 'risk.png'))).length).toBeGreaterThan(10_000)
  })

  test.each([
    [['--askings', '3'], '--askings: expected only with --risk'],
    [['--risk', '--delta', '0.1'], '--delta: expected only with --people'],
    [['--risk', '--askings', '0'], "option '--askings <t>' argument '0' is invalid"],
  ])('%s is refused in a line', async (args, message) => {
    const { status, stderr } = await runCli(['audit', ...SRR, ...args])
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })
})
