import type { AnswerCounts } from '../data/read-answers.ts'
import { levelText } from '../report/level-text.ts'
import { sumRoundedUp } from '../risk/sum-rounded-up.ts'

/** Help text of the option `--id`. */
export const ID = 'the column that says whose answer it is: people are counted, and what each has spent'

/** The people behind the answers, and the total levels of their answers. */
export interface PeopleJSON {
  readonly count: number
  /** Median of people's total levels. */
  readonly medianEpsilon: number
  /** Largest total level of a person. */
  readonly largestEpsilon: number
}

/** Adds up the levels of each person's answers, which by sequential composition is the most that they reveal together. */
export class People {
  private readonly spent = new Map<string, number>()

  /** Adds an answer to a request of this level. */
  add(id: string, epsilon: number): void {
    const before = this.spent.get(id)
    this.spent.set(id, before === undefined ? epsilon : sumRoundedUp(before, epsilon))
  }

  toJSON(): PeopleJSON {
    const levels = Float64Array.from(this.spent.values()).sort()
    return {
      count: levels.length,
      medianEpsilon: (levels[(levels.length - 1) >> 1] + levels[levels.length >> 1]) / 2,
      largestEpsilon: levels[levels.length - 1],
    }
  }
}

/** Number of answers and, with a column `id`, their people. */
export interface Answers extends AnswerCounts {
  readonly people?: PeopleJSON
}

const number = (count: number) => count.toLocaleString('en')

/** The numbers of answers and of people, in words. */
export function answersText({ users, people }: Answers): string {
  return `${number(users)} answers${people === undefined ? '' : ` of ${number(people.count)} people`}`
}

/** The line about the levels of the answers, and about people's total levels. */
export function levelLine(epsilon: number, { people }: Answers, whole = ''): string {
  const line = `audited epsilon${whole}: ${levelText(epsilon)}`
  if (people === undefined) return `${line}\n`
  const { medianEpsilon, largestEpsilon } = people
  return `${line} an answer\nspent by a person on all answers: median ${levelText(medianEpsilon)}, largest ${levelText(largestEpsilon)}\n`
}

/** Warnings about several answers of one person, which intervals count as answers of different people. */
export function repeatWarnings({ users, people }: Answers): string[] {
  if (people === undefined || people.count === users) return []
  return [
    `${number(people.count)} people gave ${number(users)} answers, each of which counts as one of somebody else: intervals are too narrow if answers of one person are alike`,
  ]
}
