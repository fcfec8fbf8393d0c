import { expect, test } from 'vitest'
import {
  createEstimator,
  createRespondent,
  preferNotToSay,
  readSurvey,
  surveyAsked,
  surveyCollection,
} from '../../src/index.ts'
import { ONE_QUESTION, WHOLE_SURVEY } from '../support/survey-files.ts'

test('a survey of several questions is read, goals as canonical texts, and can be read again', () => {
  const survey = readSurvey({ $schema: 'survey.schema.json', ...WHOLE_SURVEY })
  expect(survey.goals).toEqual([
    'median(income | department = north) ± 300',
    'share(smokes = yes) > 0.2',
    'share(benefits: phone) ± 0.05',
  ])
  expect(survey).not.toHaveProperty('$schema')
  expect(readSurvey(JSON.parse(JSON.stringify(survey)))).toEqual(survey)
})

test('a survey gives what people are asked, and what its collection is made from', () => {
  const survey = readSurvey(WHOLE_SURVEY)
  const asked = surveyAsked(survey)
  expect(asked).toEqual({
    questions: {
      smokes: ['no', 'yes', 'Prefer not to say'],
      satisfied: { ordered: ['low', 'middle', 'high'] },
      income: { from: 0, to: 6000, bins: 12, outside: 'clamp' },
      children: { whole: [0, 9] },
      benefits: { items: ['phone', 'car', 'meals'] },
    },
    by: { department: ['north', 'south'] },
  })
  const estimator = createEstimator({ ...surveyCollection(survey), seed: 1 } as never)
  const request = (estimator as unknown as { request(group: string): { about: string[] } }).request('north')
  // The views that the goals need, and no others.
  expect(request.about).toHaveLength(1)
  expect(['income', 'smokes', 'benefits:phone']).toContain(request.about[0])
  const respondent = createRespondent({ questions: asked.questions!, epsilon: survey.epsilon })
  const record = {
    smokes: 'Prefer not to say',
    satisfied: 'low',
    income: 900,
    children: 0,
    benefits: ['car'],
  }
  expect(() => respondent.respond(request as never, record)).not.toThrow()
})

test('the form of one question is one of questions, whose goals need no name', () => {
  const survey = readSurvey({ ...ONE_QUESTION, goal: 'share(question = "by car") +- .05' })
  expect(survey).toEqual({
    title: 'Work',
    epsilon: 1,
    questions: { question: { text: 'How did you get to work?', categories: ONE_QUESTION.categories } },
    goals: ['share("by car") ± 0.05'],
  })
  expect(surveyCollection(survey)).toEqual({
    question: ONE_QUESTION.categories,
    epsilon: 1,
    goals: ['share("by car") ± 0.05'],
  })
  expect(createEstimator({ ...surveyCollection(survey), seed: 1 } as never).request().categories).toBe(3)
})

test('a single question with items is several questions, and any other is one', () => {
  const of = (question: object) =>
    surveyAsked(readSurvey({ title: 'T', epsilon: 1, questions: { q: question } }))
  expect(of({ text: '?', items: ['a', 'b'] })).toEqual({ questions: { q: { items: ['a', 'b'] } } })
  expect(of({ text: '?', whole: [0, 3] })).toEqual({ question: { whole: [0, 3] } })
})

test.each([
  ['de', 'Keine Angabe'],
  ['en', 'Prefer not to say'],
] as const)('who prefers not to say has a label in the language of the page: %s', (language, label) => {
  const questions = {
    q: { text: '?', optional: true, items: ['a'] },
    r: { text: '?', categories: ['x', 'y'] },
  }
  const { questions: read } = surveyAsked(readSurvey({ title: 'T', epsilon: 1, language, questions }))
  expect(read).toEqual({ q: { items: ['a', label] }, r: ['x', 'y'] })
  expect(preferNotToSay(language)).toBe(label)
})

const question = (change: object) => ({
  questions: { ...WHOLE_SURVEY.questions, income: { text: '?', ...change } },
})

test.each([
  [{ title: '' }, 'title must be a text of 1 to 200 characters; got ""'],
  [{ epsilon: 0 }, 'epsilon must be a number above 0 and at most 20; got 0'],
  [{ epsilon: '1' }, 'epsilon must be a number above 0 and at most 20; got "1"'],
  [{ questions: undefined }, 'questions must be an object with a question for each name; got undefined'],
  [{ questions: [] }, 'questions must be an object with a question for each name; got []'],
  [{ question: 'What?' }, 'question must be left out with questions; got "What?"'],
  [{ categories: ['a', 'b'] }, 'categories must be left out with questions'],
  [
    question({}),
    'questions.income must be a question with categories, items, ordered, whole, edges, or from, to and bins',
  ],
  [question({ from: 5, to: 3, bins: 2 }), 'questions.income.to must be a number above 5; got 3'],
  [question({ from: 'a', to: 3, bins: 2 }), 'questions.income.from must be a number; got "a"'],
  [question({ from: 0, to: 3 }), 'questions.income.bins must be a whole number'],
  [question({ whole: [0, 3], from: 0 }), 'questions.income.from must be left out with whole'],
  [
    question({ categories: ['a', 'a'] }),
    'questions.income.categories must be a list of 2 to 1000 different texts',
  ],
  [
    question({ categories: ['a', ''] }),
    'questions.income.categories[1] must be a text of 1 to 200 characters',
  ],
  [
    question({ categories: ['a', 'b'], unit: 'EUR' }),
    'questions.income.unit must be left out with categories',
  ],
  [
    question({ whole: [0, 3], optional: true }),
    'questions.income.optional must be left out of a scale and of a number',
  ],
  [question({ whole: [0, 3], optional: 1 }), 'questions.income.optional must be true or false'],
  [question({ whole: [0, 3], separator: ';' }), 'questions.income.separator must be left out without items'],
  [question({ items: ['a', 'b'], separator: '/' }), 'questions.income.separator must be one of ;, ,, |'],
  [question({ items: ['a', 'b'], columns: ['x'] }), 'questions.income.columns must be a list of 2 columns'],
  [
    question({ items: ['a', 'b'], columns: ['x', 'y'], separator: '|' }),
    'questions.income.separator must be left out with columns',
  ],
  [question({ whole: [0, 3], unti: 'EUR' }), 'each name in questions.income must be one of text, unit'],
  [{ questions: { q: { whole: [0, 3] } } }, 'questions.q.text must be a text'],
  [{ public: { a: ['x', 'y'], b: ['x', 'y'] } }, 'public must be one public variable, with its groups'],
  [{ public: {} }, 'public must be one public variable, with its groups'],
  [{ public: { department: ['north'] } }, 'public.department must be a list of 2 to 4,096 names of groups'],
  [{ public: { income: ['a', 'b'] } }, 'public must be a name that no question has; got "income"'],
  [{ public: { department: 'north' } }, 'public.department must be a list of 2 to 4,096 names of groups'],
  [{ shares: { north: 1 } }, 'shares.south must be a number at least 0; got undefined'],
  [{ shares: { nort: 1, south: 1 } }, 'each name in shares must be one of north, south; got "nort"'],
  [{ shares: { north: 0, south: 0 } }, 'shares must be such that one of them is above 0'],
  [{ public: undefined, goals: undefined }, 'shares must be left out without public groups'],
  [
    { goals: ['share(smokes = maybe) > .2'] },
    'goals[0] must have one of the levels no, yes, Prefer not to say',
  ],
  [{ goals: [] }, 'goals must be a list of 1 to 64 goals'],
  [{ goal: 'share(smokes = yes) > .2' }, 'goal must be left out with goals'],
  [{ robust: { share: 0.1 } }, 'robust must be left out with groups'],
  [{ memory: 'learned' }, 'memory must be left out with groups'],
  [{ memory: 'some' }, "memory must be 'all', 'learned', { window: n } or { halfLife: n }; got \"some\""],
  [{ robust: { share: 1 } }, 'robust.share must be a number at least 0 and below 1; got 1'],
  [{ confidence: 1 }, 'confidence must be a number above 0.5 and below 1; got 1'],
  [{ closes: 'soon' }, "closes must be 'settled', 'by hand', a day"],
  [{ closes: '2027-02-30' }, "closes must be 'settled'"],
  [{ closes: '2027-03-01T18:00:00' }, "closes must be 'settled'"],
  [{ closes: 'settled', goals: undefined }, "closes must be a date or 'by hand', without goals"],
  [{ smallestBatch: 1 }, 'smallestBatch must be a whole number from 2 to 100000; got 1'],
  [{ language: 'xx' }, 'language must be one of en, de, tr, ar; got "xx"'],
  [{ results: 'all' }, 'results must be one of operator, public'],
  [{ consent: 7 }, 'consent must be a text of 1 to 5000 characters; got 7'],
  [{ strategy: null }, 'strategy must be a value, or left out where it has a default; got null'],
  [{ budget: 3 }, 'each name in the survey must be one of $schema, title'],
])('%j is refused in a sentence that names the field', (change, sentence) => {
  const given = Object.entries({ ...WHOLE_SURVEY, ...change }).filter(([, value]) => value !== undefined)
  expect(() => readSurvey(Object.fromEntries(given))).toThrow(
    new RegExp(`^${sentence.replace(/[^\w ]/g, '\\$&')}`),
  )
})

test('what is no survey at all is refused', () => {
  for (const given of [undefined, null, [], 'survey', 3]) {
    expect(() => readSurvey(given)).toThrow('the survey must be an object with')
  }
})
