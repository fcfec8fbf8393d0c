import { MISSING, type People } from '../data/read-people.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { groupMembers, peopleRecords } from './held.ts'
import { aboutText } from './numeric.ts'

/** What the columns of a file hold, whether or not some people miss a value. */
export type FoundPeople = Pick<People, 'columns' | 'groups'>

/** What people hold, and how it is read and written. */
export interface ReadHeld {
  readonly categories: readonly string[]
  readonly cells: number
  readonly about: string
  /** The names that goals may use: a single question has that of its column, and so has the public variable. */
  readonly vocabulary: Vocabulary
}

/** The people as options of `simulate`; the name of the column, if it is one. */
export function heldOf(
  people: People<number>,
  by: string | undefined,
  range: OrderedKind | undefined,
): { readonly held: object; readonly name?: string; readonly read: ReadHeld } {
  const { columns } = people
  const groups = by === undefined ? undefined : groupMembers(people)
  const inGroups = groups ? `, ${groups.by.length} groups` : ''
  const variable = groups && { by: { [by!]: groups.by } }
  const vocabulary = vocabularyOfPeople(people, by, range)
  if (columns.length > 1) {
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
    held: { ...question, ...variable, data: groups?.data ?? data },
    name,
    read: { ...read, about: `${read.about}${inGroups}`, vocabulary },
  }
}

/** The names for queries about the people of a file: its columns with their values, and the column of the groups. */
export function vocabularyOfPeople(
  { columns, groups }: FoundPeople,
  by: string | undefined,
  range: OrderedKind | undefined,
): Vocabulary {
  const labels = (texts: readonly string[]) => texts.map(text => text || MISSING)
  const [{ name, categories }, second] = columns
  return {
    domain: second
      ? Domain.of(Object.fromEntries(columns.map(each => [each.name, labels(each.categories)])))
      : Domain.one(range ? range.toJSON() : labels(categories)),
    public: by === undefined ? undefined : { variable: by, groups: labels(groups!.categories) },
    name: second ? undefined : name,
  }
}

/** How one question of people is read and written: of categories with these names, or of a scale or a number. */
export function readOne(categories: readonly string[], range: OrderedKind | undefined): ReadHeld {
  const cells = categories.length
  return {
    categories,
    cells,
    about: range ? aboutText(range) : `${cells} categories`,
    vocabulary: { domain: Domain.one(range ? range.toJSON() : categories.map(text => text || MISSING)) },
  }
}
