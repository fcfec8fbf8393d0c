import { drawMultinomial } from '../random/multinomial.ts'
import type { SeededRng } from '../random/rng.ts'

/** Adds `count` people to `out`, each at one of `members`, all equally likely. */
export function addUniform(rng: SeededRng, count: number, members: Int32Array, out: Float64Array): void {
  if (count === 0) return
  const split = drawMultinomial(
    rng,
    count,
    new Float64Array(members.length).fill(1),
    new Float64Array(members.length),
  )
  for (let j = 0; j < members.length; j++) out[members[j]] += split[j]
}
