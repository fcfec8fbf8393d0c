import { stream } from '../random/stream.ts'

/** Number of partitions, with which all pairs of categories share a bucket about equally often. */
const PARTITIONS = 64

/** Random partitions of the categories into buckets. They are the same on every machine, and not secret. */
export function randomPartitions(categories: number, buckets: number): Int32Array[] {
  const rng = stream('partitions', categories, buckets)
  return Array.from({ length: PARTITIONS }, () =>
    Int32Array.from({ length: categories }, () => rng.integer(buckets)),
  )
}
