import { describe, expect, test } from 'vitest'
import { personalizedMean } from '../../src/pooling/personalized-mean.ts'
import { personalizedQuantile } from '../../src/pooling/personalized-quantile.ts'
import { personalizedThreshold } from '../../src/pooling/personalized-threshold.ts'
import { pooledQuantile } from '../../src/pooling/pooled-quantile.ts'
import { stream } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const PAY = 'pay,town\n4,open\n1,shy\n6,open\n9,shy\n2,bold\n8,shy\n'
const LEVELS = 'group,epsilon\nopen,public\nshy,0.5\nbold,2\n'
const FINITE = LEVELS.replace('public', '5')

const at = testFolder({
  'pay.csv': PAY,
  'levels.csv': LEVELS,
  'levels.json': JSON.stringify([
    { group: 'open', epsilon: 'Infinity' },
    { group: 'shy', epsilon: 0.5 },
    { group: 'bold', epsilon: 2 },
  ]),
  'finite.csv': FINITE,
  'all-public.csv': 'group,epsilon\nshy,inf\nopen,PUBLIC\nbold,Infinity\n',
  'missing.csv': 'group,epsilon\nopen,1\nshy,0.5\n',
  'unused.csv': `${LEVELS}none,1\n`,
  'twice.csv': `${LEVELS}shy,1\n`,
  'nameless.csv': `${LEVELS},1\n`,
  'negative.csv': LEVELS.replace('0.5', '-1'),
  'word.csv': LEVELS.replace('0.5', 'low'),
  'blank.csv': LEVELS.replace('0.5', ''),
  'other.csv': 'town,level\nopen,1\n',
  'text.csv': PAY.replace('9', 'nine'),
  'gap.csv': 'pay,town\n5,shy\n,shy\n',
  'nobody.csv': 'pay,town\n5,shy\n6,\n',
  'euros.csv': 'pay;town\n1,5;shy\n',
  'header.csv': 'pay,town\n',
})

const GROUPS = [
  { values: [4, 6], epsilon: Infinity },
  { values: [1, 9, 8], epsilon: 0.5 },
  { values: [2], epsilon: 2 },
]
const FINITE_GROUPS = GROUPS.map(group => ({ ...group, epsilon: Math.min(group.epsilon, 5) }))
const RANGE = [-1, 10] as const

/** A command line with the words of a sentence; `@x` is the file x of the test's folder. */
function pool(line: string, stdin?: string) {
  const words = line.split(' ').map(word => (word.startsWith('@') ? at(word.slice(1)) : word))
  const columns = ['--value', 'pay', '--group', 'town', '--range', RANGE.join()]
  return runCli(['pool', words[0], ...columns, ...words.slice(1)], stdin)
}

async function json(line: string, stdin?: string) {
  const { status, stdout, stderr } = await pool(`${line} --json`, stdin)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.endsWith('}\n')).toBe(true)
  return JSON.parse(stdout)
}

describe('pool mean', () => {
  const MEAN = 'mean @pay.csv --variance 3'

  test('is the plain mean of public data, each group weighted by its size', async () => {
    const result = await json(`${MEAN} --epsilons @all-public.csv`)
    expect(result.estimate).toBeCloseTo(5, 12)
    expect(result.groups.map((group: { name: string }) => group.name)).toEqual(['shy', 'open', 'bold'])
    const weights = result.groups.map((group: { weight: number }) => group.weight)
    for (const [i, n] of [3, 2, 1].entries()) expect(weights[i]).toBeCloseTo(n / 6, 12)
    expect(result).toMatchObject({ statistic: 'mean', method: 'pooled', adjacency: 'replace-one' })
  })

  test('says what it used, for each group and for all', async () => {
    const result = await json(`${MEAN} --epsilons @levels.csv --adjacency add-remove`)
    expect(result).toMatchObject({ range: [-1, 10], clamp: false, sensitivity: 10 })
    expect(result.groups[0]).toMatchObject({ name: 'open', users: 2, epsilon: 'Infinity', variance: 1.5 })
    expect(result.groups[1]).toMatchObject({ name: 'shy', users: 3, epsilon: 0.5 })
    expect(result.notes.join()).toMatch(/add-remove the sizes of the groups are secret/)
  })

  test('with --method personalized is the library’s, threshold and all', async () => {
    for (const rule of ['min', 'mean', 'max', 'optimal'] as const) {
      const line = `${MEAN} --epsilons @finite.csv --method personalized --rule ${rule} --seed 7`
      const adjacency = 'replace-one'
      const rng = stream(7, 'pool', 'mean')
      const options = { groups: FINITE_GROUPS, variance: 3, range: RANGE, adjacency, rule, rng } as const
      const { estimate, threshold } = personalizedMean(options)
      const { variance, expectedCount, inclusion } = personalizedThreshold({
        counts: [2, 3, 1],
        epsilons: [5, 0.5, 2],
        variance: 3,
        sensitivity: 11,
        rule,
      })
      const result = await json(line)
      expect(result).toMatchObject({ rule, estimate, threshold, variance, expectedCount })
      expect(result.groups.map((group: { inclusion: number }) => group.inclusion)).toEqual([...inclusion])
    }
  })

  test('takes the best threshold unless told otherwise, Infinity where public data are best alone', async () => {
    const result = await json(`${MEAN} --epsilons @levels.csv --method personalized`)
    expect([result.rule, result.threshold, result.estimate]).toEqual(['optimal', 'Infinity', 5])
  })
})

describe('pool quantile', () => {
  test('is the library’s, group by group', async () => {
    const line = 'quantile @pay.csv --epsilons @levels.csv --variance 3 --probability 0.25 --seed s'
    const rng = stream('s', 'pool', 'quantile')
    const options = { probability: 0.25, range: RANGE, adjacency: 'replace-one', variance: 3, rng } as const
    const { estimate, weights, quantiles } = pooledQuantile({ groups: GROUPS, ...options })
    const result = await json(line)
    expect(result).toMatchObject({ statistic: 'quantile', probability: 0.25, estimate })
    result.groups.forEach((group: object, i: number) => {
      expect(group).toMatchObject({ weight: weights[i], quantile: quantiles[i] })
    })
  })

  test('with --method personalized is the library’s, the median unless told otherwise', async () => {
    const line = 'quantile @pay.csv --epsilons @levels.csv --method personalized --seed s'
    const rng = stream('s', 'pool', 'quantile')
    const options = { probability: 0.5, range: RANGE, adjacency: 'replace-one', rng } as const
    const { estimate } = personalizedQuantile({ groups: GROUPS, ...options })
    const result = await json(line)
    expect(result).toMatchObject({ probability: 0.5, estimate })
    expect(result.groups.map((group: { level: number }) => group.level)).toEqual(['Infinity', 0.5, 2])
    expect(result.notes).toHaveLength(1)
  })

  test('with --method personalized under add-remove says in words who does not get the level asked for', async () => {
    const line =
      'quantile @pay.csv --epsilons @finite.csv --method personalized --adjacency add-remove --probability 0.75'
    const options = { probability: 0.75, range: RANGE, adjacency: 'add-remove' } as const
    const { levels } = personalizedQuantile({ groups: FINITE_GROUPS, ...options })
    expect(levels[1]).toBe(15)
    const { groups, notes } = await json(line)
    expect(groups.map((group: { level: number }) => group.level)).toEqual([...levels])
    const { stdout } = await pool(line)
    for (const said of [notes.join('\n'), stdout]) {
      expect(said).toContain('Group "shy" asked for epsilon 0.5 and does NOT get it')
      expect(said).toContain('protected at 15 only')
    }
  })
})

describe('randomness', () => {
  const LINE = 'mean @pay.csv --epsilons @levels.csv --variance 3'

  test('with --seed can be repeated, and the output says in words that this is a simulation', async () => {
    const [one, two, other] = [
      await pool(`${LINE} --seed 1`),
      await pool(`${LINE} --seed 1`),
      await pool(`${LINE} --seed 2`),
    ]
    expect(one.status).toBe(0)
    expect(one.stdout).toMatch(/simulation and protects nobody/)
    expect(two.stdout).toBe(one.stdout)
    expect(other.stdout).not.toBe(one.stdout)
    const result = await json(`${LINE} --seed 1`)
    expect(result).toMatchObject({ randomness: 'seeded', seed: 1 })
    expect(result.notes[0]).toMatch(/simulation and protects nobody/)
  })

  test('without --seed is the operating system’s, never the same twice', async () => {
    const [one, two] = [await json(LINE), await json(LINE)]
    expect(one.randomness).toBe('crypto')
    expect(one).not.toHaveProperty('seed')
    expect(one.notes).toEqual([])
    // The noise has some 2^60 steps: equal by chance less often than 1e-15.
    expect(one.estimate).not.toBe(two.estimate)
  })
})

test('levels are read from JSON too, and the values from standard input', async () => {
  const line = '--epsilons @levels.json --variance 3 --seed 1'
  const expected = await json('mean @pay.csv --epsilons @levels.csv --variance 3 --seed 1')
  expect(await json(`mean - ${line}`, PAY)).toEqual(expected)
})

test('a value outside the range is refused, and pulled to its end with --clamp', async () => {
  const line = 'mean - --epsilons @all-public.csv --variance 3'
  const { status, stderr } = await pool(line, PAY.replace('9', '99'))
  expect(status).toBe(2)
  expect(stderr).toBe(
    'error: standard input, data row 4, column "pay": expected a number from -1 to 10, or --clamp; found 99\n',
  )
  expect((await json(`${line} --clamp`, PAY.replace('9', '99'))).estimate).toBeCloseTo(31 / 6, 12)
})

describe('bad usage or input ends with status 2, one line on standard error, nothing on standard output:', () => {
  const MEAN = 'mean @pay.csv --variance 3'
  const MEDIAN = 'quantile @pay.csv'
  test.each<[line: string, says: string]>([
    ['median @pay.csv', 'expected mean or quantile'],
    ['mean @pay.csv --epsilons @levels.csv', '--variance'],
    [MEAN, '--epsilons'],
    // Nothing is suggested: one number is no range.
    [`${MEAN} --epsilons @levels.csv --range 100,0`, 'low < high; got "100,0"\n'],
    [`${MEAN} --epsilons @levels.csv --range 1`, 'range must be two numbers [low, high]; got "1"'],
    [`${MEAN} --epsilons @levels.csv --rule min`, '--rule: expected only with --method personalized'],
    [`${MEAN} --epsilons @levels.csv --probability 1`, "unknown option '--probability'"],
    [`${MEAN} --epsilons @levels.csv --method personalized --rule mean`, 'group "open", which is public'],
    [`${MEDIAN} --epsilons @levels.csv`, '--variance: expected the variance of one value'],
    [`${MEDIAN} --epsilons @levels.csv --method personalized --variance 1`, 'only with --method pooled'],
    [`${MEDIAN} --epsilons @levels.csv --probability 2`, 'probability must be a number from 0 to 1; got "2"'],
    [
      `${MEDIAN} --epsilons @levels.csv --method personalized --adjacency add-remove`,
      'group "open", which is public',
    ],
    [`${MEAN} --epsilons @missing.csv`, 'missing.csv: expected a level for group "bold"'],
    [`${MEAN} --epsilons @unused.csv`, 'found "none", which has no rows'],
    [`${MEAN} --epsilons @twice.csv`, 'twice.csv, data row 4: expected each group once, found "shy" again'],
    [`${MEAN} --epsilons @nameless.csv`, 'data row 4, column "group": expected the name of a group'],
    [`${MEAN} --epsilons @negative.csv`, 'data row 2, column "epsilon": expected a number above 0'],
    [`${MEAN} --epsilons @word.csv`, 'or Infinity for public data; found "low"'],
    [`${MEAN} --epsilons @blank.csv`, 'or Infinity for public data; found nothing'],
    [`${MEAN} --epsilons @other.csv`, 'no column "group"; expected one of "town", "level"'],
    [`${MEAN} --epsilons @none.csv`, 'none.csv: no such file'],
    ['mean - --variance 3 --epsilons -', '--epsilons: expected a file'],
    ['mean @text.csv --variance 3 --epsilons @levels.csv', 'data row 4, column "pay": expected a finite'],
    [
      'mean @gap.csv --variance 3 --epsilons @levels.csv',
      'data row 2, column "pay": expected a value, found nothing\n',
    ],
    ['mean @nobody.csv --variance 3 --epsilons @levels.csv', 'data row 2, column "town": expected a value'],
    ['mean @euros.csv --variance 3 --epsilons @levels.csv', 'found "1,5"; --decimal , reads it'],
    [
      'mean @header.csv --variance 3 --epsilons @levels.csv',
      'header.csv: column "pay" has no values; expected one value or more',
    ],
  ])('pool %s', async (line, says) => {
    const { status, stdout, stderr } = await pool(`${line} --json`)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(says)
    expect(stderr.trimEnd()).not.toContain('\n')
  })
})
