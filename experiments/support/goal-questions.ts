import { decimal } from '../../src/data/decimal.ts'
import { InputError } from '../../src/data/input-error.ts'
import { readPeople } from '../../src/data/read-people.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'
import { descendingOrder } from '../../src/simplex/order.ts'

/** Questions about a truth. The number of the run determines on which side of the frequency the threshold lies, and how far away. */
export const QUESTIONS: Readonly<Record<string, (truth: Float64Array, run: number) => string>> = {
  within: truth => `share(${descendingOrder(truth)[0]}) ± .03`,
  above(truth, run) {
    const [category] = descendingOrder(truth)
    const off = 0.03 + 0.01 * (run % 4)
    const isBelow = run % 2 === 1 && truth[category] > off + 0.05
    const isPossible = truth[category] + off < 1
    const threshold = isBelow || !isPossible ? truth[category] - off : truth[category] + off
    return `share(${category}) > ${threshold}`
  },
  compare(truth) {
    const [first, second] = descendingOrder(truth)
    return `share(${first}) > share(${second}) by .01`
  },
  top1: () => 'top(1) by .01',
  top3: () => 'top(3) by .01',
}

/** A source of the truths of runs. */
export interface TruthSource {
  readonly name: string
  readonly categories: number
  draw(seed: string): Float64Array
}

/** The truths of a name: Dirichlet laws of this concentration over each number of categories, or the frequencies of a column. */
export async function readTruth(
  name: string,
  sizes: readonly number[],
  file: string | undefined,
): Promise<TruthSource[]> {
  const concentration = decimal(name)
  if (!Number.isNaN(concentration)) {
    return sizes.map(categories => ({
      name: `dirichlet:${concentration}`,
      categories,
      draw(seed) {
        const rho = new Float64Array(categories).fill(concentration)
        return drawDirichlet(stream(seed, 'truth'), rho, new Float64Array(categories))
      },
    }))
  }
  if (file === undefined) throw new InputError(`--truths: expected a --file that has the column ${name}`)
  const [{ categories, data }] = (await readPeople({ file, columns: [name] })).columns
  const frequencies = new Float64Array(categories.length)
  for (const category of Array.from(data)) frequencies[category!] += 1 / data.length
  return [{ name, categories: categories.length, draw: () => frequencies }]
}
