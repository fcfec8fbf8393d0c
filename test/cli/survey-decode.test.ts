import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CollectionEstimator } from '../../src/loop/collection-estimator.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import type { ByGroup } from '../../src/posterior/functional/by-group.ts'
import type { NumericEstimate } from '../../src/posterior/functional/numeric-estimate.ts'
import type { Tables } from '../../src/posterior/functional/tables-estimate.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { surveyAsked, surveyCollection, vocabularyOfSurvey } from '../../src/survey/asked.ts'
import { readSurvey } from '../../src/survey/read-survey.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { EXPORT_HEADER, exportRow, ONE_QUESTION, WHOLE_SURVEY } from '../support/survey-files.ts'

const at = testFolder({})

/** What somebody holds. */
function heldBy(rng: SeededRng, group: string | undefined) {
  return {
    smokes: ['yes', 'no', 'no', 'Prefer not to say'][rng.integer(4)],
    satisfied: ['low', 'middle', 'high', 'high'][rng.integer(4)],
    income: rng.integer(group === 'north' ? 4000 : 3000),
    children: rng.integer(4),
    benefits: ['phone', 'car'].filter(() => rng.integer(2) === 1),
  }
}

/**
 * The export of the collector after people have answered a survey, a row for each group, request and response, and the arguments that
 * decode it.
 *
 * @param request what somebody of a group is asked, in turn
 * @param observe is told each answer
 */
function collected(
  name: string,
  given: object,
  users: number,
  request: (t: number, group: string | undefined) => Request,
  observe: (response: unknown, request: Request, group: string | undefined) => void = () => {},
): readonly string[] {
  const survey = readSurvey(given)
  const rng = stream(name)
  const { by: _, ...asked } = surveyAsked(survey)
  const respondent = createRespondent({ ...asked, epsilon: survey.epsilon, rng } as never)
  const [groups] = Object.values(survey.public ?? {})
  const counts = new Map<string, number>()
  for (let t = 0; t < users; t++) {
    const group = groups?.[t % groups.length]
    const record = heldBy(rng, group)
    const held = Object.fromEntries(
      Object.keys(survey.questions).map(field => [field, record[field as 'income']]),
    )
    const question = request(t, group)
    const response = respondent.respond(
      question,
      (asked.questions
        ? held
        : (Object.values(held)[0] ?? ['on foot', 'by car', 'by car'][rng.integer(3)])) as never,
    )
    observe(response, question, group)
    const row = exportRow(question, response, group)
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  const rows = [...counts].sort().map(([row, count]) => `${row},${count}\n`)
  writeFileSync(at(`${name}.csv`), `${EXPORT_HEADER(groups !== undefined)}\n${rows.join('')}`)
  writeFileSync(at(`${name}.json`), JSON.stringify(given))
  return ['decode', at(`${name}.csv`), '--survey', at(`${name}.json`)]
}

/** Requests about these views by turns. */
function inTurn(given: object, views: readonly (readonly string[])[]) {
  const survey = readSurvey(given)
  const { domain } = vocabularyOfSurvey(survey)
  const requests = views.map(about => ({
    ...srr({
      categories: about.length === 0 ? domain.sizes[0] : domain.view(about).cells,
      epsilon: survey.epsilon,
    }).toRequest(),
    ...(about.length > 0 && { about }),
  }))
  return (t: number) => requests[Math.floor(t / 2) % requests.length] as Request
}

interface Law {
  readonly about: string
  readonly group: string
  readonly estimate: readonly number[]
  readonly interval: { readonly lower: readonly number[]; readonly upper: readonly number[] }
}

test('an export with groups and goals gives the laws of the collection and its decisions', async () => {
  const { smokes, satisfied, benefits } = WHOLE_SURVEY.questions
  const goals = ['share(smokes = yes) > .05', 'mean(satisfied | department = north) +- .3']
  const given = { ...WHOLE_SURVEY, questions: { smokes, satisfied, benefits }, goals }
  const estimator = createEstimator({
    ...surveyCollection(readSurvey(given)),
    strategy: 'srr',
    seed: 'goals',
  } as never) as unknown as CollectionEstimator
  const args = collected(
    'goals',
    given,
    300,
    (_, group) => estimator.request(group),
    (response, request, group) => estimator.observe(response as never, request, group),
  )
  const { status, stdout } = await runCli([...args, '--seed', 'goals', '--draws', '300', '--json'])
  expect(status).toBe(0)
  const found = JSON.parse(stdout)
  expect(found).toMatchObject({ users: 300, by: 'department', shares: WHOLE_SURVEY.shares, epsilon: 2 })
  // People were asked about what goals need, and about nothing else.
  expect([...new Set(found.laws.map(({ about }: Law) => about))]).toEqual(['smokes', 'satisfied'])
  const estimate = estimator.estimate({ draws: 300 }) as unknown as ByGroup<Tables>
  // The collection's own numbers: sums over answers in another order differ in their last digits, from which chains part.
  for (const { about, group, estimate: shares, interval } of found.laws as Law[]) {
    const marginal = estimate.group(group).marginal(about)
    const { mean } = 'cells' in marginal ? (marginal as unknown as NumericEstimate).cells : marginal
    shares.forEach((share, x) => {
      const sd = (interval.upper[x] - interval.lower[x]) / 4
      expect(Math.abs(share - mean[x])).toBeLessThan(0.3 * sd)
    })
  }
  const decisions = estimator.decisions()
  expect(found.decisions.map(({ goal }: { goal: string }) => goal)).toEqual(decisions.map(({ goal }) => goal))
  expect(found.decisions[0]).toMatchObject({ settled: true, answer: true, answers: 300 })
  expect(decisions[0]).toMatchObject({ settled: true, answer: true, answers: 300 })
  expect(found.decisions[1].answer).toBeCloseTo(decisions[1].answer as number, 1)
})

const { title, epsilon, questions } = WHOLE_SURVEY

test('goals about single questions and about a pair are asked about together, and decoded', async () => {
  const goals = ['association(smokes, satisfied) +- .01', 'share(benefits: car) +- .5']
  const given = { title, epsilon, questions, goals }
  const views = [['smokes', 'satisfied'], ['benefits:car']]
  const args = collected('mixed', given, 600, inTurn(given, views))
  const found = JSON.parse((await runCli([...args, '--draws', '30', '--json'])).stdout)
  expect(found.laws.map(({ about }: Law) => about)).toEqual([
    'smokes',
    'satisfied',
    'benefits:car',
    ['smokes', 'satisfied'],
  ])
  expect(found.decisions.map(({ settled }: { settled: boolean }) => settled)).toEqual([false, true])
  const { stdout } = await runCli([...args, '--draws', '30'])
  expect(stdout).toContain('only what goals are about was asked: other frequencies may be rough\n')
  const income = await runCli([...args, '--show', 'mean(income)'])
  expect([income.status, income.stderr]).toEqual([
    2,
    'error: --show: expected a query about what goals need, "smokes", "satisfied", "benefits:car", as people are asked about nothing else; got "mean(income)"\n',
  ])
  const pay = await runCli([...args, '--show', 'mean(pay)'])
  expect(pay.stderr).toContain('--show must have one of the questions smokes, satisfied, benefits:car')
})

test('an export without goals, in JSON, is decoded by its pairs; queries are shown', async () => {
  const { income, children, smokes } = questions
  const given = { title, epsilon, questions: { income, children, smokes } }
  const views = [
    ['income', 'children'],
    ['income', 'smokes'],
    ['children', 'smokes'],
  ]
  const request = inTurn(given, views)
  const rows: { request: string; response: string; count: number }[] = []
  const args = collected('pairs', given, 300, request, (response, asked) => {
    rows.push({ request: JSON.stringify(asked), response: JSON.stringify(response), count: 2 })
  })
  writeFileSync(at('export.json'), JSON.stringify(rows))
  const show = [
    '--show',
    'mean(income)',
    '--show',
    'correlation(income, children)',
    '--draws',
    '30',
    '--json',
  ]
  const { stdout } = await runCli(['decode', at('export.json'), ...args.slice(2), ...show])
  const found = JSON.parse(stdout)
  expect(found.users).toBe(600)
  expect(found.queries.map(({ query }: { query: string }) => query)).toEqual([
    'mean(income)',
    'correlation(income, children)',
  ])
})

test('a survey of one question of categories has labels and decisions', async () => {
  const given = { ...ONE_QUESTION, goal: 'share("by car") > .3' }
  const args = collected('one', given, 900, inTurn(given, [[]]))
  const found = JSON.parse((await runCli([...args, '--draws', '60', '--json'])).stdout)
  expect(found).toMatchObject({ categories: ONE_QUESTION.categories, users: 900 })
  expect(found.decisions).toMatchObject([{ goal: 'share("by car") > 0.3', settled: true, answer: true }])
  const { stdout } = await runCli([...args, '--draws', '60'])
  expect(stdout).toContain('goal share("by car") > 0.3: settled by 900 people\nanswer: above')
})

test('numbers stand with their unit', async () => {
  const { income, smokes } = questions
  const { public: by } = WHOLE_SURVEY
  const single = { title, epsilon, questions: { income }, public: by, goals: ['mean(income) +- 900'] }
  const one = collected('units-one', single, 300, inTurn(single, [[]]))
  const { stdout } = await runCli([...one, '--draws', '30', '--show', 'mean', '--show', 'share(>= 3000)'])
  expect(stdout).toMatch(/\nanswer: [\d.]+ EUR \(right/)
  expect(stdout).toMatch(/\ngroup \(in EUR\) +answers +mean/)
  expect(stdout).toMatch(/\nmean in EUR +\d/)
  expect(stdout).toMatch(/\nshare\(>= 3000\) +0/)
  const several = { title, epsilon, questions: { income, smokes } }
  const two = collected('units-two', several, 200, inTurn(several, [['income', 'smokes']]))
  const tables = (await runCli([...two, '--draws', '30'])).stdout
  expect(tables).toMatch(/income:\nin EUR +estimate/)
  expect(tables).toMatch(/smokes:\ncategory +estimate/)
})

test('what is not of the survey is refused in a sentence', async () => {
  const given = { ...WHOLE_SURVEY, goals: ['association(smokes, satisfied) > .5'] }
  const args = collected('refused', given, 200, inTurn(given, [['smokes']]))
  const refusals: [string[], string][] = [
    [[], '--survey: expected answers about all that the goal association(smokes, satisfied) > 0.5 needs'],
    [['--epsilon', '1'], '--epsilon: expected 2, as'],
    [['--labels', 'labels.csv'], '--labels: expected without --survey: the survey says what people answer'],
    [['--questions', '{}'], '--questions: expected without --survey'],
    [['--by', 'departement'], 'departement'],
  ]
  for (const [more, sentence] of refusals) {
    const { status, stderr } = await runCli([...args, ...more])
    expect(stderr).toContain(sentence)
    expect(status).toBe(2)
  }
  const other = readFileSync(args[1], 'utf8').replaceAll('north', 'nord')
  writeFileSync(args[1], other)
  expect((await runCli(args)).stderr).toContain(
    '--survey: expected groups of public.department, "north", "south"; found "nord"',
  )
  writeFileSync(args[3], '{"title": "T"}')
  expect((await runCli(args)).stderr).toContain('refused.json: epsilon must be a number above 0')
})
