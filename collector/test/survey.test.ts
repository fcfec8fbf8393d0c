import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { closesWhenSettled, closingTime, requireSameSurvey, requireSurvey } from '../src/survey.ts'
import { SURVEY } from './support/collector.ts'

const goal = 'share("on foot") ± 0.05'

test('the example is a survey, and so is one with every field', () => {
  expect(
    requireSurvey(JSON.parse(readFileSync(new URL('../example/survey.json', import.meta.url), 'utf8'))),
  ).toMatchObject({
    epsilon: 1,
  })
  const whole = { ...SURVEY, strategy: 'auto', smallestBatch: 20, language: 'tr', closes: '2030-01-01' }
  expect(requireSurvey({ ...whole, goal, confidence: 0.9 })).toMatchObject({ goal, confidence: 0.9 })
  const goals = [goal, 'top(2)']
  expect(requireSurvey({ ...whole, goals, closes: 'settled' })).toMatchObject({ goals })
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
  [{ goal: 'share("by train") ± .1' }, 'goal must have one of the levels on foot, by bicycle, by car'],
  [{ goal: 'within:0:0.1' }, 'goal must have a query'],
  [
    { goal: { category: 2, within: 0.1 } },
    String.raw`goal must be a text such as "share(\"by car\") ± 0.1"; got {"category":2,"within":0.1}`,
  ],
  [{ goal: { above: { category: 0, threshold: 0.3 } } }, String.raw`"share(\"on foot\") > 0.3"`],
  [{ goal: { compare: [0, 1], margin: 0.02 } }, String.raw`share(\"by bicycle\") by 0.02"`],
  [{ goal: { top: 2 } }, 'goal must be a text such as "top(2)"'],
  [{ goal: { category: 9, within: 0.1 } }, 'goal must be string'],
  [{ goal, goals: [goal] }, 'goal must be left out with goals'],
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

test('a goal is the same in another spelling, and in the form of an earlier release', () => {
  const begun = requireSurvey({ ...SURVEY, goal })
  requireSameSurvey(begun, requireSurvey({ ...SURVEY, goal: 'share({"on foot"}) +- .05' }))
  const old = { ...SURVEY, goal: { category: 0, within: 0.05 } as unknown as string }
  requireSameSurvey(old, begun)
  expect(() => requireSameSurvey(old, requireSurvey({ ...SURVEY, goal: 'top(1)' }))).toThrow('goal must stay')
})

test('goals close a survey that says so, and no other', () => {
  expect(closesWhenSettled({ ...SURVEY, goal, closes: 'settled' })).toBe(true)
  expect(closesWhenSettled({ ...SURVEY, goal })).toBe(false)
  expect(closesWhenSettled({ ...SURVEY, goal, closes: '2030-01-01' })).toBe(false)
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
