import { describe, expect, test } from 'vitest'
import { parseGoal } from '../../src/query/parse-goal.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import texts from './texts.json' with { type: 'json' }

/** Which questions and groups the texts are about, by the name of the table in `texts.json`. */
const ASKED = {
  categories: { categories: ['Sales', 'Ops', 'never married', '3'] },
  numbered: { categories: 4 },
  scale: { question: { ordered: ['never', 'sometimes', 'often', 'always'] } },
  counts: { question: { whole: [0, 12] as const }, by: { region: ['north', 'south'] } },
  income: { question: { from: 0, to: 100_000, bins: 100 }, by: ['north', 'south'] },
  survey: {
    questions: {
      job: ['Sales', 'Ops', 'Never-married'],
      sex: ['f', 'm'],
      ill: ['no', 'yes'],
      smokes: ['no', 'yes'],
      q: { ordered: ['never', 'often', 'always'] },
      income: { from: 0, to: 100_000, bins: 100 },
      age: { whole: [18, 99] as const },
      benefits: { items: ['phone', 'health plan'] },
      'hours a week': { whole: [0, 80] as const },
    },
    by: { region: ['north', 'south'] },
  },
} as const

const asked = (name: string) => ASKED[name as keyof typeof ASKED]

describe('canonical texts', () => {
  test.each(texts.queries)('%s: %s', (name, text, canonical) => {
    const query = parseQuery(text, asked(name))
    expect(String(query)).toBe(canonical)
    expect(String(parseQuery(String(query), asked(name)))).toBe(canonical)
    expect(parseQuery(String(query), asked(name))).toEqual(query)
    // An object without a text of its own is read, too.
    expect(String(parseQuery(JSON.parse(JSON.stringify(query)), asked(name)))).toBe(canonical)
  })

  test.each(texts.goals)('%s: %s', (name, text, canonical) => {
    const goal = parseGoal(text, asked(name))
    expect(String(goal)).toBe(canonical)
    expect(String(parseGoal(String(goal), asked(name)))).toBe(canonical)
    expect(String(parseGoal(JSON.parse(JSON.stringify(goal)), asked(name)))).toBe(canonical)
  })
})

describe('refusals say where', () => {
  test.each(texts.refused)('%s: %s', (name, text, message, caret) => {
    const isGoal = /[±=] [^=>]*$|\) >|^top/u.test(text)
    const read = () => (isGoal ? parseGoal(text, asked(name)) : parseQuery(text, asked(name)))
    expect(read).toThrow(RangeError)
    expect(read).toThrow(message)
    try {
      read()
    } catch (error) {
      const [, shown, marked] = (error as Error).message.split('\n')
      expect(shown.slice(2)).toBe(text)
      expect(text.slice(marked.indexOf('^') - 2, marked.lastIndexOf('^') - 1)).toBe(caret)
    }
  })

  test('what is no text and no query', () => {
    expect(() => parseQuery(3 as never, { categories: 2 })).toThrow('query must be a query')
    expect(() => parseQuery({ form: 'sum', of: '' } as never, { categories: 2 })).toThrow('a query')
    expect(() => parseGoal({ top: 3 } as never, { categories: 4 })).toThrow(
      'one of query, within, above, order',
    )
    expect(() => parseGoal({ category: 1, within: 0.1 } as never, { categories: 4 })).toThrow(
      'each name in goal',
    )
    expect(() => parseGoal('share(1) ± ?', { categories: 4 })).toThrow(
      'a width, which only a plan solves for',
    )
  })
})
