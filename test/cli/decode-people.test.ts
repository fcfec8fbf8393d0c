import { expect, test } from 'vitest'
import { surveyDesign } from '../../src/mechanism/survey-design.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const request = '{"mechanism":"srr","categories":2,"epsilon":1}'
const CHEAP = ['--seed', '1', '--draws', '100']

/** The options of a design, and how many people of this design said yes and no. */
const DESIGNS = [
  { model: 'Warner', p1: '7/10', p2: '', yes: 370, no: 630 },
  { model: 'CROSSWISE', p1: '', p2: '0.16', yes: 260, no: 740 },
]
const rows = DESIGNS.flatMap(({ model, p1, p2, yes, no }) => {
  const options =
    model === 'Warner'
      ? ({ kind: 'warner', p: 0.7 } as const)
      : ({ kind: 'crosswise', prevalence: 0.16 } as const)
  const asked = JSON.stringify(surveyDesign(options).toRequest()).replaceAll('"', '""')
  return Array.from({ length: yes + no }, (_, i) => `${model},${p1},${p2},${Number(i < yes)},"${asked}"`)
})
const at = testFolder({
  'people.csv':
    'person,group,response,job\nann,a,1,1\nbob,b,0,0\nann,a,1,1\ncy,a,0,1\nann,b,0,1\nbob,b,1,0\ncy,a,,0\ndan,a,1,0\n',
  'nobody.csv': 'person,response\nann,1\n,0\n',
  'designs.csv': `model,p1,p2,response,request\n${rows.join('\n')}\n`,
})

test('people are counted, and what each has spent on all answers is added up', async () => {
  const args = ['decode', at('people.csv'), '--request', request, '--missing', 'drop', ...CHEAP]
  const found = JSON.parse((await runCli([...args, '--id', 'person', '--json'])).stdout)
  // ann three times, bob twice, cy and dan once.
  expect(found).toMatchObject({ users: 7, dropped: 1 })
  expect(found.people).toEqual({
    count: 4,
    medianEpsilon: expect.closeTo(1.5, 12),
    largestEpsilon: expect.closeTo(3, 12),
  })
  expect(found.people.largestEpsilon).toBeGreaterThanOrEqual(3 * found.auditedEpsilon)
  expect(found.warnings[0]).toMatch(/^4 people gave 7 answers, each of which counts as one of somebody else/)
  const { stdout } = await runCli([...args, '--id', 'person'])
  expect(stdout).toMatch(/^7 answers of 4 people, 2 categories/)
  expect(stdout).toMatch(
    /\naudited epsilon: 1\.0000 an answer\nspent by a person on all answers: median 1\.5000, largest 3\.0000\n$/,
  )
  for (const more of [[], ['--by', 'group']]) {
    const without = await runCli([...args, ...more])
    expect(without.stdout).toMatch(/^7 answers, 2 categories/)
    expect(without.stdout + without.stderr).not.toContain('people')
  }
  const grouped = JSON.parse((await runCli([...args, '--id', 'person', '--by', 'group', '--json'])).stdout)
  expect(grouped.people).toEqual(found.people)
})

test('each row may have a design of its own, by columns', async () => {
  const args = ['decode', at('designs.csv'), ...CHEAP]
  const columns = ['--design-columns', 'kind=model,p=p1,prevalence=p2']
  const [byColumns, byRequest] = [
    await runCli([...args, ...columns, '--json']),
    await runCli([...args, '--json']),
  ]
  const { estimate } = JSON.parse(byColumns.stdout)
  // Yes of 37 % by Warner's design is a share of (.37 − .3)/.4 = .175; 26 % by the crosswise one (.26 − .16)/.68 = .147.
  expect(estimate[1]).toBeGreaterThan(0.1)
  expect(estimate[1]).toBeLessThan(0.2)
  expect(JSON.parse(byRequest.stdout).estimate).toEqual(estimate)
  expect((await runCli([...args, ...columns])).stdout).toContain(
    '\nanswer 1: exactly one of the two is true; if it',
  )
})

test('the crosswise design reads either coding, and says beside the result which one it has taken', async () => {
  const args = ['decode', at('people.csv'), '--response-column', 'job', ...CHEAP]
  const coded = (...more: string[]) => [...args, '--design', ['crosswise,prevalence=0.16', ...more].join(',')]
  const [one, both] = [
    await runCli([...coded(), '--json']),
    await runCli([...coded('yes=both-or-none'), '--json']),
  ].map(({ stdout }) => JSON.parse(stdout).estimate)
  expect(one[1]).toBeCloseTo(both[0], 1)
  expect((await runCli(coded('yes=both-or-none'))).stdout).toContain('\nanswer 1: both are true, or none\n')
  expect((await runCli(['decode', '--help'])).stdout.replace(/\s+/g, ' ')).toContain(
    'by crosswise,prevalence=0.16 the answer 1 means that exactly one is true',
  )
})

test.each([
  [
    ['people.csv', '--request', request, '--id', 'person', '--count-column', 'response'],
    /--count-column: expected without --id/,
  ],
  [
    ['nobody.csv', '--request', request, '--id', 'person'],
    /data row 2, column "person": expected whose answer it is, found nothing/,
  ],
  [['people.csv', '--request', request, '--id', 'persn'], /no column "persn"; .*Did you mean "person"\?/],
  [
    ['designs.csv', '--design-columns', 'p=p1'],
    /design columns must be with kind=COLUMN among them; got "p=p1"/,
  ],
  [['designs.csv', '--design-columns', 'kind'], /each part must be name=COLUMN, such as kind=model,p=p1/],
  [
    ['designs.csv', '--design-columns', 'kind=model,p=p1'],
    /data row 1001: prevalence must be a number above 0 and below 1/,
  ],
  [
    ['designs.csv', '--design-columns', 'kind=model', '--request', request],
    /--request, --design and --design-columns: expected one of them/,
  ],
])('%j is refused in one line', async ([file, ...args], line) => {
  const { status, stdout, stderr } = await runCli(['decode', at(file), ...args])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(line)
})
