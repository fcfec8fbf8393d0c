import type { People } from '../data/read-people.ts'
import type { Ask } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { lawsOfGroups } from '../posterior/functional/grouped.ts'
import type { Laws } from '../query/of-query.ts'
import { type Goal, namesOfGoals } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import type { Simulation } from '../simulation/simulate.ts'
import type { CollectionSimulation } from '../simulation/simulate-collection.ts'
import { type FoundPeople, vocabularyOfPeople } from './held-people.ts'
import {
  answersOf,
  type Queries,
  readQueries,
  type ShownQuery,
  type ShowOption,
  showQueries,
  viewsFor,
} from './show.ts'

/** A simulated collection of whatever people of a file hold. */
export type AnySimulation = Simulation<SimulatedRun | SimulatedNumericRun> | CollectionSimulation

/** What a command says of the people. */
interface HeldOptions extends ShowOption {
  readonly by?: string
  readonly columns?: readonly string[]
  readonly ask?: Ask
  readonly goal?: readonly string[]
  readonly out?: string
}

/** What people are asked about: what was said or, if nothing needs pairs of columns, what queries need. */
export function viewsOf(
  found: FoundPeople,
  options: HeldOptions,
  range: OrderedKind | undefined,
): Ask | undefined {
  const { ask, by, columns, goal, out } = options
  if (ask !== undefined || columns === undefined || goal !== undefined || out !== undefined) return ask
  const queries = readQueries(options, () => vocabularyOfPeople(found, by, range))
  return queries && viewsFor(queries)
}

/** The names that queries may use: with goals about some of several columns, people are asked about these alone. */
export function namesAsked(vocabulary: Vocabulary, goals: readonly Goal[]): Vocabulary {
  const { domain, public: by } = vocabulary
  if (domain.isSingle || goals.length === 0) return vocabulary
  return { ...vocabulary, domain: domain.part(namesOfGoals(goals, by?.variable)) }
}

/**
 * What a simulated collection of the people of a file says about queries, and what is true of them.
 *
 * @param shares how much each group weighs among all people; default the people who have answered and, in the truth, all people
 */
export function showSimulated(
  queries: Queries,
  simulation: AnySimulation,
  { groups }: Pick<People, 'groups'>,
  shares: Readonly<Record<string, number>> | undefined,
): ShownQuery[] {
  const { vocabulary } = queries
  if (!('asked' in simulation)) {
    const { runs, truth } = simulation
    const answer = answersOf(runs[0].posterior, vocabulary, () => 1)
    return showQueries(queries, answer, () => truth)
  }
  const { domain, public: by } = vocabulary
  const { posterior, laws } = simulation.runs[0]
  const answers = new Map(laws.map(({ group, people }) => [group, people]))
  const trueLaw = (questions: readonly number[], group?: string) => {
    const about = domain.isSingle ? [] : questions.map(j => domain.names[j])
    return Float64Array.from(simulation.truthOf({ about, ...(group !== undefined && { group }) }).shares)
  }
  const people = new Float64Array(by?.groups.length ?? 0)
  for (const g of Array.from(groups?.data ?? [])) people[g!]++
  const weights = by?.groups.map((name, g) => shares?.[name] ?? people[g])
  const truth: Laws = by
    ? lawsOfGroups(by.groups, weights!, (g, questions) => trueLaw(questions, by.groups[g]))
    : questions => trueLaw(questions)
  const weightOf = (group: string) => shares?.[group] ?? answers.get(group)!
  return showQueries(queries, answersOf(posterior, vocabulary, weightOf), truth)
}
