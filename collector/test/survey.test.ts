import { readFileSync } from 'node:fs'
import { readSurvey } from 'adobest'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { requireSameSurvey, requireSurvey, storedSurvey } from '../src/survey.ts'
import schema from '../survey.schema.json'
import { SURVEY } from './support/collector.ts'

const goal = 'share("on foot") ± 0.05'

test('the example is a survey, and so is one with every field', () => {
  expect(
    requireSurvey(JSON.parse(readFileSync(new URL('../example/survey.json', import.meta.url), 'utf8'))),
  ).toMatchObject({
    epsilon: 1,
  })
  const whole = { ...SURVEY, strategy: 'auto', smallestBatch: 20, language: 'tr', closes: '2030-01-01' }
  expect(requireSurvey({ ...whole, goal, confidence: 0.9 })).toMatchObject({ goals: [goal], confidence: 0.9 })
  const goals = [goal, 'top(2)']
  expect(requireSurvey({ ...whole, goals, closes: 'settled' })).toMatchObject({ goals })
  expect(requireSurvey({ ...whole, robust: { share: 0.05 } })).toMatchObject({ robust: { share: 0.05 } })
  expect(requireSurvey({ ...whole, memory: { halfLife: 100 } })).toMatchObject({ memory: { halfLife: 100 } })
})

test.each([
  [{ epsilon: 0 }, 'epsilon must be a number above 0'],
  [{ budget: 3 }, 'each name in the survey must be one of'],
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
  [{ goal: { category: 9, within: 0.1 } }, 'goal must be a text of 1 to 10000 characters'],
  [{ goal, goals: [goal] }, 'goal must be left out with goals'],
  [{ goal, memory: 'learned' }, "memory must be 'all', with a goal"],
  [{ robust: { share: 0.1 }, memory: 'learned' }, "memory must be 'all', where robust"],
])('%j is refused in a sentence', (change, sentence) => {
  expect(() => requireSurvey({ ...SURVEY, ...change })).toThrow(sentence)
})

const BEGUN = requireSurvey(SURVEY)

test('a survey may change what it looks like, and not what its answers mean', () => {
  requireSameSurvey(BEGUN, { ...BEGUN, title: 'Another', closes: '2030-01-01', language: 'de' })
  expect(() => requireSameSurvey(BEGUN, { ...BEGUN, epsilon: 2 })).toThrow(
    'epsilon must stay 1, with which this survey began; got 2',
  )
  expect(() => requireSameSurvey({ ...BEGUN, goals: [goal] }, BEGUN)).toThrow('goals must stay')
})

test('a goal is the same in another spelling, and in the form of an earlier release', () => {
  const begun = requireSurvey({ ...SURVEY, goal })
  requireSameSurvey(begun, requireSurvey({ ...SURVEY, goal: 'share({"on foot"}) +- .05' }))
  const old = storedSurvey(JSON.stringify({ ...SURVEY, goal: { category: 0, within: 0.05 } }))
  requireSameSurvey(old, begun)
  expect(() => requireSameSurvey(old, requireSurvey({ ...SURVEY, goal: 'top(1)' }))).toThrow(
    'goals must stay',
  )
})

const question = (type: object) => ({
  questions: { q: { text: '?', ...type }, r: { text: '?', whole: [0, 2] } },
})
const several = (change: object = {}) => ({
  title: 'T',
  epsilon: 1,
  ...question({ categories: ['a', 'b'] }),
  ...change,
})

test('the schema that editors have knows the fields that surveys may have, and those of their questions', () => {
  const names = (survey: object): string[] => {
    try {
      readSurvey(survey)
    } catch (error) {
      return (error as { allowed: string }).allowed.replace('one of ', '').split(', ')
    }
    throw new Error('a field that there is not was not refused')
  }
  expect(Object.keys(schema.properties).sort()).toEqual(names(several({ unknown: 1 })).sort())
  const { properties } = schema.definitions.question
  expect(Object.keys(properties).sort()).toEqual(names(several(question({ unknown: 1 }))).sort())
})

test.each([
  [SURVEY, true],
  [{ ...SURVEY, questions: {} }, false],
  [{ ...SURVEY, categories: undefined }, false],
  [several(), true],
  [several(question({ categories: ['a'] })), false],
  [several(question({ ordered: ['a', 'b'], scores: [0, 2] })), true],
  [several(question({ ordered: 5 })), true],
  [several(question({ scores: [1, 2], whole: [0, 3] })), false],
  [several(question({ from: 0, to: 9, bins: 3, outside: 'clamp', unit: 'EUR' })), true],
  [several(question({ from: 0, to: 9 })), false],
  [several(question({ edges: [0, 1, 5] })), true],
  [several(question({ edges: [0, 1] })), false],
  [several(question({ items: ['a'], columns: ['has_a'], optional: true })), true],
  [several(question({ items: ['a'], separator: '/' })), false],
  [several(question({ categories: ['a', 'b'], separator: ';' })), false],
  [several({ public: { g: ['a', 'b'] }, shares: { a: 1, b: 2 }, consent: 'Yes.', contact: 'me' }), true],
  [several({ public: { g: ['a', 'b'], h: ['a', 'b'] } }), false],
  [several({ goals: ['mean(r) ± .1'], closes: 'settled', smallestBatch: 20, confidence: 0.9 }), true],
  [several({ goals: [] }), false],
  [several({ results: 'public', language: 'de' }), true],
  [{ ...SURVEY, memory: { window: 10 }, closes: '2030-01-01' }, true],
  [{ ...SURVEY, memory: 'some' }, false],
  [{ ...SURVEY, closes: 'soon' }, false],
  [{ ...SURVEY, language: 'xx' }, false],
  [{ ...SURVEY, smallestBatch: 1 }, false],
])('the schema and the reader agree on %j', (survey, isGood) => {
  const ajv = new Ajv({ strict: false })
  ajv.addFormat('instant', /^\d{4}-\d\d-\d\d/)
  const json = JSON.parse(JSON.stringify(survey))
  expect(ajv.validate(schema, json)).toBe(isGood)
  const read = () => readSurvey(json)
  if (isGood) expect(read).not.toThrow()
  else expect(read).toThrow(RangeError)
})
