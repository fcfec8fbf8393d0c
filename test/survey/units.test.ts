import { expect, test } from 'vitest'
import { parseQuery, readSurvey, surveyAsked, unitOfValue } from '../../src/index.ts'

const survey = readSurvey({
  title: 'Work',
  epsilon: 1,
  questions: {
    pay: { text: 'Pay?', from: 0, to: 9000, bins: 9, unit: 'EUR' },
    hours: { text: 'Hours?', whole: [0, 20] },
    sex: { text: 'Sex?', categories: ['female', 'male'] },
  },
})

test.each([
  ['median(pay)', 'EUR'],
  ['mean(pay | sex = female) - mean(pay | sex = male)', 'EUR'],
  ['mean(hours)', undefined],
  // Above 4,500 EUR is a share of the people.
  ['share(pay > 4500)', undefined],
  ['association(pay, sex)', undefined],
])('the unit of %s is %s', (text, unit) => {
  expect(unitOfValue(survey, parseQuery(text, surveyAsked(survey)))).toBe(unit)
})
