import type { AnswerCounts } from '../data/read-answers.ts'
import { levelText } from '../report/level-text.ts'
import { sumRoundedUp } from '../risk/sum-rounded-up.ts'

/** Help text of the option `--id`. */
export const ID = 'the column that says whose answer it is: people are counted, and what each has spent'

/** The people behind some answers, and what their answers have spent together. */
export interface PeopleJSON {
  readonly count: number
  /** The median of what people have spent. */
  readonly medianEpsilon: number
  /** The most that anybody has spent. */
  readonly largestEpsilon: number
}

/** Adds up the levels of each person's answers, which by sequential composition is the most that they reveal together. */
export class People {
  private readonly spent = new Map<string, number>()

  /** Takes note of an answer to a request of this level. */
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

/** How many answers there are, and of whom, where a column says it. */
export interface Answers extends AnswerCounts {
  readonly people?: PeopleJSON
}

const number = (count: number) => count.toLocaleString('en')

/** How many answers there are, of how many people. */
export function answersText({ users, people }: Answers): string {
  return `${number(users)} answers${people === undefined ? '' : ` of ${number(people.count)} people`}`
}

/** The line on the levels of the answers, and on what people have spent on all of theirs. */
export function levelLine(epsilon: number, { people }: Answers, whole = ''): string {
  const line = `audited epsilon${whole}: ${levelText(epsilon)}`
  if (people === undefined) return `${line}\n`
  const { medianEpsilon, largestEpsilon } = people
  return `${line} an answer\nspent by a person on all answers: median ${levelText(medianEpsilon)}, largest ${levelText(largestEpsilon)}\n`
}

/** Says what several answers of one person do to intervals, in which each counts as one of somebody else. */
export function repeatWarnings({ users, people }: Answers): string[] {
  if (people === undefined || people.count === users) return []
  return [
    `${number(people.count)} people gave ${number(users)} answers, each of which counts as one of somebody else: intervals are too narrow if answers of one person are alike`,
  ]
}
