import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { stream as rng } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const ATTRIBUTES = { smokes: ['no', 'yes'], age: 3, region: 2 }
const at = testFolder({ 'attributes.json': JSON.stringify(ATTRIBUTES) })
const SETTING = ['--epsilon', '3', '--strategy', 'subset-selection', '--draws', '20', '--seed', '3']

const run = (input: string, ...more: string[]) =>
  runCli(['stream', '--attributes', `@${at('attributes.json')}`, ...SETTING, ...more], input)

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
    attributes: ATTRIBUTES,
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
    const response = createRespondent({ attributes: ATTRIBUTES, epsilon: 3, rng: people }).respond(
      request,
      record,
    )
    estimator.observe(response, request)
    return response
  })
  return { estimator, requests, answers }
}

test('requests have their attributes, answers name them or their id, and the estimate has frequencies and tables', async () => {
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
  const { frequencies, tables, warnings } = found[120]
  expect(found[120].answers).toBe(60)
  expect(frequencies.map(({ column, categories }: Record<string, unknown>) => [column, categories])).toEqual([
    ['smokes', ['no', 'yes']],
    ['age', ['0', '1', '2']],
    ['region', ['0', '1']],
  ])
  expect(frequencies[1].estimate).toEqual(Array.from(estimate.marginal('age').mean))
  expect(tables[1].columns).toEqual(['smokes', 'region'])
  expect(tables[1].estimate).toEqual(estimate.table('smokes', 'region').mean)
  const [lower, upper] = estimate.table('smokes', 'region').interval(0.95)
  expect(tables[1].interval).toEqual({ level: 0.95, lower, upper })
  expect(tables[1].cramersV.mean).toBe(estimate.association('smokes', 'region').cramersV.mean)
  expect(warnings).toEqual(estimate.warnings)
  expect(found[121]).toEqual({ answers: 60 })
})

/** The place of a request among the different ones. */
function idOf(requests: readonly Request[], i: number): number {
  return [...new Set(requests.map(each => JSON.stringify(each)))].indexOf(JSON.stringify(requests[i]))
}

test('one attribute each gives frequencies and no tables', async () => {
  const { estimator, requests, answers } = played('singles')
  const lines = answers.flatMap((answer, i) => [{ ask: 1 }, { answer, id: idOf(requests, i) }])
  const found = await replies([...lines, { estimate: 1 }], '--ask', 'singles')
  expect(found[0]).toEqual({ request: requests[0], id: 0 })
  expect(found.at(-1).tables).toEqual([])
  expect(found.at(-1).frequencies[0].estimate).toEqual(
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

test('a state that was damaged, or is of other attributes, is refused', async () => {
  await replies([{ ask: 1 }], '--state', at('good.json'))
  const state = readFileSync(at('good.json'), 'utf8')
  const refusal = async (text: string, ...more: string[]) => {
    writeFileSync(at('bad.json'), text)
    const { status, stderr } = await run('', '--state', at('bad.json'), '--accept-loss', ...more)
    expect(status).toBe(2)
    return stderr
  }
  expect(await refusal(state.replace('"list":[{', '"list":[{"size":1,'))).toContain(
    "bad.json: the digest of the state's requests must be that of the rest",
  )
  expect(await refusal(state.replace('"turn":0', '"turn":1'))).toContain(
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
    [{ changes: 1 }, 'line 5: changes must be left out with attributes, in which no changes are looked for'],
  ] as const
  const found = await replies([{ ask: 1 }, ...bad.map(([line]) => line), { status: 1 }])
  bad.forEach(([, sentence], i) => {
    expect(found[i + 1].error).toContain(sentence)
  })
  expect(found.at(-1)).toEqual({ answers: 0 })
})

test.each([
  [['--categories', '3'], '--categories: categories must be left out with attributes'],
  [['--from', '0', '--to', '1', '--bins', '4'], '--from: expected only without --attributes'],
  [['--edges', '0,1,2'], '--edges: expected only without --attributes'],
  [['--memory', 'all'], '--memory: memory must be left out with attributes'],
  [['--run-length', '1000'], '--run-length: runLength must be left out with attributes'],
  [['--prior', '1'], '--prior: prior must be left out with attributes'],
  [['--sampler', 'gibbs'], '--sampler: sampler must be left out with attributes'],
  [['--strategy', 'public-prior'], '--strategy: expected one that needs no public prior'],
  [['--ask', 'triples'], '--ask'],
  [
    ['--attributes', '{"age":3}'],
    '--attributes: the number of attributes must be a whole number from 2 to 32',
  ],
  [['--attributes', '{"age":3,"sex":["f","f"]}'], '--attributes: attributes.sex must be a list of different'],
  [['--attributes', '@none.json'], 'none.json: expected a file with attributes (ENOENT'],
  [['--attributes', 'age'], '--attributes: expected JSON, or @FILE with it'],
])('%j is refused in a line', async (more, sentence) => {
  const { status, stderr } = await run('', ...more)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('options of attributes are refused without them', async () => {
  const stream = (...more: string[]) => runCli(['stream', '--epsilon', '1', ...more], '')
  expect((await stream('--categories', '3', '--ask', 'pairs')).stderr).toContain(
    '--ask: expected only with --attributes',
  )
  expect((await stream()).stderr).toContain('or --attributes for several')
})
