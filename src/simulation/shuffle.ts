import { stream } from '../random/stream.ts'

/** Shuffles values. The order depends on the seed and the number of values alone. */
export function shuffle(
  out: Uint16Array | Uint32Array,
  values: Uint16Array | Uint32Array,
  seed: string | number,
): void {
  const rng = stream(seed, 'order')
  for (let t = 0; t < out.length; t++) {
    const value = values[t]
    // The inside-out shuffle.
    const place = rng.integer(t + 1)
    out[t] = out[place]
    out[place] = value
  }
}
