import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { withoutCaret } from '../support/without-caret.ts'

const JOBS = [
  ...Array<string>(2000).fill('cook'),
  ...Array<string>(500).fill('baker'),
  ...Array(500).fill('pilot'),
]
const at = testFolder({
  'people.csv': `job\n${JOBS.join('\n')}\n`,
  'odd.csv': `job,id\n${'Sales,1\nCraft-repair,2\n,3\n'.repeat(10)}`,
})
const estimate = (...more: string[]) => [
  ...[
    'estimate',
    at('people.csv'),
    '--column',
    'job',
    '--epsilon',
    '2',
    '--group-size',
    '50',
    '--draws',
    '4',
  ],
  ...more,
]

describe('adobest estimate --goal', () => {
  test('says whether it is settled, by how many people, and what the answer is: the library’s', async () => {
    const { status, stdout } = await runCli(estimate('--goal', 'share(job = cook) > .5', '--json'))
    expect(status).toBe(0)
    const { decision, decisions, correct, estimate: theta } = JSON.parse(stdout)
    expect(decision.goal).toBe('share(cook) > 0.5')
    const data = JOBS.map(job => ['baker', 'cook', 'pilot'].indexOf(job))
    const [run] = simulate({
      data,
      categories: ['baker', 'cook', 'pilot'],
      strategies: ['auto'],
      epsilon: 2,
      groupSize: 50,
      draws: 4,
      goal: 'share(cook) > .5',
      seed: 1,
    }).runs
    expect(decision).toEqual(run.decision)
    expect(decisions).toEqual([decision])
    expect(decision).toMatchObject({ settled: true, answer: true })
    expect(decision.answers).toBeLessThan(3000)
    expect(correct).toBe(true)
    expect(theta).toEqual(Array.from(run.estimate))
  })

  test('has a line of text with the names of the categories', async () => {
    const { stdout } = await runCli(estimate('--goal', 'top(1) by .01'))
    expect(stdout).toMatch(
      /seed: 1\n\ngoal top\(1\) by 0\.01: settled after [\d,]+ people\nanswer: cook \(right with probability above 0\.999; by the true frequencies, right\)\n\ncategory /,
    )
  })

  test('with a confidence and a guarantee takes more people', async () => {
    const answers = async (...more: string[]) =>
      JSON.parse((await runCli(estimate('--goal', 'share(cook) > .6', '--json', ...more))).stdout).decision
        .answers
    const plain = await answers()
    expect(await answers('--confidence', '0.9999')).toBeGreaterThan(plain)
    expect(await answers('--guarantee', 'anytime')).toBeGreaterThan(plain)
  })

  test('given several times is about all of them, and says so of each', async () => {
    const goals = ['--goal', 'share(cook) +- .1', '--goal', 'share(cook) > share(baker)']
    const { decision, decisions, correct } = JSON.parse((await runCli(estimate(...goals, '--json'))).stdout)
    expect(decisions.map(({ goal }: { goal: string }) => goal)).toEqual([
      'share(cook) ± 0.1',
      'share(cook) > share(baker)',
    ])
    expect(decisions).toMatchObject([
      { settled: true, correct: true },
      { settled: true, answer: 'cook' },
    ])
    expect([decisions[0], correct]).toEqual([decision, true])
    const { stdout } = await runCli(estimate(...goals))
    expect(stdout).toMatch(
      /\ngoal share\(cook\) ± 0\.1: settled .*\nanswer: 0\.\d{4} .*\ngoal share\(cook\) > share\(baker\): settled .*\nanswer: cook .*\n\ncategory /,
    )
  })

  test('names categories that are no words, and the one of missing values', async () => {
    const options = ['--column', 'job', '--epsilon', '2', '--draws', '4', '--missing', 'category', '--json']
    for (const [goal, names] of [
      ['share(Sales) > share("Craft-repair")', ['Craft-repair', 'Sales']],
      ['share(Sales) > share("(missing)")', ['(missing)', 'Sales']],
    ] as const) {
      const { status, stdout } = await runCli(['estimate', at('odd.csv'), ...options, '--goal', goal])
      expect(status).toBe(0)
      expect(names).toContain(JSON.parse(stdout).decision.answer)
    }
  })

  test.each([
    [
      ['--goal', 'share(cook)'],
      /^error: --goal: goal must have ±, > or < and what the query is compared with, at its end\n {2}share\(cook\)\n {13}\^\n$/,
    ],
    [
      ['--goal', 'top(1)', '--goal', 'top( 1)'],
      /^error: --goal: goals must be goals that differ; got "top\(1\)"\n$/,
    ],
    [
      ['--goal', 'share(bakr) ± .1'],
      /^error: --goal: goal must have one of the levels baker, cook, pilot where it has "bakr"; did you mean "baker"\?\n {2}share\(bakr\) ± \.1\n {8}\^{4}\n$/,
    ],
    [
      ['--goal', 'share(cook) ± 2'],
      /^error: --goal: goal must have a width above 0 and below 1 where it has "2"\n/,
    ],
    [['--goal', 'top(3)'], /^error: --goal: goal must have a whole number from 1 to 2 where it has "3"/],
    [['--confidence', '0.9'], /^error: --confidence: expected only with --goal\n$/],
    [['--goal', 'top(1)', '--confidence', '0.2'], /confidence must be a number above 0.5 and below 1/],
    [['--goal', 'top(1)', '--guarantee', 'ever'], /Allowed choices are posterior, anytime/],
    [['--goal', 'top(1)', '--robust', '0.1'], /^error: --robust: robust must be left out with a goal/],
    [['--goal', 'top(1)', '--memory', 'window:10'], /^error: --memory: memory must be 'all', with a goal/],
  ])('refuses %j in one line', async (more, message) => {
    const { status, stdout, stderr } = await runCli(estimate(...more))
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(withoutCaret(stderr.trimEnd())).not.toContain('\n')
  })
})

test('adobest compare --goal shows people until it is settled, and their ratio, in text, JSON and tables', async () => {
  const command = [
    ...[
      'compare',
      '--categories',
      '4',
      '--users',
      '4000',
      '--epsilon',
      '2',
      '--group-size',
      '100',
      '--draws',
      '4',
    ],
    ...['--strategies', 'auto,subset-selection', '--runs', '3', '--goal', 'share(1) ± .08'],
  ]
  const { stdout } = await runCli([...command, '--json', '--out', at('out')])
  const { goals, results } = JSON.parse(stdout)
  expect(goals).toEqual(['share(1) ± 0.08'])
  const [auto, sets] = results
  expect(auto.goal).toMatchObject({ settled: 3 })
  expect(auto.goal.people.mean).toBeLessThan(sets.goal.people.mean)
  expect(auto.goal.ratio.mean).toBeCloseTo(auto.goal.people.mean / sets.goal.people.mean, 12)
  expect(sets.goal.ratio).toEqual({ mean: 1, standardError: 0 })
  expect(readdirSync(at('out'))).toEqual(['people.png', 'people.svg', 'runs.csv', 'runs.parquet'])
  expect(readFileSync(at('out/people.svg'), 'utf8')).toContain(
    'People until the goal is settled, by strategy',
  )
  const [head, first] = readFileSync(at('out/runs.csv'), 'utf8').split('\n')
  expect(head).toMatch(/,seconds,answers,settled,decision,correct$/)
  expect(first).toMatch(/,\d+,true,0\.\d{4},true$/)
  const text = (await runCli(command)).stdout
  expect(text).toContain(', goal: share(1) ± 0.08')
  expect(text).toContain(', group size: 100')
  expect(text).toMatch(/people ± SE +settled +wrong +ratio ± SE\n/)
  expect(text).toMatch(/\nratio ± SE: people, divided by those of subset-selection in the same runs\n/)
})

test('--help says what a goal is in a line', async () => {
  for (const command of ['estimate', 'compare']) {
    const { stdout } = await runCli([command, '--help'])
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '--goal <goal> stop as soon as this is settled: QUERY ± WIDTH, QUERY > VALUE, QUERY > QUERY [by MARGIN] or top(K)',
    )
  }
})
