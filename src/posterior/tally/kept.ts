import type { Tally } from './tally.ts'

/**
 * What a sampler keeps between steps, beside the states of its chains, because it takes long to compute: a value for each of several
 * objects, such as the anchor of an expansion or the state of a chain. A value lasts as long as its object, and with a tally only until
 * that has grown.
 *
 * Every value has to follow from its object and the tally. Then no draw depends on whether it was kept, and a chain that is resumed from
 * its state draws what it would have drawn.
 *
 * @example
 * const modes = new Kept<Tally, Float64Array>(tally)
 * const mode = modes.of(tally, () => maximize(tally, rho).theta)
 */
export class Kept<Key extends object, Value> {
  private readonly tally: Tally | undefined
  private readonly entries = new WeakMap<Key, { readonly value: Value; readonly size: number }>()

  /** @param tally what the values follow from besides their objects, if anything */
  constructor(tally?: Tally) {
    this.tally = tally
  }

  /** The value of an object, which is computed where none is kept. */
  of(key: Key, compute: (key: Key) => Value): Value {
    const entry = this.entries.get(key)
    return entry?.size === this.size ? entry.value : this.set(key, compute(key))
  }

  /** Keeps a value that was computed on the way, and returns it. */
  set(key: Key, value: Value): Value {
    this.entries.set(key, { value, size: this.size })
    return value
  }

  /** Lets a value go, as its object has changed. */
  forget(key: Key): void {
    this.entries.delete(key)
  }

  private get size(): number {
    return this.tally?.size ?? 0
  }
}
