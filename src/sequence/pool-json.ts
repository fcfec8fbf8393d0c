import { refuse, requireFields, requireInteger } from '../check/check.ts'
import { type EndJSON, requireVariance, sumsFromJSON, sumsToJSON } from './end-json.ts'
import { createMixture } from './mixture.ts'
import { type Pool, settlePools } from './pools.ts'

/** The answers to channels of about the same noise, as plain data. */
export interface ConfidencePoolJSON {
  /** Number of answers. */
  readonly answers: number
  /** The variance of their mixture. */
  readonly variance: number
  /** The state of the lower ends. */
  readonly lower: EndJSON
  /** The state of the upper ends. */
  readonly upper: EndJSON
}

/** A list of pools as plain data: the fields of the first pool are not nested, and its number of answers is the rest. */
interface PoolsJSON {
  readonly variance: number | null
  readonly lower: EndJSON
  readonly upper: EndJSON
  readonly others?: readonly ConfidencePoolJSON[]
}

/** The fields of a list of pools, without the variance of the first and the number of answers. */
export function poolsToJSON([first, ...others]: readonly Pool[]): Omit<PoolsJSON, 'variance'> {
  return {
    lower: sumsToJSON(first?.lower),
    upper: sumsToJSON(first?.upper),
    ...(others.length > 0 && { others: others.map(poolToJSON) }),
  }
}

function poolToJSON({ answers, variance, lower, upper }: Pool): ConfidencePoolJSON {
  return { answers, variance, lower: sumsToJSON(lower), upper: sumsToJSON(upper) }
}

/**
 * Reads a list of pools with a given total number of answers.
 *
 * @param least smallest number of answers of the first pool; for all others it is one
 * @param prefix prefix of the names of fields in errors
 * @throws RangeError if they are not such pools
 */
export function poolsFromJSON(
  json: PoolsJSON,
  answers: number,
  categories: number,
  least: number,
  prefix = '',
): Pool[] {
  const { others = [] } = json
  if (!Array.isArray(others)) refuse(`${prefix}others`, others, 'a list')
  let rest = answers
  const further = others.map((other: ConfidencePoolJSON, i) => {
    const name = `${prefix}others[${i}]`
    requireFields(other, { answers: true, variance: true, lower: true, upper: true }, name)
    rest -= requireInteger(`${name}.answers`, other.answers, 1, rest - least)
    return poolFromJSON(other, other.answers, categories)
  })
  const pools = [poolFromJSON(json, rest, categories), ...further]
  settlePools(pools)
  return pools
}

function poolFromJSON({ variance, lower, upper }: PoolsJSON, answers: number, categories: number): Pool {
  const own = requireVariance(variance)
  const mixture = createMixture(own)
  return {
    variance: own,
    lower: sumsFromJSON('lower', mixture, categories, lower),
    upper: sumsFromJSON('upper', mixture, categories, upper),
    answers,
  }
}
