import { describe, expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'

describe('the statement for a board', () => {
  const truth = [0.5, 0.3, 0.2]
  const categories = ['never', 'once', 'often']
  const goal = { category: 2, within: 0.1 }

  test('calls categories by their names, where it knows them', () => {
    expect(power({ truth, categories, epsilon: 2, goal }).statement).toContain(
      'the frequency of “often” within',
    )
    expect(power({ truth, epsilon: 2, goal }).statement).toContain('the frequency of category 2 within')
  })

  test.each([
    [0.5, 'that the median within ±1 is settled'],
    [0.1, 'that the 10 % quantile within ±1 is settled'],
  ])('calls the quantile %d by its name', (quantile, words) => {
    const question = { from: 0, to: 12, bins: 6 }
    const law = [0, 0.1, 0.2, 0.3, 0.2, 0.1, 0.1, 0]
    const { statement } = power({ question, truth: law, epsilon: 4, goal: { quantile, within: 1 } })
    expect(statement).toContain(words)
  })
})
