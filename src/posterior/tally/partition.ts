/**
 * A set of categories and its complement. The complement of a short set is listed when it is first asked for: a tally may have
 * very many small sets among very many categories.
 */
export class Partition {
  /** The shorter side. */
  readonly inside: Int32Array
  private readonly categories: number
  private longer: Int32Array | undefined

  constructor(set: Int32Array, categories: number) {
    const swap = isLong(set, categories)
    this.inside = swap ? complement(set, categories) : set
    this.longer = swap ? set : undefined
    this.categories = categories
  }

  /** The other side. */
  get outside(): Int32Array {
    this.longer ??= complement(this.inside, this.categories)
    return this.longer
  }

  /** Whether a category is on the shorter side. */
  hasInside(category: number): boolean {
    return this.inside.includes(category)
  }
}

/** Whether a set has more categories than its complement, so that the complement is the `inside`. */
export function isLong(set: Int32Array, categories: number): boolean {
  return 2 * set.length > categories
}

function complement(set: Int32Array, categories: number): Int32Array {
  const isMember = new Uint8Array(categories)
  for (const x of set) isMember[x] = 1
  const rest = new Int32Array(categories - set.length)
  let next = 0
  for (let x = 0; x < categories; x++) if (isMember[x] === 0) rest[next++] = x
  return rest
}
