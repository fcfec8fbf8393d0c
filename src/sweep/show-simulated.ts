import { isList } from '../check/check.ts'
import { lawsOfGroups } from '../posterior/functional/grouped.ts'
import {
  answersOf,
  type Queries,
  type ShownQuery,
  showQueries,
} from '../posterior/functional/shown-queries.ts'
import type { Laws } from '../query/of-query.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import type { Simulation } from '../simulation/simulate.ts'
import type { CollectionSimulation } from '../simulation/simulate-collection.ts'

/** A simulated collection of any kind. */
export type AnySimulation = Simulation<SimulatedRun | SimulatedNumericRun> | CollectionSimulation

/** Weights of groups among all people. */
export interface GroupWeights {
  /** All simulated people, whether or not they answered. Their numbers weigh the true laws of groups. */
  readonly data?: unknown
  /** Fixed weights of the groups. By default, estimates of groups are weighed by their numbers of answers. */
  readonly shares?: Readonly<Record<string, number>> | undefined
}

/** Estimates of queries by the first run of a simulated collection, and their truths. */
export function showSimulated(
  queries: Queries,
  simulation: AnySimulation,
  { data, shares }: GroupWeights = {},
): ShownQuery[] {
  const { vocabulary } = queries
  if (!('asked' in simulation)) {
    const { runs, truth } = simulation
    return showQueries(
      queries,
      answersOf(runs[0].posterior, vocabulary, () => 1),
      () => truth,
    )
  }
  const { domain, public: by } = vocabulary
  const { posterior, laws } = simulation.runs[0]
  const answers = new Map(laws.map(law => [law.group, law.people]))
  const trueLaw = (questions: readonly number[], group?: string) => {
    const about = domain.isSingle ? [] : questions.map(j => domain.names[j])
    return Float64Array.from(simulation.truthOf({ about, group }).shares)
  }
  const people = new Map<string, number>()
  if (by && isList(data)) {
    for (const { group } of Array.from(data as ArrayLike<{ group: string }>))
      people.set(group, (people.get(group) ?? 0) + 1)
  }
  const weights = by?.groups.map(name => shares?.[name] ?? people.get(name) ?? answers.get(name)!)
  const truth: Laws = by
    ? lawsOfGroups(by.groups, weights!, (g, questions) => trueLaw(questions, by.groups[g]))
    : questions => trueLaw(questions)
  const weightOf = (group: string) => shares?.[group] ?? answers.get(group)!
  return showQueries(queries, answersOf(posterior, vocabulary, weightOf), truth)
}
