import { DEPARTMENTS, employee, HOSPITAL } from '../../collector/test/support/hospital.ts'
import { readSurvey } from '../../src/survey/read-survey.ts'
import type { Survey } from '../../src/survey/survey.ts'

export { DEPARTMENTS, employee }

/** The truth for each goal: a value, or the answer. */
const TRUTHS: Readonly<Record<string, number | boolean | string>> = {
  'share(transport = "by car") ± 0.04': 0.2,
  'mean(stress) > 3': true,
  'mean(commute) ± 3': 35,
  'share(benefits: canteen) > 0.5': true,
  'share(quit = yes | department = nursing) > share(quit = yes | department = offices)': 'nursing',
  'mean(satisfaction) ± 0.15': 3.25,
}

/** The collector's example, eight questions and four departments, with narrower goals, so that some take thousands of people. */
export const SURVEY: Survey = readSurvey({ ...HOSPITAL, goals: Object.keys(TRUTHS) })

/** Whether the answer to a goal is right; a value is, if it is as near as the goal requires. */
export function isTrue(goal: string, answer: unknown): boolean {
  const truth = TRUTHS[goal]
  if (typeof truth !== 'number') return answer === truth
  return Math.abs((answer as number) - truth) <= Number(/± (\S+)$/.exec(goal)![1])
}
