import { refusals } from '../loop/refused.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { WrittenPlan } from './plan-schema.ts'

/** Settings that can be combined neither with groups nor with several questions, and their default values. */
export const USUAL = { memory: '["all"]', sampler: '["auto"]', groupSize: '[1]' } as const

/** Contradictions in a plan with groups; empty for other plans. */
export function groupDisagreements(plan: WrittenPlan): string[] {
  const { by, truth, users } = plan
  const files = truth.map(entry => 'file' in entry)
  const isGrouped =
    by !== undefined || truth.some(entry => 'laws' in entry || ('column' in entry && entry.by !== undefined))
  if (!isGrouped) return []
  const mistakes: string[] = []
  const expect = (good: boolean, mistake: string) => {
    if (!good) mistakes.push(mistake)
  }
  expect(by !== undefined || !files.includes(false), 'by must be given: the names of the groups')
  expect(by === undefined || files.includes(false), 'by must be left out: files name their own groups')
  truth.forEach((entry, i) => {
    if ('column' in entry) {
      expect(entry.by !== undefined, `truth[${i}].by must be given, with groups: the column that names them`)
      expect(entry.missing !== 'category', `truth[${i}].missing must be "drop", with groups`)
    } else if ('laws' in entry) {
      const groups = by?.length ?? entry.laws.length
      expect(
        entry.laws.length === groups,
        `truth[${i}].laws must be ${groups} distributions, one a group; got ${entry.laws.length}`,
      )
    } else {
      expect(
        !Array.isArray(entry) && !isMoving(entry),
        `truth[${i}] must be { "laws": … }, { "dirichlet": … } or a file, with groups`,
      )
    }
  })
  const few = users?.find(count => by !== undefined && count < by.length)
  expect(few === undefined, `users must be at least ${by?.length}, somebody of each group; got ${few}`)
  for (const [name, usual] of Object.entries(USUAL)) {
    const given = JSON.stringify(plan[name as keyof typeof USUAL])
    expect(given === usual, `${name} must be left out with groups; got ${given}`)
  }
  const reasons: Readonly<Record<string, string>> = {
    question: 'left out with groups',
    ...refusals({ by: true }),
  }
  for (const name of ['question', 'prior', 'guarantee', 'anytime', 'runLength'] as const) {
    expect(plan[name] === undefined, `${name} must be ${reasons[name]}`)
  }
  return mistakes
}
