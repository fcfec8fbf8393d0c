import { createRespondent, stream } from 'adobest'
import { expect, test } from 'vitest'
import { Adaptation } from '../src/adaptation.ts'
import type { Batch, Counted } from '../src/store/store.ts'
import { requireSurvey } from '../src/survey.ts'
import { SURVEY } from './support/collector.ts'

const begin = (survey: object, id = 'one') =>
  new Adaptation({ survey: requireSurvey(survey), id, snapshot: null, past: [] })

/** Answers of seeded people to a request, counted as the table has them. */
function answersTo(body: string, size: number, truth: readonly number[], name: string): Counted[] {
  const rng = stream('people', name)
  const respondent = createRespondent({ epsilon: 1, categories: truth.length, rng })
  const counts = new Map<string, number>()
  for (let i = 0; i < size; i++) {
    let u = rng.uniform()
    const held = truth.findIndex(p => (u -= p) < 0)
    const response = JSON.stringify(respondent.respond(JSON.parse(body), Math.max(0, held)))
    counts.set(response, (counts.get(response) ?? 0) + 1)
  }
  return Array.from(counts, ([response, n]) => ({ group: '', body, response, n })).sort((a, b) =>
    a.response < b.response ? -1 : 1,
  )
}

/** Plays batches from people whose truth may change from batch to batch. */
function play(
  survey: object,
  batches: number,
  size: number,
  truth: (batch: number) => readonly number[],
  id = 'one',
) {
  const adaptation = begin(survey, id)
  const played: Batch[] = []
  let [request] = adaptation.advance([])
  for (let number = 1; number <= batches; number++) {
    const batch = { number, answers: answersTo(request.body, size, truth(number), `${id} ${number}`) }
    played.push(batch)
    request = adaptation.advance([batch])[0]
  }
  return { adaptation, played }
}

const SHARES = [0.6, 0.3, 0.1]

test.each(['srr', 'fisher', 'auto'])(
  '%s: the same batches give the same state, one by one, together, or from a snapshot',
  async strategy => {
    const survey = { ...SURVEY, strategy }
    const { adaptation, played } = play(survey, 6, 40, () => SHARES)
    const { figures } = await adaptation.estimate()
    const together = begin(survey)
    together.advance(played)
    expect((await together.estimate()).figures).toEqual(figures)
    const half = begin(survey)
    half.advance(played.slice(0, 3))
    const { snapshot } = await half.estimate({ withSnapshot: true })
    const past = played.slice(0, 3).flatMap(({ answers }) => answers)
    const resumed = new Adaptation({
      survey: requireSurvey(survey),
      id: 'one',
      snapshot: snapshot!,
      past,
    })
    resumed.advance(played.slice(3))
    const again = (await resumed.estimate()).figures
    expect(again.digest).toBe(figures.digest)
    expect(again.mean).toEqual(figures.mean)
    expect(figures.tallied).toBe(240)
    expect(figures.laws[0].answered!.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
    expect(figures.liars).toBe(null)
  },
)

test('batches that were asked by a release that makes other requests are counted all the same', async () => {
  const { played } = play({ ...SURVEY, strategy: 'fisher' }, 6, 40, () => SHARES)
  const survey = { ...SURVEY, strategy: 'srr' }
  const later = begin(survey)
  const [request] = later.advance(played)
  expect(JSON.parse(request.body).mechanism).toBe('srr')
  const { figures } = await later.estimate()
  expect(figures.tallied).toBe(240)
  const half = begin(survey)
  half.advance(played.slice(0, 3))
  half.advance(played.slice(3))
  expect((await half.estimate()).figures).toEqual(figures)
  const greedy = JSON.stringify({ ...JSON.parse(request.body), epsilon: 3 })
  const answers = [{ group: '', body: greedy, response: '0', n: 40 }]
  expect(() => later.advance([{ number: 7, answers }])).toThrow(/^request must be of level 1 or less; got/)
})

test('a change of the truth is noticed, and made-up answers are', async () => {
  const { adaptation } = play(SURVEY, 20, 200, batch => (batch <= 10 ? SHARES : [0.1, 0.2, 0.7]))
  const { figures } = await adaptation.estimate()
  expect(figures.changes!.length).toBeGreaterThan(0)
  expect(figures.changes![0].at).toBeGreaterThan(2000)
  const { adaptation: honest, played } = play(SURVEY, 5, 200, () => SHARES)
  expect((await honest.estimate()).figures.liars).toBeGreaterThan(1e-6)
  honest.advance([{ number: 6, answers: [{ ...played[0].answers[0], n: 2000 }] }])
  expect((await honest.estimate()).figures.liars).toBeLessThan(0.01)
})

test('without a change there is no alarm; twin: in the order of the table there are many', async () => {
  const quiet = play(SURVEY, 10, 400, () => SHARES)
  expect((await quiet.adaptation.estimate()).figures.changes).toEqual([])
  const sorted = begin(SURVEY)
  sorted.advance(quiet.played.flatMap(unshuffled))
  expect((await sorted.estimate()).figures.changes!.length).toBeGreaterThan(3)
})

/** A batch as batches of one answer each, in the order of the table: the order that counting would have given. */
function unshuffled({ number, answers }: Batch): Batch[] {
  return answers.flatMap(answer =>
    Array.from({ length: answer.n }, (_, i) => ({
      number: 1e6 * number + i,
      answers: [{ ...answer, n: 1 }],
    })),
  )
}
