import { readFile } from 'node:fs/promises'
import { didYouMean, nearest } from '../check/nearest.ts'
import { quote, quoteFound } from '../check/quote.ts'
import { formatHint, type NumberFormat, numberIn } from './decimal.ts'
import { type FileKind, recognize } from './file-format.ts'
import { InputError } from './input-error.ts'
import { withPlainFile } from './plain-file.ts'
import { readPlainRows } from './read-rows.ts'

/** The characters of a list: numbers, separators, and JSON's brackets. */
const LIST = /^[\s\d.,;eE+[\]-]+$/

/** Weights of categories; they need not sum to one. */
export interface CategoryWeights {
  /** The categories' names; undefined for a list without names. */
  readonly names: readonly string[] | undefined
  /** A weight for each category, at least 0; they need not sum to one. */
  readonly weights: Float64Array
}

/**
 * Reads weights: a table (CSV, TSV, JSON, NDJSON, Parquet) with the columns `category` and `weight`, or a list of numbers
 * in the order of the categories (separated by commas, semicolons or white space, with or without JSON's brackets).
 *
 * @throws InputError, one line, if the file cannot be read, a weight is negative or not a number, all are zero, or a category
 *   occurs twice
 * @example
 * await readWeights('prior.csv') // { names: ['cook', 'baker'], weights: [3, 1] }
 */
export async function readWeights(file: string): Promise<CategoryWeights> {
  const found = await withPlainFile({ file }, async path => {
    const kind = await recognize(path, file)
    const isList = kind.format !== 'parquet' && LIST.test(kind.head.toString('latin1').replace(/^ï»¿/, ''))
    return isList ? { names: undefined, weights: await readList(path, file) } : readNamed(path, file, kind)
  })
  if (found.weights.every(weight => weight === 0)) {
    throw new InputError(`${file}: expected a weight above zero, found ${found.weights.length} that are not`)
  }
  return found
}

/**
 * Selects the weights of these categories, in their order.
 *
 * @throws InputError if a category has no weight, or there is a weight for another; a weight of 0 has to be given explicitly
 * @example
 * const weights = await readWeights('prior.csv')
 * weightsFor(weights, ['baker', 'cook'], 'prior.csv') // Float64Array [1, 3]
 */
export function weightsFor(
  { names, weights }: CategoryWeights,
  categories: readonly string[],
  file: string,
): Float64Array {
  if (names === undefined) {
    if (weights.length !== categories.length) {
      throw new InputError(
        `${file}: expected a weight for each of ${categories.length} categories, found ${weights.length} numbers`,
      )
    }
    return weights
  }
  const allowed = new Set(categories)
  const unknown = names.find(name => !allowed.has(name))
  if (unknown !== undefined) {
    throw new InputError(
      `${file}: expected the categories of the data, found ${quote(unknown)}, which is none of them${didYouMean(nearest(unknown, categories))}`,
    )
  }
  const weightOf = new Map(names.map((name, i) => [name, weights[i]]))
  return Float64Array.from(categories, category => {
    const weight = weightOf.get(category)
    if (weight === undefined) {
      throw new InputError(`${file}: expected a weight for category ${quote(category)}, found none`)
    }
    return weight
  })
}

async function readList(path: string, name: string): Promise<Float64Array> {
  const texts = (await readFile(path, 'utf8')).split(/[\s,;[\]]+/).filter(Boolean)
  return Float64Array.from(texts, (text, i) => readWeight(text, `${name}, number ${i + 1}`))
}

async function readNamed(path: string, name: string, kind: FileKind): Promise<CategoryWeights> {
  const found = new Map<string, number>()
  let row = 0
  await readPlainRows({ path, name, kind, layout: {} }, ['category', 'weight'], ([category, text]) => {
    const at = `${name}, data row ${++row}`
    if (found.has(category)) {
      throw new InputError(`${at}: expected each category once, found ${quote(category)} again`)
    }
    found.set(category, readWeight(text, `${at}, column "weight"`))
  })
  return { names: [...found.keys()], weights: Float64Array.from(found.values()) }
}

/**
 * Reads a weight from its text; errors name its `place`.
 *
 * @param format the notation, where a command has options for it
 */
export function readWeight(text: string, place: string, format?: NumberFormat): number {
  const weight = numberIn(text, format ?? {})
  if (!(weight >= 0)) {
    const hint = format && formatHint(text, format)
    throw new InputError(
      `${place}: expected a number, not negative; found ${quoteFound(text)}${hint ? `; ${hint}` : ''}`,
    )
  }
  return weight
}
