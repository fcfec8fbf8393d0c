import { requireInteger } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { drawExponential } from './exponential.ts'
import type { Rng } from './rng.ts'

const LAYERS = 256
/** Where the tail begins, for 256 layers of equal area. */
const TAIL = 3.654152885361009
/** That area: TAIL·f(TAIL) plus the tail, for f(x) = e^(−x²/2). */
const AREA = 0.0049286732339746554

/** Layer i lies between the heights f(EDGES[i]) and f(EDGES[i + 1]) and is EDGES[i] wide; layer 0 holds the tail. */
export const EDGES = new Float64Array(LAYERS + 1)
const HEIGHTS = new Float64Array(LAYERS + 1)
EDGES[0] = AREA / exp(-square(TAIL) / 2)
EDGES[1] = TAIL
for (let i = 1; i < LAYERS; i++) {
  HEIGHTS[i] = exp(-square(EDGES[i]) / 2)
  if (i + 1 < LAYERS) EDGES[i + 1] = Math.sqrt(-2 * log(HEIGHTS[i] + AREA / EDGES[i]))
}
HEIGHTS[LAYERS] = 1

/** How many draws of `fillNormals` share a request for random words, and the buffer for these words. */
const BATCH = 64
const WORDS = new Uint32Array(BATCH)
/** The distance between neighbouring values of `fillNormals` in each layer: 2⁻²³ of its width. */
export const STEPS = EDGES.map(edge => edge / 2 ** 23)

/**
 * A draw from the standard normal law.
 *
 * The ziggurat of Marsaglia and Tsang (2000), with exact wedges and tail. The layer comes from 8 bits, the sign and
 * the value from 53 others: where both share bits, as in the original, the draws are measurably not normal
 * (Doornik 2005). Always finite and never zero; nothing is thrown.
 *
 * @example
 * drawNormal(stream(1, 'example')) // -0.5542257604686595
 */
export function drawNormal(rng: Rng): number {
  const word = rng.uint32()
  // 21 bits with the sign, then 32, then one half: strictly between −1 and 1, and symmetric.
  const u = ((word >> 11) * 2 ** 32 + rng.uint32() + 0.5) / 2 ** 52
  const layer = word & (LAYERS - 1)
  const x = u * EDGES[layer]
  return Math.abs(x) < EDGES[layer + 1] ? x : drawOutside(rng, layer, x)
}

/**
 * The draw for a layer and an x beyond the edge of the next layer: x itself or one from the tail, and a fresh draw if the wedge
 * rejects x.
 */
export function drawOutside(rng: Rng, layer: number, x: number): number {
  if (layer === 0) return Math.sign(x) * drawTail(rng)
  const height = HEIGHTS[layer] + rng.uniform() * (HEIGHTS[layer + 1] - HEIGHTS[layer])
  return height < exp((-x * x) / 2) ? x : drawNormal(rng)
}

/**
 * Fills the first `count` places of `out` with independent standard normal draws, allocating nothing; for bulk noise, with
 * 24 bits for the value where `drawNormal` has 53.
 *
 * @throws RangeError unless `count` is a whole number from 0 to the length of `out`
 * @example
 * const noise = new Float64Array(3)
 * fillNormals(stream(1, 'example'), noise, 2) // noise is [-0.5542258076506164, 0.7422169108768106, 0]
 */
export function fillNormals(rng: Rng, out: Float64Array, count = out.length): void {
  requireInteger('count', count, 0, out.length)
  for (let start = 0; start < count; start += BATCH)
    fillBatch(rng, out, start, Math.min(count, start + BATCH))
}

/** One word for each draw: 8 bits for the layer, 24 for the sign and the value. */
function fillBatch(rng: Rng, out: Float64Array, start: number, end: number): void {
  rng.fill(WORDS, end - start)
  for (let i = start; i < end; i++) {
    const word = WORDS[i - start]
    const layer = word & (LAYERS - 1)
    const x = ((word >> 8) + 0.5) * STEPS[layer]
    out[i] = x
    if (Math.abs(x) >= EDGES[layer + 1]) out[i] = drawOutside(rng, layer, x)
  }
}

/** A normal draw given that it exceeds TAIL (Marsaglia 1964). */
function drawTail(rng: Rng): number {
  for (;;) {
    const beyond = drawExponential(rng) / TAIL
    if (2 * drawExponential(rng) > beyond * beyond) return TAIL + beyond
  }
}
