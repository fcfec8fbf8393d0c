import { sum } from '../arrays/sums.ts'
import { refuse } from '../check/check.ts'
import type { AimedGoal } from '../query/aimed-goal.ts'
import type { SideGoal } from '../query/parse-goal.ts'
import { normalCdf } from '../special/normal-cdf.ts'
import { probit } from '../special/probit.ts'
import { type Asking, collectedFor } from './planned-channel.ts'

/**
 * The probability that the two-sided test of θ_c = τ with level α rejects, as a function of the number of answers: with n·Var the
 * variance at θ and n·Var₀ that at the same law with θ_c = τ, and `z = Φ⁻¹(1 − α/2)`,
 *
 *     Φ((d − z√(Var₀))/√Var) + Φ((−d − z√(Var₀))/√Var),    d = |θ_c − τ|.
 *
 * @see Blair, Imai, Zhou (2015), Design and analysis of the randomized response technique
 */
export function powerOfTest(
  aimed: AimedGoal & { readonly goal: SideGoal },
  set: readonly number[],
  asking: Asking,
  theta: Float64Array,
  confidence: number,
): (answers: number) => number {
  const { above: threshold } = aimed.goal
  const share = sum(set.map(x => theta[x]))
  if (share === threshold || share === 1)
    refuse('truth', share, `another share than the threshold, and below 1`)
  const nullLaw = theta.map((value, x) =>
    set.includes(x)
      ? share > 0
        ? (value * threshold) / share
        : threshold / set.length
      : (value * (1 - threshold)) / (1 - share),
  )
  const at = collectedFor(aimed, asking, theta)
  const under = collectedFor(aimed, asking, nullLaw)
  const distance = Math.max(0, Math.abs(share - threshold) - at.shift)
  const z = probit((1 + confidence) / 2)
  return answers => {
    const sd = 1 / Math.sqrt(at.information(answers))
    const reach = z / Math.sqrt(under.information(answers))
    return normalCdf((distance - reach) / sd) + normalCdf((-distance - reach) / sd)
  }
}
