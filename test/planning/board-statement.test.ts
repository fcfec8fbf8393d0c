import { describe, expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'

describe('the statement for a board', () => {
  const truth = [0.5, 0.3, 0.2]
  const categories = ['never', 'once', 'often']
  const goal = 'share(2) ± 0.1'

  test('calls categories by their names, where it knows them', () => {
    expect(power({ truth, categories, epsilon: 2, goal }).statement).toContain('the share of “often” within')
    expect(power({ truth, epsilon: 2, goal }).statement).toContain('the share of category 2 within')
  })

  test.each([
    [0.5, 'that the median within ±1 is settled'],
    [0.1, 'that the 10 % quantile within ±1 is settled'],
  ])('calls the quantile %d by its name', (quantile, words) => {
    const question = { from: 0, to: 12, bins: 6 }
    const law = [0, 0.1, 0.2, 0.3, 0.2, 0.1, 0.1, 0]
    const { statement } = power({ question, truth: law, epsilon: 4, goal: `quantile(${quantile}) ± 1` })
    expect(statement).toContain(words)
  })

  test('calls the steps of a scale by their names', () => {
    const question = { ordered: ['never', 'once', 'often'], scores: [0, 1, 5] }
    const goal = 'share(>= 5) > 0.3'
    const { statement } = power({ question, truth: [0.2, 0.6, 0.2], epsilon: 2, goal })
    expect(statement).toContain('whether the share of values from “often” on is above 0.3')
  })
})
