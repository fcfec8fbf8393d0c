import { isList, isObject, refuse } from '../check/check.ts'
import { refuseWithWeight } from '../loop/refused.ts'
import { requireWeight } from '../posterior/tally/design-weights.ts'

/** What a person holds, with a design weight: how many people the answer stands for, in any unit; default 1. */
export interface WeighedPerson<Held> {
  readonly category?: Held
  readonly value?: Held
  readonly weight?: number
}

/** Refuses options that count people, if these have weights. The engine looks at the sampler, because some go together with weights. */
export function requireCountless(options: object): void {
  const { goal, goals = goal, sampler: _, ...others } = options as Readonly<Record<string, unknown>>
  refuseWithWeight({ ...others, goals })
}

/**
 * Splits people with weights into what they hold and their weights. People without weights stay as they are.
 *
 * @throws RangeError on a weight that is none, and on options that do not go together with weights
 */
export function apartWeights<T extends { readonly data?: unknown }>(
  options: T,
): { options: T; weights?: Float64Array } {
  const { data } = options
  if (!isList(data) || !isObject(data[0])) return { options }
  const weights = new Float64Array(data.length)
  const held = Array.from(data as ArrayLike<unknown>, (person, t) => {
    if (!isObject(person))
      refuse(`data[${t}]`, typeof person, 'a person with a category or a value, as the first')
    const { weight = 1, ...rest } = person as WeighedPerson<unknown>
    weights[t] = requireWeight(`data[${t}].weight`, weight)
    const [field, ...others] = Object.keys(rest)
    if (others.length > 0 || (field !== 'category' && field !== 'value')) {
      refuse(`data[${t}]`, Object.keys(person), 'a category or a value, and a weight')
    }
    return rest[field]
  })
  requireCountless(options)
  return { options: { ...options, data: held }, weights }
}
