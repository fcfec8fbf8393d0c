import { Domain, type Questions } from '../domain/domain.ts'
import { NO_GOAL } from '../sweep/asked-goals.ts'
import { askedViews } from '../sweep/asked-views.ts'
import type { Plan } from '../sweep/plan.ts'
import type { StoredLaw } from '../sweep/run-row.ts'
import { questionsHeld, truthName } from '../sweep/truth.ts'
import type { CellKey, PageGroups, PageLaw, PageTable, PageTables } from './page/data.ts'

/** A run with groups or tables and recorded intervals. */
export interface LawsRun extends CellKey {
  readonly run: number
  readonly laws: readonly StoredLaw[]
}

/** The questions by the names of a plan's truths. */
export type QuestionsByTruth = ReadonlyMap<string, Questions>

export function questionsByTruth(plan: Plan): QuestionsByTruth {
  return new Map(
    plan.truth.flatMap(truth => {
      const questions = questionsHeld(truth, plan)
      return questions ? [[truthName(truth), questions] as const] : []
    }),
  )
}

/**
 * The data of a recorded run of tables on a page.
 *
 * @param rounded shortens a number that is only drawn
 */
export function pageTables(
  { laws, ...key }: LawsRun,
  questions: Questions,
  rounded: (value: number) => number,
): PageTables {
  const domain = Domain.of(questions)
  // Goals may be about single questions as well as tables.
  const tables = laws.flatMap(({ about: [a, b], cramersV, ...law }): PageTable[] => {
    if (cramersV === null) return []
    const { mean, lower, upper, truth } = cramersV
    return [
      {
        about: [a, b],
        categories: [domain.labels(a), domain.labels(b)],
        ...pageLaw(law, rounded),
        cramersV: {
          mean: rounded(mean),
          lower: rounded(lower),
          upper: rounded(upper),
          truth: rounded(truth),
        },
      },
    ]
  })
  return { ...key, tables }
}

/** The data of a recorded run of groups on a page; `names` are the names of the categories, if any. */
export function pageGroups(
  { laws, ...key }: LawsRun,
  names: readonly string[] | undefined,
  rounded: (value: number) => number,
): PageGroups {
  const groups = laws.map(({ about: [name], people, separate, ...law }) => {
    const { truth, ...alone } = pageLaw({ truth: [], ...separate! }, rounded)
    return { name, people: Number(people), ...pageLaw(law, rounded), separate: alone }
  })
  return { ...key, names, groups }
}

function pageLaw(
  { truth, estimate, lower, upper }: Pick<StoredLaw, 'truth' | 'estimate' | 'lower' | 'upper'>,
  rounded: (value: number) => number,
): PageLaw {
  const roundAll = (values: readonly number[]) => values.map(rounded)
  return {
    truth: roundAll(truth),
    estimate: roundAll(estimate),
    lower: roundAll(lower!),
    upper: roundAll(upper!),
  }
}

/** Copies of a cell, one for each view, with the view's number of categories. Each view has a channel of its own. */
export function cellOfEachView<Cell extends CellKey>(
  cell: Cell,
  questions: Questions | undefined,
  ask: Plan['ask'] = 'pairs',
): Cell[] {
  if (questions === undefined || cell.goal !== NO_GOAL) return [cell]
  return askedViews(questions, ask).map(({ cells }) => ({ ...cell, categories: cells }))
}
