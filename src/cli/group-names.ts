import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { readRows } from '../data/read-rows.ts'

/** The column of a file of groups. */
const COLUMN = 'group'

/**
 * The names of groups: a list, which has a comma because there are two at least, or a file with the column `group`.
 *
 * @throws InputError, one line, if the file cannot be read, or a name is missing or occurs twice
 */
export async function readGroupNames(text: string): Promise<readonly string[]> {
  const isList = text.includes(',')
  const names = isList ? text.split(',') : []
  if (!isList) await readRows({ file: text }, [COLUMN], ([name]) => names.push(name))
  const known = new Set<string>()
  names.forEach((name, i) => {
    const place = isList ? '--by' : `${text}, data row ${i + 1}`
    if (name === '') throw new InputError(`${place}: expected the name of a group; found nothing`)
    if (known.has(name))
      throw new InputError(`${place}: expected each group once; found ${quote(name)} twice`)
    known.add(name)
  })
  return names
}
