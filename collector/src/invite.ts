import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { pageAddress } from './links.ts'
import type { Store } from './store/store.ts'
import { crowdsOf, groupsOf, type Survey, storedSurvey, UsageError } from './survey.ts'

/** People to invite: a number of people of a group, or the rows of a file. */
export interface Invited {
  readonly baseUrl: string
  readonly count?: number
  readonly group?: string
  readonly people?: string
  readonly groupColumn?: string
}

/** The column of links in the printed list. */
const LINK = 'link'

/**
 * Invites people, and prints a link for each: one a line or, for a file of people, the file with an additional column. Other columns of the
 * file are printed, and stored nowhere.
 *
 * @throws UsageError if options cannot be combined, or if somebody belongs to no group
 */
export function invite(store: Store, options: Invited, print: (text: string) => void): void {
  const { id, spec } = store.standing()
  const survey = storedSurvey(spec)
  const page = pageAddress(options.baseUrl, id)
  const { groups, write } = options.people === undefined ? counted(survey, options) : listed(survey, options)
  let isPrinted = false
  try {
    store.invite(groups, tokens => {
      print(write(tokens.map((token, i) => linkOf(page, token, survey, groups[i]))))
      isPrinted = true
    })
  } catch (error) {
    const { message } = error as Error
    throw new Error(
      `${message}; ${isPrinted ? 'the links are not valid, send none' : 'no invitation was made'}`,
    )
  }
}

function linkOf(page: string, token: string, { epsilon }: Survey, group: string): string {
  const name = group === '' ? '' : `&g=${encodeURIComponent(group)}`
  return `${page}#t=${token}&e=${epsilon}${name}`
}

/** The groups of invited people, and a function that prints their links. */
interface Invitations {
  readonly groups: readonly string[]
  write(links: readonly string[]): string
}

function counted(survey: Survey, { count, group = '', groupColumn }: Invited): Invitations {
  if (count === undefined) throw new UsageError('--count: expected how many are invited, or --people FILE')
  if (groupColumn !== undefined)
    throw new UsageError(`--group-column: expected with --people FILE; got ${groupColumn}`)
  requireGroup(survey, '--group', group)
  return { groups: Array.from({ length: count }, () => group), write: links => links.join('\n') }
}

function listed(survey: Survey, { people, groupColumn, count, group }: Invited): Invitations {
  for (const [option, value] of Object.entries({ count, group })) {
    if (value !== undefined) throw new UsageError(`--${option}: expected without --people; got ${value}`)
  }
  const { rows, columns } = readRows(people!)
  if ((groupColumn === undefined) !== (groupsOf(survey) === undefined)) {
    const expected =
      groupColumn === undefined ? 'the column that has the group of each' : 'a survey with groups'
    throw new UsageError(`--group-column: expected ${expected}; got ${groupColumn ?? 'none'}`)
  }
  if (groupColumn !== undefined && !columns.includes(groupColumn))
    throw new UsageError(`--group-column: expected one of ${columns.join(', ')}; got ${groupColumn}`)
  if (columns.includes(LINK))
    throw new UsageError(
      `${people}: expected no column called ${LINK}: the links are printed under this name`,
    )
  const groups = rows.map((row, i) => {
    const name = groupColumn === undefined ? '' : row[groupColumn]
    requireGroup(survey, `${people}: row ${i + 1}, ${groupColumn}`, name)
    return name
  })
  const write = (links: readonly string[]) => {
    const table = rows.map((row, i) => ({ ...row, [LINK]: links[i] }))
    return Papa.unparse({ fields: [...columns, LINK], data: table }, { newline: '\n' })
  }
  return { groups, write }
}

/** The rows of a file of people, each with its columns. */
function readRows(file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new UsageError(`--people: ${(error as Error).message}`)
  }
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  })
  const [wrong] = errors.filter(({ code }) => code !== 'UndetectableDelimiter')
  if (wrong !== undefined)
    throw new UsageError(`${file}: row ${(wrong.row ?? 0) + 1}: ${wrong.message.toLowerCase()}`)
  if (data.length === 0)
    throw new UsageError(`${file}: expected a line with names of columns, and people below`)
  return { rows: data, columns: meta.fields! }
}

function requireGroup(survey: Survey, where: string, name: string): void {
  if (crowdsOf(survey).includes(name)) return
  const groups = groupsOf(survey)
  const expected =
    groups === undefined ? 'nothing, as this survey has no groups' : `one of ${groups.join(', ')}`
  throw new UsageError(`${where}: expected ${expected}; got ${name === '' ? 'none' : name}`)
}
