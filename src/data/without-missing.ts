import { type HeldColumn, type People, type ReadPeopleOptions, tooFew } from './read-people.ts'

/**
 * The people who have a value of every column, with the categories that they hold; a warning says how many others there were.
 *
 * @throws InputError if a column has too few categories then
 */
export function withoutMissing(people: People, options: ReadPeopleOptions): People<number> {
  const { users, columns, groups, rows } = people
  const isWhole = (t: number) => columns.every(({ data }) => data[t] !== null)
  const places = Array.from(rows.keys()).filter(isWhole)
  const lost = users - places.length
  if (lost === 0) return people as People<number>
  const kept = <Held>(column: HeldColumn<Held>, what: string): HeldColumn<number> => {
    const data = places.map(t => column.data[t] as number)
    if (options.questions?.[column.name]) return { ...column, data: Float64Array.from(data) }
    const codes = [...new Set(data)].sort((a, b) => a - b)
    const categories = codes.map(code => column.categories[code])
    if (codes.length < (options.fewest ?? 2)) throw tooFew(column.name, categories, what, options, lost)
    const numbers = new Map(codes.map((code, at) => [code, at]))
    return { ...column, categories, data: Uint32Array.from(data, code => numbers.get(code)!) }
  }
  const number = lost.toLocaleString('en')
  return {
    users: places.length,
    columns: columns.map(column => kept(column, 'categories')),
    ...(groups && { groups: kept(groups, 'groups') }),
    rows: Uint32Array.from(places, t => rows[t]),
    dropped: people.dropped + lost,
    warnings:
      options.fewest === 1
        ? people.warnings
        : [
            ...people.warnings,
            `${number} of ${users.toLocaleString('en')} people miss a value of some of the columns and are left out of all; --missing category keeps them`,
          ],
  }
}
