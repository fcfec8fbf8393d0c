import type { Vector } from '../check/check.ts'
import { requireHeld } from '../mechanism/mechanism.ts'
import { select } from '../mechanism/select.ts'
import { drawIndexBig } from '../random/big-integer.ts'
import { drawIndex } from '../random/categorical.ts'
import { requireRng } from '../random/require-rng.ts'
import type { CryptoRng } from '../random/rng.ts'
import { boxClip } from './box-clip.ts'
import { classWorstCase } from './class-worst-case.ts'
import { mixingCoin } from './mixing-coin.ts'
import { type Guarantee, mixture, type RatioClass } from './optimal-mixing.ts'
import type { DrawSampler } from './private-sampler.ts'
import { boxAround, boxLevel } from './ratio-box.ts'
import { wholeBox, wholeLaw } from './whole-box.ts'

/** A sampler that releases a draw from P with probability λ, else one from a fixed law h. */
export interface LinearSampler extends DrawSampler {
  /** λ: the probability that a draw from p is released, else one from the reference. */
  readonly lambda: number
}

/**
 * The linear sampler `Q(P) = λ P + (1−λ) h` of the class `c1 h ≤ p ≤ c2 h`.
 *
 * A P outside the class is first projected into it: unprojected, it would break the guarantee. `sampleFrom` cannot project,
 * because it has only draws; the law behind them must be in the class. (With c1 = 0 and c2 = n, h uniform, every law is.)
 *
 * With a cryptographic source both draws, and the coin between them, are made in whole numbers (see `mixingCoin`), which are
 * prepared at the first such draw. There 1 − λ keeps its own digits, even where λ as a double is 1 − 2⁻⁵³.
 *
 * `epsilon` is the pure level over the class. It is unrelated to an (ε, δ) or a Gaussian guarantee, and Infinity for c1 = 0, λ = 1.
 *
 * @param reference h, summing to one
 */
export function linearSampler(
  reference: Float64Array,
  ratios: RatioClass,
  guarantee: Guarantee,
): LinearSampler {
  const mix = mixture(ratios, guarantee)
  const { lambda, rest } = mix
  const members = boxAround(reference, ratios.c1, ratios.c2)
  const h = members.reference
  const outputs = boxAround(reference, lambda * ratios.c1 + rest, lambda * ratios.c2 + rest)
  const distribution = (p: Vector) => {
    const law = boxClip(p, members)
    for (let i = 0; i < law.length; i++) {
      const mixed = lambda * law[i] + rest * h[i]
      law[i] = Math.min(outputs.upper[i], Math.max(outputs.lower[i], mixed))
    }
    return law
  }
  const prepare = () => {
    const whole = wholeBox(members)
    return { whole, mass: whole.total / whole.unit, coin: mixingCoin(whole, guarantee, mix) }
  }
  let prepared: ReturnType<typeof prepare> | undefined
  /** Makes both draws and tosses the coin in any case, so that the time does not reveal the outcome. */
  const mixExactly = (own: number, rng: CryptoRng) => {
    prepared ??= prepare()
    const other = drawIndexBig(rng, prepared.whole.reference, prepared.mass)
    return select(prepared.coin.toss(rng), own, other)
  }
  return {
    categories: h.length,
    epsilon: boxLevel(members, guarantee.delta ? Infinity : guarantee.epsilon, mix),
    lambda,
    distribution,
    sample(p, rng) {
      requireRng(rng)
      if (rng.kind !== 'crypto') return drawIndex(rng, distribution(p))
      const law = boxClip(p, members)
      prepared ??= prepare()
      return mixExactly(drawIndexBig(rng, wholeLaw(law, prepared.whole), prepared.whole.total), rng)
    },
    sampleFrom(draw, rng) {
      requireRng(rng)
      if (rng.kind === 'crypto') return mixExactly(requireHeld(draw(), h.length, 'draw()'), rng)
      return rng.uniform() < lambda ? requireHeld(draw(), h.length, 'draw()') : drawIndex(rng, h)
    },
    worstCase: name => classWorstCase(name, ratios, lambda * ratios.c1 + rest, lambda * ratios.c2 + rest),
  }
}
