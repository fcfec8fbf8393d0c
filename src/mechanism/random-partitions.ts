import { stream } from '../random/stream.ts'

/** With so many partitions, all pairs of categories share a bucket about equally often. */
const PARTITIONS = 64

/** Random partitions of the categories into so many buckets: the same ones on every machine, and no secret. */
export function randomPartitions(categories: number, buckets: number): Int32Array[] {
  const rng = stream('partitions', categories, buckets)
  return Array.from({ length: PARTITIONS }, () =>
    Int32Array.from({ length: categories }, () => rng.integer(buckets)),
  )
}
