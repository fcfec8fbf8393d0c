import { expect } from 'vitest'
import { type Piece, planCurves } from '../../site/theme/people/planned-curves.ts'
import {
  chosen,
  FIRST,
  type Form,
  isPrecise,
  type QUESTIONS,
  readForm,
} from '../../site/theme/people/questions.ts'

type Name = keyof typeof QUESTIONS

/** The questions of the site's planner for which a level takes seconds to find. */
export const SLOW_TO_SOLVE: readonly Name[] = ['top', 'groups', 'difference', 'compare']

/** The form of a question, filled in. */
export const formOf = (question: Name, more: Partial<Form> = {}): Form => ({
  ...chosen(FIRST, question),
  epsilon: '2',
  ...more,
})

/** Holds that a question is solved for the level and, where it has one, for the width, and that its curves are of that plan. */
export function expectSolved(question: Name): void {
  const solved = isPrecise({ question }) ? (['epsilon', 'within'] as const) : (['epsilon'] as const)
  for (const solve of solved) {
    const { options, command } = readForm(formOf(question, { solve, people: '3000' }))
    expect(command).toContain('--people 3000')
    const pieces = planCurves(options)
    const { plan } = pieces.next().value as Piece
    expect(plan!.people.upper80 / 3000).toBeLessThan(1.3)
    expect(solve === 'epsilon' ? plan!.epsilon : (plan!.within ?? plan!.error)).toBeGreaterThan(0)
    const next = pieces.next().value as Piece
    expect(next.settled ?? next.levels).toBeDefined()
  }
}
