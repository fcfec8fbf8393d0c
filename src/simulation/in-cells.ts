import { isList, refuse, requireInteger } from '../check/check.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import type { FixedTruth, MovingTruth } from './moving-truth.ts'
import type { PopulationOptions } from './population.ts'
import { apartWeights, type WeighedPerson } from './weighed-people.ts'

/** Private values of people with numbers. */
export interface NumbersOptions extends Omit<PopulationOptions, 'categories' | 'truth' | 'data'> {
  /** Probabilities of the cells (below, the bins, above), fixed, drawn or moving; or a function that draws the number of each person. */
  readonly truth?: FixedTruth | MovingTruth | ((rng: SeededRng) => number)
  /** The people themselves, one value each, instead of a truth: numbers, or labels of a scale; or each with a value and a design weight. */
  readonly data?: ArrayLike<number | string> | readonly WeighedPerson<number | string>[]
}

/**
 * Turns people with numbers into a population of categories, the cells of the range. If a function draws the people, the truth is their
 * empirical distribution.
 *
 * @throws RangeError on a value that is no finite number
 */
export function inCells(options: NumbersOptions, range: OrderedKind): PopulationOptions {
  const { truth, data, ...rest } = options
  const categories = range.cells
  if (typeof truth === 'function') {
    if (data !== undefined) refuse('truth and data', 'both', 'one given, the other not')
    const { users, ...people } = rest
    const rng = stream(options.seed, 'truth')
    const drawn = Array.from({ length: requireInteger('users', users, 1) }, () => truth(rng))
    return { ...people, categories, data: cellsOf('a value that truth drew', drawn, range) }
  }
  if (data !== undefined && !isList(data)) refuse('data', data, 'a list of values, one per person')
  const { options: plain, weights } = apartWeights({ ...rest, data })
  const cells = plain.data && cellsOf('data', plain.data as ArrayLike<number | string>, range)
  const people = weights ? Array.from(cells!, (category, t) => ({ category, weight: weights[t] })) : cells
  return { ...rest, categories, truth, data: people }
}

function cellsOf(argument: string, values: ArrayLike<number | string>, range: OrderedKind): Uint32Array {
  const cells = new Uint32Array(values.length)
  for (let t = 0; t < cells.length; t++) {
    cells[t] = range.cell(values[t], argument === 'data' ? `data[${t}]` : argument)
  }
  return cells
}
