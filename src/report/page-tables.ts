import { type Attributes, labelsOf } from '../records/attributes.ts'
import { NO_GOAL } from '../sweep/asked-goal.ts'
import { askedViews } from '../sweep/asked-views.ts'
import type { Plan } from '../sweep/plan.ts'
import type { StoredTables } from '../sweep/run-row.ts'
import { attributesHeld, truthName } from '../sweep/truth.ts'
import type { CellKey, PageTable, PageTables } from './page/data.ts'

/** A recorded run of tables, as it is in the table `runs`. */
export interface TablesRun extends CellKey {
  readonly run: number
  readonly truth: readonly number[]
  readonly estimate: readonly number[]
  readonly tables: { [Field in keyof StoredTables]: NonNullable<StoredTables[Field]> }
}

/** The attributes that people have, by the names of the truths of a plan. */
export type AttributesByTruth = ReadonlyMap<string, Attributes>

export function attributesByTruth(plan: Plan): AttributesByTruth {
  return new Map(
    plan.truth.flatMap(truth => {
      const attributes = attributesHeld(truth, plan)
      return attributes ? [[truthName(truth), attributes] as const] : []
    }),
  )
}

/**
 * What a page shows of a recorded run of tables.
 *
 * @param rounded shortens a number that is only drawn
 */
export function pageTables(
  { truth, estimate, tables, ...key }: TablesRun,
  attributes: Attributes,
  rounded: (value: number) => number,
): PageTables {
  const { views, lower, upper, cramersV, cramersVLower, cramersVUpper, cramersVTruth } = tables
  let to = 0
  const all = views.map((about, i): PageTable => {
    const [a, b] = about
    const categories = [labelsOf(attributes[a]), labelsOf(attributes[b])] as const
    const from = to
    to += categories[0].length * categories[1].length
    const part = (values: readonly number[]) => values.slice(from, to).map(rounded)
    return {
      about: [a, b],
      categories,
      truth: part(truth),
      estimate: part(estimate),
      lower: part(lower),
      upper: part(upper),
      cramersV: {
        mean: rounded(cramersV[i]),
        lower: rounded(cramersVLower[i]),
        upper: rounded(cramersVUpper[i]),
        truth: rounded(cramersVTruth[i]),
      },
    }
  })
  return { ...key, tables: all }
}

/** Where people are asked about several views, each has a channel of its own: the same cell with the number of each one's categories. */
export function cellOfEachView<Cell extends CellKey>(
  cell: Cell,
  attributes: Attributes | undefined,
  ask: Plan['ask'] = 'pairs',
): Cell[] {
  if (attributes === undefined || cell.goal !== NO_GOAL) return [cell]
  return askedViews(attributes, ask).map(({ cells }) => ({ ...cell, categories: cells }))
}
