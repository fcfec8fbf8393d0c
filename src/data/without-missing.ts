import { type HeldColumn, type People, type ReadPeopleOptions, tooFew } from './read-people.ts'

/**
 * Selects the people with a value in every column, and their categories; a warning states the number of others.
 *
 * @param least number of required values, default all; missing values stay null, and it counts as public who lacks which
 * @throws InputError if a column is left with too few categories
 */
export function withoutMissing(
  people: People,
  options: ReadPeopleOptions,
  least = people.columns.length,
): People<number> {
  const { users, columns, groups, rows, weights } = people
  const valuesOf = (t: number) => columns.filter(({ data }) => data[t] !== null).length
  const places = Array.from(rows.keys()).filter(t => valuesOf(t) >= least)
  const lost = users - places.length
  const some = places.filter(t => valuesOf(t) < columns.length).length
  if (lost + some === 0) return people as People<number>
  const kept = <Held>(column: HeldColumn<Held>, what: string): HeldColumn<number> => {
    // A missing answer stays null.
    const data = places.map(t => column.data[t] as number)
    if (options.questions?.[column.name])
      return { ...column, data: some > 0 ? data : Float64Array.from(data) }
    const codes = [...new Set(data)].filter(code => code !== null).sort((a, b) => a - b)
    const categories = codes.map(code => column.categories[code])
    if (codes.length < (options.fewest ?? 2)) throw tooFew(column.name, categories, what, options, lost)
    const numbers = new Map(codes.map((code, at) => [code, at]))
    const numberOf = (code: number) => numbers.get(code) ?? (null as never)
    return { ...column, categories, data: some > 0 ? data.map(numberOf) : Uint32Array.from(data, numberOf) }
  }
  const of = (count: number) => `${count.toLocaleString('en')} of ${users.toLocaleString('en')} people`
  const found = [
    ...(some > 0
      ? [
          `${of(some)} miss a value of some of the columns and are asked about the others, which takes it as public who misses which; --missing category keeps it private`,
        ]
      : []),
    ...(lost > 0
      ? [
          `${of(lost)} miss a value of some of the columns and are left out of all; --missing category keeps them`,
        ]
      : []),
  ]
  return {
    users: places.length,
    columns: columns.map(column => kept(column, 'categories')),
    ...(groups && { groups: kept(groups, 'groups') }),
    rows: Uint32Array.from(places, t => rows[t]),
    ...(weights && { weights: Float64Array.from(places, t => weights[t]) }),
    dropped: people.dropped + lost,
    warnings: options.fewest === 1 ? people.warnings : [...people.warnings, ...found],
  }
}
