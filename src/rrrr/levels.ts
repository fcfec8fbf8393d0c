import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'

/**
 * The budget and the five levels of a RRRR channel: everything about it that does not depend on which
 * categories the subset holds, only on how many.
 *
 * With `a = e^ε1/(e^ε1+k)`, `b = 1/(e^ε1+k)`, `c = e^ε2/(e^ε2+m−1)`, `d = 1/(e^ε2+m−1)`:
 *
 *     Pr(y|x)   x = y   x ∈ S, x ≠ y   x ∈ S^c, x ≠ y
 *     y ∈ S      a           b                b
 *     y ∈ S^c    a·c        b/m              a·d
 */
export interface RrrrLevels {
  /** k = |S|. */
  readonly size: number
  /** m = K − k. */
  readonly rest: number
  readonly epsilon2: number
  readonly a: number
  readonly b: number
  /** a·c: the probability that a category outside the subset is reported truthfully. */
  readonly ac: number
  /** a·d: that another given category outside the subset is reported instead; 0 where there is none (m = 1). */
  readonly ad: number
  /** b/m: that a category inside is reported as a given one outside; 0 where none is inside (k = 0). */
  readonly bm: number
  readonly logA: number
  readonly logAC: number
  /** ln(a·c ÷ b/m): how well a response outside the subset tells its own category from those inside. */
  readonly logGap: number
}

/**
 * The second budget: the largest that keeps RRRR within `epsilon`,
 *
 *     ε2 = min{ ε, ln( (m−1) / (e^{ε1−ε}·m − 1) ) }   if ε − ε1 < ln m,   else ε.
 *
 * @param rest m, the number of categories outside the subset
 * @see Aydın, Yıldırım (2024), Bayesian frequency estimation under local differential privacy with an adaptive
 *   randomized response mechanism; the bound is on |S^c| and carries a logarithm (published code has neither)
 */
export function secondBudget(rest: number, epsilon: number, epsilon1: number): number {
  const saved = epsilon - epsilon1
  if (rest === 1 || saved >= log(rest)) return epsilon
  // The logarithm in two forms, so that neither a small ε2 nor a large one loses digits. `drop` is 1 − e^−ε2.
  const drop = (rest / (rest - 1)) * -expm1(-saved)
  const exact = drop < 0.5 ? -log1p(-drop) : log(rest - 1) - log(expm1(log(rest) - saved))
  return Math.min(epsilon, exact)
}

/** The levels of RRRR with a subset of `size` of the `categories`; a subset of size 0 is plain SRR. */
export function rrrrLevels(categories: number, size: number, epsilon: number, epsilon1: number): RrrrLevels {
  const rest = categories - size
  const epsilon2 = size === 0 ? epsilon : secondBudget(rest, epsilon, epsilon1)
  const logA = size === 0 ? 0 : -log1p(size * exp(-epsilon1))
  const logC = -log1p((rest - 1) * exp(-epsilon2))
  const b = size === 0 ? 0 : exp(logA - epsilon1)
  return {
    size,
    rest,
    epsilon2,
    a: exp(logA),
    b,
    ac: exp(logA + logC),
    ad: rest === 1 ? 0 : exp(logA + logC - epsilon2),
    bm: b / rest,
    logA,
    logAC: logA + logC,
    logGap: epsilon1 - logOneIn(rest, epsilon2),
  }
}

/** `ln( (1 + (m−1)e^{−ε}) / m )`, without loss of digits at either end of ε. */
function logOneIn(m: number, epsilon: number): number {
  return epsilon < 0.5 ? log1p(((m - 1) / m) * expm1(-epsilon)) : log((1 + (m - 1) * exp(-epsilon)) / m)
}
