import { didYouMean, nearest } from '../check/nearest.ts'
import { listNames, quote, quoteFound } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { type TableFile, tableName } from '../data/plain-file.ts'
import { type HeldColumn, type People, type ReadPeopleOptions, readPeople } from '../data/read-people.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { isOrdered } from '../domain/read-question.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { vocabularyOfSurvey } from '../survey/asked.ts'
import { preferNotToSay } from '../survey/languages.ts'
import type { AskedQuestion, Survey } from '../survey/survey.ts'

/** The most labels that a message lists. */
const MOST_LABELS = 8
/** Values in an item's column that mean that the item applies, or that it does not. */
const YES: readonly string[] = ['yes', 'y', 'true', '1', 'x']
const NO: readonly string[] = ['no', 'n', 'false', '0', '']

/** People of a file. */
export interface HeldPeople<Held = number | null> extends People<Held> {
  /** The survey, if one is given. */
  readonly asked?: Vocabulary
}

/** Whether an item of a question applies to each person. */
export interface ItemColumn extends HeldColumn {
  /** The name of the question. */
  readonly field: string
  readonly item: string
}

/** A question and its columns in a file. */
interface Asked {
  readonly name: string
  readonly question: AskedQuestion
  readonly columns: readonly string[]
}

/**
 * Reads the people of a file for a survey. Their columns are its questions, one for each item, with the questions' cells. A missing answer
 * to an optional question means "prefers not to say"; other missing answers are null.
 *
 * @param column the column of a single question, if it differs from its name
 * @throws InputError, one line, for a value that is not valid for its question
 */
export async function readSurveyPeople(
  table: TableFile & Pick<ReadPeopleOptions, 'orderBy' | 'orderFormat' | 'weight'>,
  survey: Survey,
  column: string | undefined,
): Promise<HeldPeople> {
  const vocabulary = vocabularyOfSurvey(survey)
  const { domain, public: by } = vocabulary
  const readers = Object.entries(survey.questions).map(([name, question]): Asked => {
    const several = 'items' in question ? question.columns : undefined
    return { name, question, columns: several ?? [column ?? name] }
  })
  const ordered = readers.flatMap(({ name, columns: [own] }) => {
    const kind = domain.isSingle ? domain.kinds[0] : domain.kinds[domain.names.indexOf(name)]
    return kind && isOrdered(kind) ? [[own, kind.toJSON()] as [string, OrderedQuestion]] : []
  })
  const columns = readers.flatMap(one => one.columns)
  const read = { ...table, columns, by: by?.variable, questions: Object.fromEntries(ordered) }
  // All rows are kept, and a column may have a single value; the survey determines the meaning of missing values.
  const people = await readPeople({ ...read, missing: 'category', fewest: 1 })
  const found = new Map(people.columns.map(each => [each.name, each]))
  const coding = { people, table }
  const cellColumns = readers.flatMap(one => columnsOf(one, found, survey, coding))
  const groups = by && coded(people.groups!, by.groups, null, coding)
  return {
    ...people,
    columns: cellColumns,
    ...(groups && { groups: groups as HeldColumn<number> }),
    asked: vocabulary,
  }
}

/** The rows, for errors about bad values. */
interface Coding {
  readonly people: People
  readonly table: TableFile
}

function columnsOf(
  { name, question, columns }: Asked,
  found: ReadonlyMap<string, HeldColumn>,
  { language }: Survey,
  coding: Coding,
): readonly (HeldColumn | ItemColumn)[] {
  const [own] = columns.map(column => found.get(column)!)
  const more = question.optional ? [preferNotToSay(language)] : []
  if ('categories' in question) {
    const labels = [...question.categories, ...more]
    return [{ ...coded(own, labels, more.length > 0 ? labels.length - 1 : null, coding), name }]
  }
  if (!('items' in question)) return [{ ...own, name }]
  const items = [...question.items, ...more]
  const of = (item: string, data: ArrayLike<number | null>): ItemColumn => {
    return { name: `${name}:${item}`, categories: ['no', 'yes'], data, field: name, item }
  }
  if (question.columns) {
    const data = columns.map((column, i) => appliesIn(found.get(column)!, question.items[i], coding))
    const nobody = new Uint8Array(coding.people.users)
    return items.map((item, i) => of(item, data[i] ?? nobody))
  }
  const lists = own.categories.map((text, code) => {
    const list = listOf(text, question.separator)
    const bad = list.find(item => !items.includes(item))
    return bad === undefined ? list : refuseValue(own, code, bad, items, coding)
  })
  return items.map(item => {
    const applies = lists.map(list => Number(list.includes(item)))
    return of(
      item,
      Uint8Array.from(own.data as ArrayLike<number>, code => applies[code]),
    )
  })
}

/** Turns a column of texts into indices of labels. */
function coded(
  column: HeldColumn,
  labels: readonly string[],
  missing: number | null,
  coding: Coding,
): HeldColumn {
  const places = column.categories.map((text, code) => {
    if (text === '') return missing
    const place = labels.indexOf(text)
    return place >= 0 ? place : refuseValue(column, code, text, labels, coding)
  })
  return {
    name: column.name,
    categories: labels,
    data: Array.from(column.data, code => places[code!]),
  }
}

/** Whether an item applies to each person, from the item's column. */
function appliesIn(column: HeldColumn, item: string, coding: Coding): Uint8Array {
  const applies = column.categories.map((text, code) => {
    const word = text.trim().toLowerCase()
    if (text === item || YES.includes(word)) return 1
    return NO.includes(word) ? 0 : refuseValue(column, code, text, [item, ...YES, ...NO.slice(0, -1)], coding)
  })
  return Uint8Array.from(column.data, code => applies[code!])
}

/** The items of a cell: a list in JSON, or texts between separators. */
function listOf(text: string, separator = ';'): readonly string[] {
  if (text.startsWith('[')) {
    try {
      return (JSON.parse(text) as unknown[]).map(String)
    } catch {
      // A text that begins like a list, but is none.
    }
  }
  return text
    .split(separator)
    .map(item => item.trim())
    .filter(item => item !== '')
}

function refuseValue(
  { name, data }: HeldColumn,
  code: number,
  text: string,
  labels: readonly string[],
  { people, table }: Coding,
): never {
  const row = people.rows[Array.from(data).indexOf(code)]
  const expected = `one of ${listNames(labels, MOST_LABELS)}`
  throw new InputError(
    `${tableName(table)}, data row ${row}, column ${quote(name)}: expected ${expected}, as the survey says, found ${quoteFound(text)}${didYouMean(nearest(text, labels))}`,
  )
}
