import { quote } from '../check/quote.ts'
import { InputError, naming } from '../data/input-error.ts'
import { readRows } from '../data/read-rows.ts'
import { listOf } from './parsers.ts'

/** The column of a file of groups. */
const COLUMN = 'group'

/**
 * Reads the names of groups: lists of at least two, or a file with the column `group`.
 *
 * @param given the values of the option
 * @throws InputError, one line, if the file cannot be read, or a name is missing or occurs twice
 */
export async function readGroupNames(given: readonly string[]): Promise<readonly string[]> {
  const [file] = given
  const isList = given.length > 1 || file.includes(',')
  const names = isList ? naming('--by', () => given.flatMap(listOf)) : []
  if (!isList) await readRows({ file }, [COLUMN], ([name]) => names.push(name))
  const groupsSoFar = new Set<string>()
  names.forEach((name, i) => {
    const place = isList ? '--by' : `${file}, data row ${i + 1}`
    if (name === '') throw new InputError(`${place}: expected the name of a group; found nothing`)
    if (groupsSoFar.has(name))
      throw new InputError(`${place}: expected each group once; found ${quote(name)} twice`)
    groupsSoFar.add(name)
  })
  return names
}
