import type { Tally } from './tally.ts'

/**
 * A cache of a sampler between steps: slow values, one for each of several objects, such as the anchor of an expansion or the state of a
 * chain. A value lasts as long as its object and, with a tally, only until that has grown.
 *
 * Every value must be a function of its object and the tally. Then no draw depends on the cache, and a resumed chain makes the same draws.
 *
 * @example
 * const modes = new Kept<Tally, Float64Array>(tally)
 * const mode = modes.of(tally, () => maximize(tally, rho).theta)
 */
export class Kept<Key extends object, Value> {
  private readonly tally: Tally | undefined
  private readonly entries = new WeakMap<Key, { readonly value: Value; readonly size: number }>()

  /** @param tally the tally on which values depend in addition to their objects, if any */
  constructor(tally?: Tally) {
    this.tally = tally
  }

  /** The value of an object, computed if it is not cached. */
  of(key: Key, compute: (key: Key) => Value): Value {
    const entry = this.entries.get(key)
    return entry?.size === this.size ? entry.value : this.set(key, compute(key))
  }

  /** Caches a value, and returns it. */
  set(key: Key, value: Value): Value {
    this.entries.set(key, { value, size: this.size })
    return value
  }

  /** Removes the value of an object that has changed. */
  forget(key: Key): void {
    this.entries.delete(key)
  }

  private get size(): number {
    return this.tally?.size ?? 0
  }
}
