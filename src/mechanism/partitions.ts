import { isList, requireInteger, requireOptions } from '../check/check.ts'

/** The number H of phases at which the cells are cut into arcs. */
export const PHASES = 24
/** Largest number of phases of a request, because reading it costs time in the order of the number of cells. */
const MOST_PHASES = 64

/**
 * Partitions of ordered cells by their formula, as requests have them: `arcs: H` stands for `arcPartitions` at H phases, `threshold: t`
 * for the one of `thresholdPartition`. A list would be H times as long as there are cells.
 */
export type PartitionFormula = { readonly arcs: number } | { readonly threshold: number }

/**
 * Partitions of ordered cells into g arcs, for `localHashing`: the cells stand on a circle, which is cut into g equal pieces, once at
 * each of H phases,
 *
 *     bucket(x) = ⌊g·x/D + h/H⌋ mod g,   x = 0 … D − 1,   h = 0 … H − 1.
 *
 * An answer is then about a stretch of the range, and answers of different phases together resolve all of it.
 *
 * @param cells D, at least 2g
 * @param buckets g, at least 2
 * @param phases H, from 1 to 64; default 24
 * @throws RangeError on fewer buckets or cells, or another number of phases
 * @example
 * arcPartitions(6, 3)[0] // Int32Array [0, 0, 1, 1, 2, 2]
 */
export function arcPartitions(cells: number, buckets: number, phases = PHASES): Int32Array[] {
  requireInteger('buckets', buckets, 2)
  requireInteger('cells', cells, 2 * buckets)
  requireInteger('phases', phases, 1, MOST_PHASES)
  // In whole numbers, so that rounding moves no cut: ⌊(g·x·H + h·D) / (D·H)⌋.
  return Array.from({ length: phases }, (_, h) =>
    Int32Array.from(
      { length: cells },
      (_, x) => Math.floor((buckets * x * phases + h * cells) / (cells * phases)) % buckets,
    ),
  )
}

/**
 * The partition at a threshold, for `localHashing`: bucket 0 below cell t, bucket 1 from t on. An answer is then about whether a value is
 * at least the lower edge of cell t.
 *
 * @param t from 1 to D − 1
 * @throws RangeError on another t, or fewer than two cells
 * @example
 * thresholdPartition(5, 2) // Int32Array [0, 0, 1, 1, 1]
 */
export function thresholdPartition(cells: number, t: number): Int32Array {
  requireInteger('cells', cells, 2)
  requireInteger('t', t, 1, cells - 1)
  return Int32Array.from({ length: cells }, (_, x) => Number(x >= t))
}

/** The partitions of a formula. @throws RangeError if it is no formula, or does not fit the cells and buckets */
export function writtenOut(formula: PartitionFormula, cells: number, buckets: number): Int32Array[] {
  if ('arcs' in formula) {
    const { arcs } = requireOptions(formula, { arcs: true }, 'partitions')
    return arcPartitions(cells, buckets, requireInteger('partitions.arcs', arcs, 1, MOST_PHASES))
  }
  const { threshold } = requireOptions(formula, { threshold: true }, 'partitions')
  return [thresholdPartition(cells, requireInteger('partitions.threshold', threshold, 1, cells - 1))]
}

/**
 * The formula of listed partitions: of arcs at 24 phases, or of a threshold. Undefined if they are neither, or no partitions at all,
 * because untrusted requests are tested, too.
 */
export function formulaOf(
  partitions: unknown,
  cells: unknown,
  buckets: unknown,
): PartitionFormula | undefined {
  if (!isList(partitions) || !isList(partitions[0]) || partitions[0].length !== cells) return undefined
  if (partitions.length === 1) {
    const threshold = Array.prototype.indexOf.call(partitions[0], 1)
    const isOne = threshold > 0 && isSame(partitions, [thresholdPartition(cells, threshold)])
    return isOne ? { threshold } : undefined
  }
  if (partitions.length !== PHASES || !Number.isInteger(buckets)) return undefined
  const g = buckets as number
  return g >= 2 && cells >= 2 * g && isSame(partitions, arcPartitions(cells, g))
    ? { arcs: PHASES }
    : undefined
}

function isSame(partitions: ArrayLike<unknown>, others: readonly Int32Array[]): boolean {
  return others.every((other, h) => {
    const partition = partitions[h]
    return isList(partition) && partition.length === other.length && other.every((y, x) => y === partition[x])
  })
}
