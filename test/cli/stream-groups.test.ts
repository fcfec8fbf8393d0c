import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const BY = ['north', 'south']
const SETTING = '--categories 3 --epsilon 2 --strategy subset-selection --seed 3'.split(' ')
const at = testFolder({
  'regions.csv': 'group,size\nnorth,5\nsouth,4\n',
  'twice.csv': 'group\nnorth\nsouth\nnorth\n',
  'gap.json': '[{"group":"north"},{"group":null}]',
  'one.csv': 'group\nnorth\n',
})

const run = (input: object[], ...more: string[]) =>
  runCli(
    ['stream', ...SETTING, ...(more.includes('--by') ? [] : ['--by', 'north,south']), ...more],
    input.map(line => `${JSON.stringify(line)}\n`).join(''),
  )

async function stream(input: object[], ...more: string[]) {
  const { status, stdout, stderr } = await run(input, ...more)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** Lines of so many people of both groups: the answers of the north name category 0 more often than those of the south. */
function answers(from: number, to: number): object[] {
  return Array.from({ length: to - from }, (_, i) => {
    const place = from + i
    const group = BY[place % 2]
    const answer = [place % 7 === 0 || group === 'south' ? place % 3 : 0]
    return [
      { ask: 1, group },
      { answer, id: 0, group },
    ]
  }).flat()
}

test('asks and answers name the group, whose own engine chooses the request', async () => {
  const options = { categories: 3, epsilon: 2, strategy: 'subset-selection', seed: 3 }
  const estimator = createEstimator({ ...options, by: BY })
  const replies = await stream([...answers(0, 4), { status: 1 }])
  for (const [place, group] of [0, 1].map(g => [2 * g, BY[g]] as const)) {
    expect(replies[place]).toEqual({ request: estimator.request(group), id: 0 })
  }
  expect(replies.slice(-2)).toEqual([{ answers: 4 }, { answers: 4 }])
})

test.each([
  [{ ask: 1 }, 'group must be one of the groups "north", "south"; got undefined'],
  [{ ask: 1, group: 'west' }, 'group must be one of the groups "north", "south"; got "west"'],
  [{ answer: [0], id: 0 }, 'group must be one of the groups "north", "south"; got undefined'],
  [{ answer: [0], id: 0, group: 'south' }, 'id must be the id of a request, but none has been asked for yet'],
  [{ answer: [3], id: 0, group: 'north' }, 'must be'],
  [{ estimate: 1, group: 'north' }, 'a line must be {"ask":1}'],
  [{ changes: 1 }, 'changes must be left out with groups: changes are not looked for in them; got 1'],
])('%j is answered by a sentence, and nothing is counted', async (line, sentence) => {
  const replies = await stream([{ ask: 1, group: 'north' }, line, { status: 1 }])
  expect(replies[1].error).toContain(`line 2: `)
  expect(replies[1].error).toContain(sentence)
  expect(replies[2]).toEqual({ answers: 0 })
})

test('without groups, a line that names one is answered by a sentence', async () => {
  const { stdout } = await runCli(['stream', '--categories', '3', '--epsilon', '1'], '{"ask":1,"group":"a"}')
  expect(JSON.parse(stdout).error).toBe('line 1: group must be left out: there are no groups; got "a"')
})

describe('with a state', () => {
  test('ends in the same state as one that was not interrupted, and counts the key of an answer once', async () => {
    await stream(answers(0, 30), '--state', at('whole.json'))
    const state = ['--state', at('parts.json')]
    const keyed = answers(0, 12).map((line, i) => ('answer' in line ? { ...line, key: `k${i}` } : line))
    await stream(keyed, ...state)
    const again = keyed.filter(line => 'answer' in line)
    expect(await stream(again, ...state)).toEqual(again.map(() => ({ answers: 12, repeated: true })))
    // As a process leaves them that is killed once it has acknowledged two more.
    const { digest } = JSON.parse(readFileSync(at('parts.json'), 'utf8'))
    const head = JSON.stringify({ journalOf: digest })
    const chain = new Chain(head)
    const kept = answers(12, 14).map(line => chain.seal(JSON.stringify(line)))
    writeFileSync(at('parts.json.journal'), `${[head, ...kept].join('\n')}\n`)
    const last = await stream([{ status: 1 }, ...answers(14, 30)], ...state)
    expect(last[0]).toEqual({ answers: 14 })
    const { keys, ...rest } = JSON.parse(readFileSync(at('parts.json'), 'utf8'))
    expect(keys.bytes).toBe(readFileSync(at('parts.json.keys')).length)
    expect(rest).toEqual(JSON.parse(readFileSync(at('whole.json'), 'utf8')))
  })

  test('refuses groups in another order, and a state whose groups were exchanged', async () => {
    const state = ['--state', at('order.json')]
    await stream(answers(0, 4), ...state)
    const { status, stderr } = await run([], ...state, '--by', 'south,north')
    expect(status).toBe(2)
    expect(stderr).toMatch(/order\.json: expected the options that it was made with, [^\n]*"north","south"/)
    const saved = JSON.parse(readFileSync(at('order.json'), 'utf8'))
    writeFileSync(at('order.json'), JSON.stringify({ ...saved, parts: saved.parts.toReversed() }))
    expect((await run([], ...state)).stderr).toContain("order.json: the snapshot's digest must be that of")
  })
})

test('a file names the groups', async () => {
  const [reply] = await stream([{ ask: 1, group: 'south' }], '--by', at('regions.csv'))
  expect(reply.id).toBe(0)
})

test.each([
  [['--by', at('twice.csv')], 'twice.csv, data row 3: expected each group once; found "north" twice'],
  [['--by', at('gap.json')], 'gap.json, data row 2: expected the name of a group; found nothing'],
  [['--by', at('one.csv')], 'by must be a list of 2 to 4,096 names of groups'],
  [['--by', at('none.csv')], 'none.csv'],
  [['--by', 'a,,b'], '--by: expected the name of a group; found nothing'],
  [['--by', 'a,a'], '--by: expected each group once; found "a" twice'],
  [['--memory', 'all'], '--memory: memory must be left out with groups: all their answers count alike'],
  [
    ['--run-length', '1000'],
    '--run-length: runLength must be left out with groups: changes are not looked for in them',
  ],
  [['--sampler', 'gibbs'], '--sampler: sampler must be left out with groups'],
  [['--prior', '1'], '--prior: prior must be left out with groups'],
  [
    ['--from', '0', '--to', '1', '--bins', '4'],
    '--categories, --questions and a range or a scale: expected one of them',
  ],
])('%j is refused in a line', async (more, sentence) => {
  const { status, stdout, stderr } = await run([], ...more)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('groups need something to hold', async () => {
  const { status, stderr } = await runCli(['stream', '--by', 'a,b', '--epsilon', '1'], '')
  expect(status).toBe(2)
  expect(stderr).toMatch(/^error: --categories: expected it, or --ordered, [^\n]*\n$/)
})

describe('design weights', () => {
  const one = ['stream', ...SETTING, '--strategy', 'srr', '--draws', '25']
  const said = async (input: object[], ...more: string[]) => {
    const { stdout } = await runCli(
      [...one, ...more],
      input.map(line => `${JSON.stringify(line)}\n`).join(''),
    )
    return stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  }
  const lines = [{ ask: 1 }, { answer: 0, id: 0, weight: 3 }, { answer: 1, id: 0 }, { estimate: 1 }]

  test('count in estimates, also after a restart', async () => {
    const state = ['--weighted', '--state', at('weighted.json')]
    const replies = await said(lines, ...state)
    expect(replies.slice(1, 3)).toEqual([{ answers: 1 }, { answers: 2 }])
    expect(replies[3]).toMatchObject({ answers: 2, effective: 1.6 })
    expect(await said([{ estimate: 1 }], ...state)).toEqual([replies[3]])
  })

  test('are refused where intervals are to hold at every look, and options that need equal weights with them', async () => {
    expect((await said(lines))[1]).toEqual({
      error:
        'line 2: weight must be left out with the option anytime: intervals that hold at every look count all answers alike; got 3',
    })
    const { status, stderr } = await runCli([...one, '--weighted', '--run-length', '500'], '')
    expect(status).toBe(2)
    expect(stderr).toContain(
      'must be left out with weights: changes are looked for among the people who answer',
    )
  })
})
