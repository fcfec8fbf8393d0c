import { expect, test, vi } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import type { CollectionSnapshot, RecordsEstimator } from '../../src/loop/collection-estimator.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { audit } from '../../src/mechanism/audit.ts'
import { stream } from '../../src/random/stream.ts'

const questions = { smokes: 2, age: 3, region: 2 }

/** Asks people of whom `smokes` decides `age`, and `region` is a coin. */
function ask(estimator: RecordsEstimator, people: number, seed = 'people') {
  const rng = stream(seed)
  const respondent = createRespondent({ questions, epsilon: 4, rng })
  for (let i = 0; i < people; i++) {
    const smokes = rng.integer(2)
    const record = { smokes, age: smokes === 1 ? 2 : rng.integer(2), region: rng.integer(2) }
    estimator.observe(respondent.respond(estimator.request(), record))
  }
  return estimator
}

const survey = (ask: 'pairs' | 'singles' = 'pairs') =>
  createEstimator({ questions, epsilon: 4, ask, strategy: 'subset-selection', seed: 1 })

test('requests are about pairs, all of them in turn, and their level is the option', () => {
  const estimator = survey()
  const about: string[] = []
  for (let i = 0; i < 3; i++) {
    const request = estimator.request()
    expect(estimator.request()).toEqual(request)
    about.push((request.about as string[]).join())
    expect(audit(mechanismFromRequest(request)).epsilon).toBeLessThanOrEqual(4)
    estimator.observe(
      createRespondent({ questions, epsilon: 4 }).respond(request, { smokes: 0, age: 1, region: 1 }),
    )
  }
  expect(about.sort()).toEqual(['age,region', 'smokes,age', 'smokes,region'])
})

test('tables show which questions go together', () => {
  const estimate = ask(survey(), 400).estimate({ draws: 40 })
  const dependent = estimate.association('smokes', 'age')
  const independent = estimate.association('region', 'smokes')
  expect(dependent.cramersV.interval(0.95)[0]).toBeGreaterThan(0.5)
  expect(independent.cramersV.mean).toBeLessThan(0.3)
  // Tables of the prior are far from independent more often than not, and the answers tell either way.
  expect(independent.prior.interval(0.95)[0]).toBeLessThan(0.2)
  expect(independent.prior.mean).toBeGreaterThan(independent.cramersV.mean)
  expect(dependent.prior.mean).toBeLessThan(dependent.cramersV.mean)
  expect(dependent.prior.sd).toBeGreaterThan(2 * dependent.cramersV.sd)
  const { mean, interval, diagnostics } = estimate.table('smokes', 'age')
  expect(mean[1][2]).toBeGreaterThan(0.35)
  expect(mean[0][2]).toBeLessThan(0.1)
  const [lower, upper] = interval(0.9)
  expect(lower[1][2]).toBeLessThan(mean[1][2])
  expect(upper[1][2]).toBeGreaterThan(mean[1][2])
  const turned = estimate.table('age', 'smokes')
  expect(turned.mean[2][1]).toBe(mean[1][2])
  for (const name of ['rhat', 'essBulk', 'essTail'] as const) {
    expect(diagnostics[name].map(row => row.length)).toEqual([3, 3])
    expect(turned.diagnostics[name][2][1]).toBe(diagnostics[name][1][2])
  }
  expect(diagnostics.rhat[1][2]).toBeGreaterThan(0.9)
  const { mean: shares } = estimate.marginal('smokes')
  expect(shares[1]).toBeCloseTo(mean[1][0] + mean[1][1] + mean[1][2], 12)
  const records = estimate.sampleRecords(400, stream('records'))
  const smokers = records.filter(({ smokes }) => smokes === 1)
  // If the questions were independent, the share would be .4.
  expect(smokers.filter(({ age }) => age === 2).length / smokers.length).toBeGreaterThan(0.7)
})

test('synthetic records have the tables of the estimate', () => {
  const estimate = ask(survey(), 400).estimate({ draws: 40 })
  const records = estimate.sampleRecords(4000, stream('records'))
  let worst = 0
  for (const [a, b] of [
    ['smokes', 'age'],
    ['smokes', 'region'],
    ['age', 'region'],
  ]) {
    estimate.table(a, b).mean.forEach((row, u) => {
      row.forEach((share, v) => {
        const count = records.filter(record => record[a] === u && record[b] === v).length
        worst = Math.max(worst, Math.abs(count - 4000 * share) / Math.sqrt(4000 * share * (1 - share)))
      })
    })
  }
  // Sixteen cells, at most 5.4 standard errors: false alarm below 1e-6. Without weights, the sample is 30 off.
  expect(worst).toBeLessThan(5.4)
})

test('a share of a question is known as well as if its answers had been about it alone', () => {
  const estimator = ask(
    createEstimator({ questions: { smokes: 2, age: 3 }, epsilon: 4, strategy: 'srr', seed: 1 }),
    400,
  )
  const { mean, sd } = estimator.estimate({ draws: 200 }).marginal('smokes')
  // Among 6 cells at ε = 4, the answer is the truth with probability p, and each other cell with q; one of three cells is seen.
  const [p, q] = [Math.exp(4) / (Math.exp(4) + 5), 1 / (Math.exp(4) + 5)]
  const seen = 0.5 * (p + 2 * q) + 0.5 * 3 * q
  const exact = Math.sqrt((seen * (1 - seen)) / 400) / (p - q)
  expect(sd[1] / exact).toBeGreaterThan(0.8)
  // By the shares of the law without its deviations, three to four times as much.
  expect(sd[1] / exact).toBeLessThan(1.3)
  expect(Math.abs(mean[1] - 0.5)).toBeLessThan(4 * exact)
})

test('where single questions were asked about, how they go together is refused', () => {
  const estimate = ask(survey('singles'), 60).estimate({ draws: 40 })
  expect(estimate.marginal('age').mean).toHaveLength(3)
  for (const refused of [
    () => estimate.table('smokes', 'age'),
    () => estimate.association('smokes', 'age'),
    () => estimate.sampleRecords(1, stream(1)),
  ]) {
    expect(refused).toThrow("ask must be 'pairs', for how questions go together")
  }
})

test('the share that is done of the estimates of single questions never falls', async () => {
  // A clock by which some twenty steps take as long as a slice of the work, after which the share is reported.
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 0.5))
  const shares: number[] = []
  await ask(survey('singles'), 9).estimateAsync({
    draws: 400,
    workers: 1,
    onProgress: share => shares.push(share),
  })
  clock.mockRestore()
  expect(shares.length).toBeGreaterThan(20)
  shares.forEach((share, i) => {
    expect(share).toBeGreaterThanOrEqual(i === 0 ? 0 : shares[i - 1])
  })
  expect(shares.at(-2)).toBeGreaterThan(0.8)
  expect(shares.at(-1)).toBe(1)
})

test('a restored estimator asks and estimates with the same numbers', () => {
  const estimator = ask(survey(), 20)
  const saved = JSON.stringify(estimator.snapshot())
  const restored = restoreEstimator(JSON.parse(saved) as ReturnType<typeof estimator.snapshot>)
  expect(restored.request()).toEqual(estimator.request())
  ask(estimator, 5, 'later')
  ask(restored, 5, 'later')
  expect(JSON.stringify(restored.snapshot())).toBe(JSON.stringify(estimator.snapshot()))
  expect(restored.estimate({ draws: 10 }).table('age', 'region').mean).toEqual(
    estimator.estimate({ draws: 10 }).table('age', 'region').mean,
  )
})

test('an estimate in JSON is what it says of the tables, and nothing else', () => {
  const pairs = ask(survey(), 20).estimate({ draws: 10 })
  const { laws, ...rest } = JSON.parse(JSON.stringify(pairs))
  const names = Object.keys(questions)
  expect(laws.slice(0, 3).map(({ about }: { about: string }) => about)).toEqual(names)
  expect(laws[3]).toMatchObject({ about: ['smokes', 'age'], estimate: pairs.table('smokes', 'age').mean })
  expect(rest).toEqual({ warnings: pairs.warnings })
  const singles = ask(survey('singles'), 9).estimate({ draws: 4 })
  expect(JSON.parse(JSON.stringify(singles))).toMatchObject({
    laws: [{ about: 'smokes', estimate: Array.from(singles.marginal('smokes').mean) }, {}, {}],
  })
})

test('a snapshot that was changed on the way is refused', () => {
  const saved = ask(survey(), 5).snapshot()
  expect(() => restoreEstimator({ ...saved, turns: [4] })).toThrow(
    "the snapshot's digest must be that of the rest",
  )
})

const asking = (goal: string, people: number) =>
  ask(createEstimator({ questions, epsilon: 4, goal, seed: 1 }), people)

test('a goal about two questions asks about these alone, and its estimates are about them', () => {
  const estimator = asking('association(age, smokes) > .1', 3)
  expect(estimator.request().about).toEqual(['smokes', 'age'])
  const estimate = estimator.estimate({ draws: 10 })
  expect(estimate.table('age', 'smokes').mean).toHaveLength(3)
  expect(() => estimate.marginal('region')).toThrow('name must be one of the questions smokes, age')
  const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())) as CollectionSnapshot)
  expect(restored.snapshot()).toEqual(estimator.snapshot())
})

test.each([
  ['association(smokes) > .1', 'goal must have "," where it has ")"'],
  ['association(smokes, wealth) > .1', 'one of the questions smokes, age, region where it has "wealth"'],
  ['association(age, age) > .1', 'two different questions'],
  ['association(age, smokes) ± 1', 'a width above 0 and below 1'],
  ['association(age, smokes) > 0', 'a value above 0 and below 1'],
  ['share(0) ± .1', 'one of the questions smokes, age, region where it has "0"'],
])('the goal %s is refused in a sentence', (goal, sentence) => {
  expect(() => createEstimator({ questions, epsilon: 1, seed: 1, goal })).toThrow(sentence)
})

test('goals ask about what they need: a pair for two questions together, a question by itself, and both beside each other', () => {
  const viewsOf = (...goals: string[]) => {
    const estimator = createEstimator({ questions, epsilon: 1, goals, seed: 1 })
    const seen = new Set<string>()
    const person = createRespondent({ questions, epsilon: 1 })
    for (let i = 0; i < 20; i++) {
      const request = estimator.request()
      seen.add((request.about as string[]).join(' '))
      estimator.observe(person.respond(request, { smokes: 0, age: 1, region: 1 }))
    }
    return [...seen].sort()
  }
  expect(viewsOf('share(age = 1) ± .1')).toEqual(['age'])
  expect(viewsOf('share(age = 1) ± .1', 'share(region = 0) > .3')).toEqual(['age', 'region'])
  expect(viewsOf('association(age, smokes) > .1', 'share(age = 1) ± .1')).toEqual(['smokes age'])
  expect(viewsOf('association(age, smokes) > .1', 'share(region = 1) ± .1')).toEqual(['region', 'smokes age'])
  expect(viewsOf('share(age = 1 | smokes = 0) ± .1')).toEqual(['smokes age'])
})

test('several goals go on from a snapshot with the same requests and decisions', () => {
  const goals = ['association(age, smokes) > .2', 'share(region = 1) ± .2']
  let estimator = createEstimator({ questions, epsilon: 4, goals, seed: 1 })
  const plain = createEstimator({ questions, epsilon: 4, goals, seed: 1 })
  const people = [createRespondent({ questions, epsilon: 4 }), createRespondent({ questions, epsilon: 4 })]
  for (let t = 0; t < 135; t++) {
    const request = plain.request()
    expect(estimator.request()).toEqual(request)
    const response = people[0].respond(request, { smokes: t % 2, age: t % 3, region: 1 })
    plain.observe(response)
    estimator.observe(response)
    if (t % 45 === 44)
      estimator = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())) as CollectionSnapshot)
  }
  expect(estimator.decisions()).toEqual(plain.decisions())
  expect(estimator.decisions().map(({ answers }) => answers)).toEqual([135, 135])
})

test('goals need pairs, and a confidence needs a goal', () => {
  const goal = 'association(smokes, age) > .1'
  const options = { questions, epsilon: 1, seed: 1 }
  expect(() => createEstimator({ ...options, goal, ask: 'singles' })).toThrow(
    "ask must be 'pairs', with a goal",
  )
  expect(() => createEstimator({ ...options, goal: 'share(age = 1) ± .1', ask: 'pairs' })).toThrow(
    "ask must be 'singles', with goals",
  )
  expect(() => createEstimator({ ...options, confidence: 0.9 })).toThrow(
    'confidence must be left out without',
  )
  expect(() => createEstimator(options).decision()).toThrow('goal must be given, for a decision')
})

test('late answers name their request, and forged ones are refused', () => {
  const estimator = survey()
  const first = estimator.request()
  const respondent = createRespondent({ questions, epsilon: 4 })
  const record = { smokes: 0, age: 1, region: 1 }
  const late = respondent.respond(first, record)
  estimator.observe(respondent.respond(first, record))
  estimator.request()
  estimator.observe(late, first)
  expect(
    estimator.snapshot().parts.reduce((total, { tally }) => total + tally.counts.length, 0),
  ).toBeGreaterThan(0)
  expect(() => estimator.observe(late, { ...first, about: ['smokes', 'wealth'] })).toThrow(/about/)
})

test('each round asks about all views once', () => {
  const estimator = survey()
  const rounds = Array.from({ length: 8 }, () =>
    Array.from({ length: 3 }, () => {
      const request = estimator.request()
      estimator.observe([0], request)
      return (request.about as string[]).join()
    }),
  )
  for (const round of rounds) expect(round.sort()).toEqual(['age,region', 'smokes,age', 'smokes,region'])
})

test('a late answer about other questions than the outstanding request leaves that outstanding', () => {
  const estimator = survey()
  const late = estimator.request()
  estimator.observe([0])
  const outstanding = estimator.request()
  expect(outstanding.about).not.toEqual(late.about)
  estimator.observe([1], late)
  expect(estimator.request()).toEqual(outstanding)
  estimator.observe([0], outstanding)
  expect(estimator.request().about).not.toEqual(outstanding.about)
})

test('a respondent looks at the record first, spends for the whole record, and refuses what is above its level', () => {
  const respondent = createRespondent({ questions, epsilon: 1, budget: 1.5 })
  const request = (about: string[], categories: number, epsilon: number) => ({
    mechanism: 'srr',
    categories,
    epsilon,
    about,
  })
  const record = { smokes: 0, age: 1, region: 1 }
  expect(() => respondent.respond(request(['smokes'], 2, 9), {} as never)).toThrow(/^record must be/)
  expect(() => respondent.respond(request(['smokes'], 2, 2), record)).toThrow(/at most 1/)
  expect(() => respondent.respond(request(['smokes'], 3, 1), record)).toThrow(/number of categories/)
  expect(() => respondent.respond({ mechanism: 'srr', categories: 2, epsilon: 1 }, record)).toThrow(/about/)
  respondent.respond(request(['smokes'], 2, 1), record)
  expect(respondent.spent).toBe(1)
  expect(() => respondent.respond(request(['age', 'region'], 6, 1), record)).toThrow(/left of the budget/)
  expect(() => createRespondent({ categories: 2, epsilon: 1 }).respond(request(['smokes'], 2, 1), 0)).toThrow(
    /without questions/,
  )
})
