import type { Ask } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { type Goal, namesOfGoals } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { type FoundPeople, vocabularyOfPeople } from './held-people.ts'
import { readQueries, type ShowOption, viewsFor } from './show.ts'

/** Options of a command with queries and questions. */
interface HeldOptions extends ShowOption {
  readonly by?: string
  readonly columns?: readonly string[]
  readonly ask?: Ask
  readonly goal?: readonly string[]
  readonly out?: string
}

/** Whether requests are about pairs or single columns: as given by `--ask`, or else as queries require. */
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

/** The names that queries may use. With goals about some of several columns, only these are asked about. */
export function namesAsked(vocabulary: Vocabulary, goals: readonly Goal[]): Vocabulary {
  const { domain, public: by } = vocabulary
  if (domain.isSingle || goals.length === 0) return vocabulary
  return { ...vocabulary, domain: domain.part(namesOfGoals(goals, by?.variable)) }
}
