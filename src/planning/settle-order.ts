import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { CLOSER_DRAWS, DRAWS, GROWTH_IF_DRAWS_DISAGREE, LIKELY } from '../loop/goal/categories-judge.ts'
import { growthUntilNext, isSure, logOdds } from '../loop/goal/evidence.ts'
import { HYPERPRIOR } from '../posterior/kind/prior.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawDirichlet } from '../random/dirichlet.ts'
import { drawNormal } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { descendingOrder } from '../simplex/order.ts'
import { logBinomialCoefficient } from '../special/log-binomial.ts'
import { normalCdf, tabulatedCdf } from '../special/normal-cdf.ts'
import { LearntPrior, partsOf, possible, type SeenPart, weigh } from './learnt-prior.ts'
import type { Asked, Collected } from './planner.ts'
import { type Begin, errorPath, type Look } from './play.ts'
import type { Seen } from './seen-beta.ts'

/** Number of categories on either side of the boundary that are simulated, for the top k. */
const NEAREST = 4
/** Quadrature of the probability of a set: nodes on either side of the boundary, and its reach in standard deviations. */
const HALF_NODES = 10
const REACH = 5
/** Number of draws from the prior, and the largest number of values in them. */
const PRIOR_DRAWS = 2000
const MOST_PRIOR = 1e6

/** Answers of a comparison: 0 if the first leads by more than the margin, 1 if the second does, `TIE` otherwise. */
const TIE = 2

/** A goal about an order: the first `take` of all categories or of two, up to a margin. */
export interface OrderAim {
  readonly take: number
  readonly by: number
}

/** Information of a collection about the concentration of its prior. */
export interface PriorSetting {
  readonly prior: number | 'learned'
  readonly confidence: number
  /** Whether the answers distinguish only the two categories of a comparison and the rest. */
  readonly isPooled: boolean
}

/** Result of a look at an answer: its posterior and its prior-free probability. */
interface Likeliest {
  readonly probability: number
  readonly priorOdds: number
  evidenceAlone(): number
  /** Whether the prior-free estimate is sure of the answer, if required. */
  holdsAlone(): boolean
}

/** Plays a look of `Judge` at an answer about several categories: few draws, and more if the answer is likely. */
function lookByDraws(found: Likeliest, confidence: number, rng: SeededRng): Look {
  const { probability, priorOdds: prior } = found
  let count: number = DRAWS
  let right = drawBinomial(rng, count, probability)
  if (right >= LIKELY * count) {
    count += CLOSER_DRAWS
    right += drawBinomial(rng, CLOSER_DRAWS, probability)
  }
  const shareRight = right / count
  const error = Math.sqrt((2 * shareRight * (1 - shareRight)) / count)
  const oddsAt = (share: number) => ({ prior, evidence: logOdds(share) - prior })
  let odds = oddsAt(shareRight)
  let isLikely =
    shareRight >= LIKELY && isSure(oddsAt(Math.min(shareRight - error, 1 - 1 / count)), confidence)
  if (!isLikely && shareRight === 1) {
    odds = { prior, evidence: found.evidenceAlone() }
    isLikely = isSure(odds, confidence)
  }
  if (isLikely && !found.holdsAlone()) return { settled: false, growth: GROWTH_IF_DRAWS_DISAGREE }
  return { settled: isLikely, growth: growthUntilNext(odds, confidence) }
}

/**
 * Plans a comparison of two categories: the answer is the one that leads by more than `gap`, or a tie if `gap` is positive. With a negative
 * `gap`, both answers are right for nearly equal frequencies. With s the sum of the two frequencies, the lead is `s(2u − 1)`, where u has a
 * Beta(ρ, ρ) law for every s.
 */
export function orderOfTwo(
  [a, b]: readonly [number, number],
  gap: number,
  { prior, confidence, isPooled }: PriorSetting,
  categories: number,
): (collected: Collected) => Asked {
  const learnt = new LearntPrior(prior, categories)
  const priorOdds = priorSharesOfTwo(prior, categories, gap).map(logOdds)
  const laws = learnt.lawsOf(1, 2)
  return ({ theta, information, shift }) => {
    const both = theta[a] + theta[b]
    const lead = towardsZero(theta[a] - theta[b], shift)
    const parts: readonly SeenPart[] =
      categories === 2 ? [] : isPooled ? [{ frequency: both, size: 2, count: 1 }] : partsOf(theta, [a, b])
    const weightsAt = onGrid(sd => {
      const logs = learnt.logWeights(parts, sd)
      return { logs, wanted: possible(logs) }
    })
    const begin: Begin = () => {
      const error = errorPath()
      return (n, rng) => {
        const sd = 1 / Math.sqrt(information(n))
        const raw = lead + error(sd, rng)
        // The sum has an error, too.
        const sum = Math.sqrt(square(both) + square(sd))
        const [u, uSd] = [(1 + raw / sum) / 2, sd / (2 * sum)]
        const { logs: others, wanted } = weightsAt(sd)
        const { logs, means, sds } = laws.at(u, uSd, wanted)
        const joint = wanted.map(node => others[node] + logs[node])
        let [ahead, behind] = [0, 0]
        for (const { node: place, weight } of weigh(joint)) {
          const node = wanted[place]
          const mean = sum * (2 * means[node] - 1)
          const width = 2 * sum * sds[node]
          ahead += weight * tabulatedCdf((mean - gap) / width)
          behind += weight * tabulatedCdf((-mean - gap) / width)
        }
        const shares = [ahead, behind, gap > 0 ? Math.max(0, 1 - ahead - behind) : 0]
        const best = shares.indexOf(Math.max(...shares))
        const found: Likeliest = {
          probability: Math.min(1, shares[best]),
          priorOdds: priorOdds[best],
          evidenceAlone() {
            const [over, under] = [raw, -raw].map(value => normalCdf((value - gap) / sd))
            return oddsAgainst(best === TIE ? over + under : 1 - [over, under][best])
          },
          holdsAlone: () => gap < 0 || isSureAlone(best, raw, sd, gap, confidence),
        }
        return lookByDraws(found, confidence, rng)
      }
    }
    return { begin }
  }
}

/** Whether the prior-free estimate agrees about a lead, by the rule of `CategoriesJudge`. */
function isSureAlone(best: number, mean: number, sd: number, gap: number, confidence: number): boolean {
  const [above, below] = [mean, -mean].map(lead => normalCdf((lead - gap) / sd))
  if (best === TIE) return Math.max(above, below) <= (1 - confidence) / 2
  return [above, below][best] >= (gap > 0 ? (1 + confidence) / 2 : confidence)
}

/**
 * Plans the top k. Estimates of the categories nearest to the boundary have independent errors, each with half the variance of a
 * difference, and posterior draws are normal about their means.
 */
export function orderOfAll(
  { take, by }: OrderAim,
  { prior, confidence }: PriorSetting,
  categories: number,
): (collected: Collected) => Asked {
  const learnt = new LearntPrior(prior, categories)
  const priorOdds = logOdds(priorShareOfTop(prior, categories, { take, by }))
  const laws = learnt.lawsOfEach
  return ({ theta, information, shift }) => {
    const order = Array.from(descendingOrder(theta))
    const near = order.slice(Math.max(0, take - NEAREST), take + NEAREST)
    const inTop = Math.min(take, NEAREST)
    const truth = Float64Array.from(near, x => theta[x])
    // Liars can close the gap at the boundary.
    for (let i = inTop; i < truth.length; i++) truth[i] = Math.min(truth[inTop - 1], truth[i] + shift)
    const parts = partsOf(theta, near)
    const weightsAt = onGrid(sd => {
      const logs = learnt.logWeights(parts, sd)
      return { logs, wanted: possible(logs) }
    })
    const begin: Begin = () => {
      const errors = Array.from(truth, () => errorPath())
      const ranked = Int32Array.from(truth.keys())
      return (n, rng) => {
        const sd = 1 / Math.sqrt(2 * information(n))
        const raw = truth.map((value, i) => value + errors[i](sd, rng))
        rank(raw, ranked)
        const { logs, wanted } = weightsAt(sd)
        const seen = Array.from(ranked, i => laws.at(raw[i], sd, wanted))
        const joint = wanted.map(node =>
          seen.reduce((sum, each) => sum + learnt.free * each.logs[node], logs[node]),
        )
        let probability = 0
        for (const { node, weight } of weigh(joint))
          probability += weight * chanceOfSet(seen, wanted[node], inTop, by)
        const found: Likeliest = {
          probability: Math.min(1, probability),
          priorOdds,
          evidenceAlone() {
            let wrong = 0
            for (let i = 0; i < inTop; i++) {
              for (let j = inTop; j < raw.length; j++)
                wrong += normalCdf(-(raw[ranked[i]] - raw[ranked[j]] + by) / (Math.SQRT2 * sd))
            }
            return oddsAgainst(wrong)
          },
          holdsAlone: () => true,
        }
        return lookByDraws(found, confidence, rng)
      }
    }
    return { begin }
  }
}

/** The logarithm of the odds against something wrong. */
const oddsAgainst = (wrong: number) => (wrong < 1 ? log((1 - wrong) / wrong) : -Infinity)

/** Steps in the logarithm of a standard deviation. */
const STEP = 1 / 4

/** A function of a standard deviation, computed once per step. */
function onGrid<T>(at: (sd: number) => T): (sd: number) => T {
  const cache = new Map<number, T>()
  return sd => {
    const index = Math.round(log(sd) / STEP)
    const found = cache.get(index) ?? at(exp(index * STEP))
    cache.set(index, found)
    return found
  }
}

/** The prior probabilities of the three answers, from draws. Half a draw is added to each count, so that none is 0. */
function priorSharesOfTwo(prior: number | 'learned', categories: number, gap: number): number[] {
  if (gap === 0) return [0.5, 0.5, 0]
  let [above, below] = [0.5, 0.5]
  for (const draw of priorDraws(prior, categories === 2 ? [1, 1] : [1, 1, categories - 2], PRIOR_DRAWS)) {
    const difference = draw[0] - draw[1]
    if (difference > gap) above++
    if (difference < -gap) below++
  }
  const all = PRIOR_DRAWS + 1.5
  return [above / all, below / all, Math.max(0, 1 - (above + below) / all)]
}

/**
 * The prior probability of one set of the top k, with half a draw added. All sets are equally likely, and without a margin exactly one is
 * right.
 */
function priorShareOfTop(prior: number | 'learned', categories: number, { take, by }: OrderAim): number {
  const share = by > 0 ? shareWithin() : exp(-logBinomialCoefficient(categories, take))
  return (share * PRIOR_DRAWS + 0.5) / (PRIOR_DRAWS + 1)

  function shareWithin() {
    const count = Math.max(1, Math.min(PRIOR_DRAWS, Math.floor(MOST_PRIOR / categories)))
    let right = 0
    for (const draw of priorDraws(prior, new Array<number>(categories).fill(1), count)) {
      let [least, most] = [Infinity, -Infinity]
      for (let x = 0; x < take; x++) least = Math.min(least, draw[x])
      for (let x = take; x < categories; x++) most = Math.max(most, draw[x])
      right += Number(least >= most - by)
    }
    return right / count
  }
}

/** Draws the prior frequencies of parts of these numbers of categories. */
function* priorDraws(prior: number | 'learned', sizes: readonly number[], count: number) {
  const rng = stream('prior of a goal')
  const out = new Float64Array(sizes.length)
  for (let i = 0; i < count; i++) {
    const rho = prior === 'learned' ? HYPERPRIOR.median * exp(HYPERPRIOR.sd * drawNormal(rng)) : prior
    yield drawDirichlet(
      rng,
      sizes.map(size => size * rho),
      out,
    )
  }
}

/** Sorts a few indices by their values, the largest first. */
function rank(values: Float64Array, places: Int32Array): void {
  for (let i = 1; i < places.length; i++) {
    const place = places[i]
    let j = i
    for (; j > 0 && values[places[j - 1]] < values[place]; j--) places[j] = places[j - 1]
    places[j] = place
  }
}

/**
 * The probability that the first `inside` lead all others up to the margin, for independent normals in the order of their means: the
 * integral of `Π_out Φ((t + margin − μ)/sd)` over the law of the smallest one inside, `1 − Π_in Φ((μ − t)/sd)`.
 */
function chanceOfSet(laws: readonly Seen[], node: number, inside: number, margin: number): number {
  const m = laws.length
  const [last, next] = [laws[inside - 1], laws[inside]]
  const centre = (last.means[node] + next.means[node] - margin) / 2
  const width = Math.max(last.sds[node], next.sds[node])
  let total = 0
  let [lastInside, lastOutside] = [1, 0]
  for (let i = -HALF_NODES; i <= HALF_NODES; i++) {
    const t = centre + (i * REACH * width) / HALF_NODES
    let [above, below] = [1, 1]
    for (let r = 0; r < inside; r++) above *= tabulatedCdf((laws[r].means[node] - t) / laws[r].sds[node])
    for (let r = inside; r < m; r++)
      below *= tabulatedCdf((t + margin - laws[r].means[node]) / laws[r].sds[node])
    total += ((lastInside - above) * (below + lastOutside)) / 2
    lastInside = above
    lastOutside = below
  }
  return Math.min(1, total + lastInside)
}

/** A lead, reduced by liars. */
function towardsZero(lead: number, shift: number): number {
  return Math.sign(lead) * Math.max(0, Math.abs(lead) - shift)
}
