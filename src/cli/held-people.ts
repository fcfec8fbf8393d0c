import { labelOf } from '../data/read-people.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { aboutText } from '../domain/ordered.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { groupMembers, peopleRecords } from './held.ts'
import type { HeldPeople } from './held-survey.ts'

/** People of a file, some of whom may lack values. */
export type FoundPeople = Pick<HeldPeople, 'columns' | 'groups' | 'asked'>

/** The private values of people, with functions that read and print them. */
export interface ReadHeld {
  readonly categories: readonly string[]
  readonly cells: number
  readonly about: string
  /** The names that goals may use. A single question and the public variable have the names of their columns. */
  readonly vocabulary: Vocabulary
}

/** The people as options of `simulate`, and the name of the column if there is one. */
export function heldOf(
  people: HeldPeople<number>,
  by: string | undefined,
  range: OrderedKind | undefined,
): { readonly held: object; readonly name?: string; readonly read: ReadHeld } {
  const { columns } = people
  const groups = by === undefined ? undefined : groupMembers(people)
  const inGroups = groups ? `, ${groups.by.length} groups` : ''
  const variable = groups && { by: { [by!]: groups.by } }
  const vocabulary = vocabularyOfPeople(people, by, range)
  if (!vocabulary.domain.isSingle) {
    const { questions, data } = peopleRecords(people)
    const members = groups && data.map((record, t) => ({ group: groups.data[t].group, ...record }))
    const isLacking = columns.some(({ data }) => Array.from(data).includes(null as never))
    return {
      held: {
        questions,
        ...(isLacking && { missing: 'public' }),
        ...variable,
        data: members ?? data,
      },
      read: {
        ...{ categories: [], cells: 0, about: `${columns.length} columns${inGroups}` },
        vocabulary,
      },
    }
  }
  const [{ name, categories, data }] = columns
  const read = readOne(range ? range.names : categories, range)
  const question = range ? { question: range.toJSON() } : { categories: vocabulary.domain.labels('') }
  return {
    held: {
      ...question,
      ...variable,
      data: groups?.data ?? weighed(data, people.weights, range ? 'value' : 'category'),
    },
    name,
    read: { ...read, about: `${read.about}${inGroups}`, vocabulary },
  }
}

/** People of a single question, each with a weight if there are any. */
function weighed(data: ArrayLike<number>, weights: Float64Array | undefined, field: 'category' | 'value') {
  return weights ? Array.from(weights, (weight, t) => ({ [field]: data[t], weight })) : data
}

/** The names in queries about people of a file: its columns with their values, and the column of the groups. */
export function vocabularyOfPeople(
  { columns, groups, asked }: FoundPeople,
  by: string | undefined,
  range: OrderedKind | undefined,
): Vocabulary {
  if (asked) return asked
  const labels = (texts: readonly string[]) => texts.map(labelOf)
  const [{ name, categories }, second] = columns
  return {
    domain: second
      ? Domain.of(Object.fromEntries(columns.map(each => [each.name, labels(each.categories)])))
      : Domain.one(range ? range.toJSON() : labels(categories)),
    public: by === undefined ? undefined : { variable: by, groups: labels(groups!.categories) },
    name: second ? undefined : name,
  }
}

/** Functions that read and print a single question: categories with these names, a scale or a number. */
export function readOne(categories: readonly string[], range: OrderedKind | undefined): ReadHeld {
  const cells = categories.length
  return {
    categories,
    cells,
    about: range ? aboutText(range) : `${cells} categories`,
    vocabulary: { domain: Domain.one(range ? range.toJSON() : categories.map(labelOf)) },
  }
}
