import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { stream as rng } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const QUESTIONS = { smokes: ['no', 'yes'], age: 3, region: 2 }
const at = testFolder({ 'questions.json': JSON.stringify(QUESTIONS) })
const SETTING = ['--epsilon', '3', '--strategy', 'subset-selection', '--draws', '20', '--seed', '3']

const run = (input: string, ...more: string[]) =>
  runCli(['stream', '--questions', `@${at('questions.json')}`, ...SETTING, ...more], input)

/** The replies to the lines. */
async function replies(lines: readonly object[], ...more: string[]) {
  const { status, stdout, stderr } = await run(
    lines.map(line => `${JSON.stringify(line)}\n`).join(''),
    ...more,
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** What the library asks and gets from sixty people. */
function played(ask: 'pairs' | 'singles' = 'pairs') {
  const estimator = createEstimator({
    questions: QUESTIONS,
    ask,
    epsilon: 3,
    strategy: 'subset-selection',
    seed: 3,
  })
  const people = rng(1, 'people')
  const requests: Request[] = []
  const answers = Array.from({ length: 60 }, () => {
    const record = { smokes: people.integer(2), age: people.integer(3), region: people.integer(2) }
    const request = estimator.request()
    requests.push(request)
    const response = createRespondent({ questions: QUESTIONS, epsilon: 3, rng: people }).respond(
      request,
      record,
    )
    estimator.observe(response, request)
    return response
  })
  return { estimator, requests, answers }
}

test('requests have their questions, answers name them or their id, and the estimate has frequencies and tables', async () => {
  const { estimator, requests, answers } = played()
  const lines = answers.flatMap((answer, i) => [
    { ask: 1 },
    // Half of the people have the server's word for what they were asked.
    i % 2 === 0 ? { answer, request: requests[i] } : { answer, id: idOf(requests, i) },
  ])
  const found = await replies([...lines, { estimate: 1 }, { status: 1 }])
  requests.forEach((request, i) => {
    expect(found[2 * i]).toEqual({ request, id: idOf(requests, i) })
    expect(found[2 * i + 1]).toEqual({ answers: i + 1 })
  })
  expect(new Set(requests.map(({ about }) => String(about)))).toEqual(
    new Set(['smokes,age', 'smokes,region', 'age,region']),
  )
  const estimate = estimator.estimate({ draws: 20 })
  const { laws, warnings } = found[120]
  expect(found[120].answers).toBe(60)
  const NAMES = { smokes: ['no', 'yes'], age: ['0', '1', '2'], region: ['0', '1'] }
  expect(laws.map(({ about, labels }: Record<string, unknown>) => [about, labels])).toEqual([
    ...Object.entries(NAMES),
    [
      ['smokes', 'age'],
      [NAMES.smokes, NAMES.age],
    ],
    [
      ['smokes', 'region'],
      [NAMES.smokes, NAMES.region],
    ],
    [
      ['age', 'region'],
      [NAMES.age, NAMES.region],
    ],
  ])
  expect(laws[1].estimate).toEqual(Array.from(estimate.marginal('age').mean))
  expect(laws[4].estimate).toEqual(estimate.table('smokes', 'region').mean)
  const [lower, upper] = estimate.table('smokes', 'region').interval(0.95)
  expect(laws[4].interval).toEqual({ level: 0.95, lower, upper })
  expect(laws[4].cramersV.mean).toBe(estimate.association('smokes', 'region').cramersV.mean)
  expect(warnings).toEqual(estimate.warnings)
  expect(found[121]).toEqual({ answers: 60 })
})

/** The place of a request among the different ones. */
function idOf(requests: readonly Request[], i: number): number {
  return [...new Set(requests.map(each => JSON.stringify(each)))].indexOf(JSON.stringify(requests[i]))
}

test('one question each gives frequencies and no tables', async () => {
  const { estimator, requests, answers } = played('singles')
  const lines = answers.flatMap((answer, i) => [{ ask: 1 }, { answer, id: idOf(requests, i) }])
  const found = await replies([...lines, { estimate: 1 }], '--ask', 'singles')
  expect(found[0]).toEqual({ request: requests[0], id: 0 })
  expect(found.at(-1).laws).toHaveLength(3)
  expect(found.at(-1).laws[0].estimate).toEqual(
    Array.from(estimator.estimate({ draws: 20 }).marginal('smokes').mean),
  )
})

test('a collection goes on after its end and after a crash, with the same ids and numbers', async () => {
  const { requests, answers } = played()
  const lines = answers.flatMap((answer, i) => [
    { ask: 1 },
    { answer, id: idOf(requests, i), key: `person ${i}` },
  ])
  const whole = await replies([...lines, { estimate: 1 }])
  const state = ['--state', at('state.json')]
  const parts = await replies(lines.slice(0, 31), ...state)
  // As a process leaves them that is killed once it has acknowledged two lines more.
  const { digest } = JSON.parse(readFileSync(at('state.json'), 'utf8'))
  const head = JSON.stringify({ journalOf: digest })
  const chain = new Chain(head)
  const kept = lines.slice(31, 33).map(line => chain.seal(JSON.stringify(line)))
  writeFileSync(at('state.json.journal'), `${[head, ...kept].join('\n')}\n`)
  const rest = await replies([lines[1], ...lines.slice(33), { estimate: 1 }], ...state)
  expect(rest[0]).toEqual({ answers: 16, repeated: true })
  expect([...parts, ...rest.slice(1)]).toEqual([...whole.slice(0, 31), ...whole.slice(33)])
})

test('a state that was damaged, or is of other questions, is refused', async () => {
  await replies([{ ask: 1 }], '--state', at('good.json'))
  const state = readFileSync(at('good.json'), 'utf8')
  const refusal = async (text: string, ...more: string[]) => {
    writeFileSync(at('bad.json'), text)
    const { status, stderr } = await run('', '--state', at('bad.json'), '--accept-loss', ...more)
    expect(status).toBe(2)
    return stderr
  }
  expect(await refusal(state.replace(/"made":\[\[\d+\]/, '"made":[[]'))).toContain(
    "bad.json: the snapshot's digest must be that of the rest",
  )
  expect(await refusal(state.replace('"turns":[0', '"turns":[1'))).toContain(
    "bad.json: the snapshot's digest must be that of the rest",
  )
  expect(await refusal(state, '--ask', 'singles')).toContain(
    'bad.json: expected the options that it was made with',
  )
})

test('bad lines have a sentence each, and count nothing', async () => {
  const { requests } = played()
  const other = { ...requests[0], about: ['age', 'wealth'] }
  const bad = [
    [{ answer: [9], id: 0 }, 'line 2: response must be'],
    [{ answer: [0], request: other }, "line 3: the request's about must be that of a request made here; got"],
    [{ answer: [0], id: 4 }, 'line 4: id must be 0; got 4'],
    [{ changes: 1 }, 'line 5: changes must be left out with questions: changes are not looked for in them'],
  ] as const
  const found = await replies([{ ask: 1 }, ...bad.map(([line]) => line), { status: 1 }])
  bad.forEach(([, sentence], i) => {
    expect(found[i + 1].error).toContain(sentence)
  })
  expect(found.at(-1)).toEqual({ answers: 0 })
})

test.each([
  [['--categories', '3'], '--categories, --questions and a range or a scale: expected one of them'],
  [['--edges', '0,1,2'], '--categories, --questions and a range or a scale: expected one of them'],
  [['--memory', 'all'], '--memory: memory must be left out with questions'],
  [['--run-length', '1000'], '--run-length: runLength must be left out with questions'],
  [['--prior', '1'], '--prior: prior must be left out with questions'],
  [['--sampler', 'gibbs'], '--sampler: sampler must be left out with questions'],
  [['--strategy', 'public-prior'], '--strategy: expected one that needs no public prior'],
  [['--ask', 'triples'], '--ask'],
  [['--questions', '{"age":3}'], '--questions: the number of questions must be a whole number from 2 to 64'],
  [
    ['--questions', '{"age":3,"sex":["f","f"]}'],
    '--questions: questions.sex must be a whole number at least 2, or a list of at least two different names',
  ],
  [['--questions', '@none.json'], 'none.json: expected a file with questions (ENOENT'],
  [['--questions', 'age'], '--questions: expected JSON, or @FILE with it'],
])('%j is refused in a line', async (more, sentence) => {
  const { status, stderr } = await run('', ...more)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('options of questions are refused without them', async () => {
  const stream = (...more: string[]) => runCli(['stream', '--epsilon', '1', ...more], '')
  expect((await stream('--categories', '3', '--ask', 'pairs')).stderr).toContain(
    '--ask: expected only with --questions',
  )
  expect((await stream()).stderr).toContain('or --questions for several')
})

test('people who are known to have some answers alone are asked about these, and it is remembered', async () => {
  const state = ['--missing', 'public', '--state', at('known.json')]
  const [known, other] = await replies(
    [
      { ask: 1, known: ['age'] },
      { ask: 1, known: ['smokes', 'region'] },
    ],
    ...state,
  )
  expect([known.request.about, other.request.about]).toEqual([['age'], ['smokes', 'region']])
  const answer = known.request.mechanism === 'srr' ? 0 : [0]
  expect(
    await replies(
      [
        { answer, id: known.id },
        { ask: 1, known: ['age'] },
      ],
      ...state,
    ),
  ).toEqual([{ answers: 1 }, known])
})

test.each([
  [['agee'], 'each name in known must be one of smokes, age, region; got "agee". Did you mean "age"?'],
  [[], 'known must be the questions of a view, which has two; got []'],
  ['age', 'known must be a list of questions; got "age"'],
])('%j are no questions that somebody has an answer to', async (known, said) => {
  expect(await replies([{ ask: 1, known }])).toEqual([{ error: `line 1: ${said}` }])
})
