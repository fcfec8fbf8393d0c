import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { closesWhenSettled, closingTime, requireSameSurvey, requireSurvey } from '../src/survey.ts'
import { SURVEY } from './support/collector.ts'

const goal = { category: 0, within: 0.05 }

test('the example is a survey, and so is one with every field', () => {
  expect(
    requireSurvey(JSON.parse(readFileSync(new URL('../example/survey.json', import.meta.url), 'utf8'))),
  ).toMatchObject({
    epsilon: 1,
  })
  const whole = { ...SURVEY, strategy: 'auto', smallestBatch: 20, language: 'tr', closes: '2030-01-01' }
  expect(requireSurvey({ ...whole, goal, confidence: 0.9 })).toMatchObject({ goal, confidence: 0.9 })
  expect(requireSurvey({ ...whole, robust: { share: 0.05 } })).toMatchObject(whole)
  expect(requireSurvey({ ...whole, memory: { halfLife: 100 } })).toMatchObject(whole)
})

test.each([
  [{ epsilon: 0 }, 'epsilon must be > 0; got 0'],
  [{ epsilon: '1' }, 'epsilon must be number; got "1"'],
  [{ categories: ['one'] }, 'categories must NOT have fewer than 2 items; got ["one"]'],
  [{ categories: ['a', 'a'] }, 'categories must NOT have duplicate items'],
  [{ title: '' }, 'title must NOT have fewer than 1 characters; got ""'],
  [{ language: 'xx' }, 'language must be equal to one of the allowed values: en, de, tr, ar; got "xx"'],
  [{ smallestBatch: 1 }, 'smallestBatch must be >= 2; got 1'],
  [{ budget: 3 }, "the survey must NOT have additional properties, which 'budget' is not one of"],
  [{ memory: 'some' }, 'memory is not understood (How much old answers count; default all.); got "some"'],
  [{ closes: 'soon' }, 'closes is not understood'],
  [{ closes: '2027-02-30' }, 'closes is not understood'],
  [{ closes: '2027-03-01T18:00:00' }, 'closes is not understood'],
  [{ closes: '2027-03-01, at noon' }, 'closes is not understood'],
  [
    { trustProxy: true },
    "trustProxy is not part of a survey; start with 'serve FILE --proxy 1 or --proxy ADDRESSES'",
  ],
  [{ port: 80 }, "port is not part of a survey; start with 'serve FILE --port N'"],
  [{ closes: 'settled' }, 'closes must be a date'],
  [{ strategy: 'best' }, 'strategy must be one of'],
  [{ goal: { category: 9, within: 0.1 } }, 'goal.category'],
  [{ goal, memory: 'learned' }, "memory must be 'all', with a goal"],
  [{ robust: { share: 0.1 }, memory: 'learned' }, "memory must be 'all', where robust"],
])('%j is refused in a sentence', (change, sentence) => {
  expect(() => requireSurvey({ ...SURVEY, ...change })).toThrow(sentence)
})

test('a survey may change what it looks like, and not what its answers mean', () => {
  requireSameSurvey(SURVEY, { ...SURVEY, title: 'Another', closes: '2030-01-01', language: 'de' })
  expect(() => requireSameSurvey(SURVEY, { ...SURVEY, epsilon: 2 })).toThrow(
    'epsilon must stay 1, with which this survey began; got 2',
  )
  expect(() => requireSameSurvey({ ...SURVEY, goal }, SURVEY)).toThrow('goal must stay')
})

test('a goal closes a survey unless it is closed by hand, and a date closes it too', () => {
  expect(closesWhenSettled({ ...SURVEY, goal })).toBe(true)
  expect(closesWhenSettled({ ...SURVEY, goal, closes: '2030-01-01' })).toBe(true)
  expect(closesWhenSettled({ ...SURVEY, goal, closes: 'by hand' })).toBe(false)
  expect(closesWhenSettled(SURVEY)).toBe(false)
  expect(closingTime({ ...SURVEY, closes: 'by hand' })).toBe(Infinity)
})

test.each([
  ['2030-01-01', Date.UTC(2030, 0, 2)],
  ['2028-02-29', Date.UTC(2028, 2, 1)],
  ['2030-12-31', Date.UTC(2031, 0, 1)],
  ['2030-01-01T18:00Z', Date.UTC(2030, 0, 1, 18)],
  ['2030-01-01T18:00:00+01:00', Date.UTC(2030, 0, 1, 17)],
])(
  'a survey that closes on %s is open until then: a day to its end, a time as it says',
  (closes, instant) => {
    expect(closingTime(requireSurvey({ ...SURVEY, closes }))).toBe(instant)
  },
)
