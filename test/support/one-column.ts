import { type ReadPeopleOptions, readPeople } from '../../src/data/read-people.ts'

export type OneColumnOptions = Omit<ReadPeopleOptions, 'columns'> & { readonly column: string }

/** The people of a table by one column: what `readPeople` gives of it, without names and rows. */
export async function oneColumn({ column, ...table }: OneColumnOptions) {
  const { columns, dropped, warnings } = await readPeople({ ...table, columns: [column] })
  const [{ categories, data }] = columns
  return { categories, data: data as Uint32Array, dropped, ...(warnings.length > 0 && { warnings }) }
}
