import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { type Answer, type Goal, isRight } from '../goal/goal.ts'
import { drawPrior } from '../loop/goal/by-draws.ts'
import { growthUntilNext, isSure, logOdds } from '../loop/goal/evidence.ts'
import { CLOSER_DRAWS, DRAWS, FIRST_ANSWERS, LIKELY } from '../loop/goal/judge.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { descendingOrder } from '../simplex/order.ts'
import { normalCdf, tabulatedCdf } from '../special/normal-cdf.ts'
import { MOST_ANSWERS, type Rule } from './rule.ts'

/** Of the top k, so many categories on either side of the boundary are followed. */
const NEAREST = 4
/** The probability of a set is integrated with so many nodes on either side of the boundary, so many standard deviations far. */
const HALF_NODES = 10
const REACH = 5

/** What a look finds: how many of so many draws have the likeliest answer, and the evidence of the answers alone for it. */
interface Look {
  readonly answer: Answer
  /** How many of `count` posterior draws are right. */
  right(count: number): number
  evidenceAlone(): number
}

/** The prior odds of answers, by the judge's own draws. */
function priorOdds(goal: Goal, prior: Prior, categories: number): (answer: Answer) => number {
  const draws = drawPrior(prior, categories, stream('prior of a goal'))
  const known = new Map<string, number>()
  return answer => {
    const key = String(answer)
    if (!known.has(key)) {
      const right = draws.filter(theta => isRight(goal, answer, theta)).length
      known.set(key, logOdds((right + 0.5) / (draws.length + 1)))
    }
    return known.get(key)!
  }
}

/**
 * Plays the looks of a goal that is judged by posterior draws: few, and more if the answer is likely.
 *
 * @param at what is found with so many answers; called with growing numbers
 */
function playLooks(at: (n: number) => Look, prior: (answer: Answer) => number, confidence: number): number {
  let n = FIRST_ANSWERS
  while (n < MOST_ANSWERS) {
    const look = at(n)
    let count: number = DRAWS
    let right = look.right(count)
    if (right >= LIKELY * count) {
      count += CLOSER_DRAWS
      right += look.right(CLOSER_DRAWS)
    }
    const probability = right / count
    const error = Math.sqrt((2 * probability * (1 - probability)) / count)
    const before = prior(look.answer)
    const oddsAt = (shown: number) => ({ prior: before, evidence: logOdds(shown) - before })
    if (probability >= LIKELY && isSure(oddsAt(Math.min(probability - error, 1 - 1 / count)), confidence))
      return n
    let odds = oddsAt(probability)
    if (probability === 1) {
      odds = { prior: before, evidence: look.evidenceAlone() }
      if (isSure(odds, confidence)) return n
    }
    n = Math.ceil(n * growthUntilNext(odds, confidence))
  }
  return Infinity
}

/** What a law of all categories tells about two of them: the variance of the difference of their frequencies. */
type SpreadOfPairs = (theta: Float64Array) => number

/**
 * The rule for a comparison: the lead of a over b has a normal posterior, from the estimate `δ + B(t)/t` after `t = n/(n·Var)` and
 * the normal prior with the variance of differences under the (learnt) Dirichlet law.
 */
export function comparisonRule(
  goal: Extract<Goal, { compare: readonly [number, number] }>,
  prior: Prior,
  categories: number,
  spread: SpreadOfPairs,
  confidence: number,
): Rule {
  const [a, b] = goal.compare
  const margin = goal.margin ?? 0
  const odds = priorOdds(goal, prior, categories)
  return ({ theta, information, shift }) => {
    const lead = towardsZero(theta[a] - theta[b], shift)
    const priorPrecision = 1 / spread(theta)
    return rng => {
      let [time, noise] = [0, 0]
      return playLooks(
        n => {
          const now = information(n)
          noise += Math.sqrt(now - time) * drawNormal(rng)
          time = now
          const sd = 1 / Math.sqrt(time + priorPrecision)
          const mean = (lead * time + noise) * square(sd)
          const ahead = normalCdf(mean / sd)
          const tie = margin > 0 ? normalCdf((margin - mean) / sd) - normalCdf((-margin - mean) / sd) : 0
          const shares = [ahead, 1 - ahead, tie]
          const best = shares.indexOf(Math.max(...shares))
          const raw = lead + noise / time
          return {
            answer: ([a, b, 'tie'] as const)[best],
            right: count => drawBinomial(rng, count, Math.min(1, shares[best])),
            evidenceAlone() {
              const rawSd = 1 / Math.sqrt(time)
              const wrong =
                best === 2
                  ? normalCdf((raw - margin) / rawSd) + normalCdf((-raw - margin) / rawSd)
                  : normalCdf(-Math.abs(raw) / rawSd)
              return wrong < 1 ? log((1 - wrong) / wrong) : -Infinity
            },
          }
        },
        odds,
        confidence,
      )
    }
  }
}

/**
 * The rule for the top k: the categories nearest to the boundary have estimates with independent errors, each with half the variance
 * of a difference, and posterior draws are normal about their shrunk values.
 */
export function topRule(
  goal: Extract<Goal, { top: number }>,
  prior: Prior,
  categories: number,
  spread: SpreadOfPairs,
  confidence: number,
): Rule {
  const { top, margin = 0 } = goal
  const odds = priorOdds(goal, prior, categories)
  return ({ theta, information, shift }) => {
    const order = Array.from(descendingOrder(theta))
    const near = order.slice(Math.max(0, top - NEAREST), top + NEAREST)
    const inTop = Math.min(top, NEAREST)
    const truth = Float64Array.from(near, x => theta[x])
    // Liars can close the gap at the boundary.
    for (let i = inTop; i < truth.length; i++) truth[i] = Math.min(truth[inTop - 1], truth[i] + shift)
    const m = truth.length
    const priorPrecision = 2 / spread(theta)
    return (rng: SeededRng) => {
      const noise = new Float64Array(m)
      const mean = new Float64Array(m)
      const raw = new Float64Array(m)
      const ranked = Int32Array.from(mean.keys())
      let time = 0
      const centre = 1 / categories
      return playLooks(
        n => {
          const now = 2 * information(n)
          const root = Math.sqrt(now - time)
          time = now
          const sd = 1 / Math.sqrt(time + priorPrecision)
          for (let i = 0; i < m; i++) {
            noise[i] += root * drawNormal(rng)
            raw[i] = truth[i] + noise[i] / time
            mean[i] = (truth[i] * time + noise[i] + centre * priorPrecision) * square(sd)
          }
          rank(mean, ranked)
          const chance = chanceOfSet(mean, ranked, inTop, margin, sd)
          return {
            answer: order.slice(0, top),
            right: count => drawBinomial(rng, count, chance),
            evidenceAlone() {
              const pairSd = Math.sqrt(2 / time)
              let wrong = 0
              for (let i = 0; i < inTop; i++) {
                for (let j = inTop; j < m; j++) {
                  wrong += normalCdf(-(raw[ranked[i]] - raw[ranked[j]] + margin) / pairSd)
                }
              }
              return wrong < 1 ? log((1 - wrong) / wrong) : -Infinity
            },
          }
        },
        odds,
        confidence,
      )
    }
  }
}

/** Sorts a few places by their values, the largest first. */
function rank(values: Float64Array, places: Int32Array): void {
  for (let i = 1; i < places.length; i++) {
    const place = places[i]
    let j = i
    for (; j > 0 && values[places[j - 1]] < values[place]; j--) places[j] = places[j - 1]
    places[j] = place
  }
}

/**
 * The probability that the first `inside` of the ranked lead all others up to the margin, for independent normals with these means:
 * the integral of `Π_out Φ((t + margin − μ)/sd)` over the law of the smallest one inside, `1 − Π_in Φ((μ − t)/sd)`.
 */
function chanceOfSet(
  mean: Float64Array,
  ranked: Int32Array,
  inside: number,
  margin: number,
  sd: number,
): number {
  const m = mean.length
  const centre = (mean[ranked[inside - 1]] + mean[ranked[inside]] - margin) / 2
  let total = 0
  let [lastInside, lastOutside] = [1, 0]
  for (let i = -HALF_NODES; i <= HALF_NODES; i++) {
    const t = centre + (i * REACH * sd) / HALF_NODES
    let [above, below] = [1, 1]
    for (let r = 0; r < inside; r++) above *= tabulatedCdf((mean[ranked[r]] - t) / sd)
    for (let r = inside; r < m; r++) below *= tabulatedCdf((t + margin - mean[ranked[r]]) / sd)
    total += ((lastInside - above) * (below + lastOutside)) / 2
    lastInside = above
    lastOutside = below
  }
  return Math.min(1, total + lastInside)
}

/** A lead that liars have made smaller. */
function towardsZero(lead: number, shift: number): number {
  return Math.sign(lead) * Math.max(0, Math.abs(lead) - shift)
}
