import { sum } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import { workOfStep } from '../chains/default-work.ts'
import type { Rebuild } from '../chains/recipe.ts'
import type { Chained } from '../draw-posterior.ts'
import type { Sampler } from '../kind/sampler.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { Augmentation } from '../moves/augmentation.ts'
import { firstWidths, startTuning } from '../moves/sweep-tuning.ts'
import { createTally, fromTallyCopy, type Tally, type TallyCopy, toTallyCopy } from '../tally/tally.ts'
import { createCollapsedMoves } from './collapsed-moves.ts'
import { FEW_VALUES, groupLikelihood } from './group-likelihood.ts'
import { createGroupSweep } from './group-sweep.ts'
import { createJointMoves } from './joint-moves.ts'
import { POOLING, type PooledPlace, shapeOf } from './pooled-place.ts'
import { PooledTarget } from './pooled-target.ts'

/** Pseudo-answers in each category of the point that a group's likelihood is expanded at, of the mean law. */
const PSEUDO = 5

/**
 * Draws the laws θ_g of several pooled groups, `θ_g ~ Dirichlet(α m)`. A step is a sweep:
 *
 *     totals z_g | θ_g, answers:   each column's people split over the categories ∝ θ_gx p(x)
 *     α, m | z:                    with all θ_g integrated out (`createCollapsedMoves`)
 *     θ_g | z, α, m:               Dirichlet(α m + z_g)
 *     θ_g | answers, α, m:         coordinate sweeps if answers are uninformative (`createGroupSweep`)
 *     α, m, all θ_g | answers:     all groups together (`createJointMoves`)
 *
 * Groups without answers take no part: their laws are draws from Dirichlet(α m). A draw has `G·K + 1` numbers: the θ_g, group by
 * group, and ln α.
 *
 * @param tallies one a group, over the same categories, with whole counts
 * @param warmup steps of tuning
 * @see Teh, Jordan, Beal, Blei (2006), Hierarchical Dirichlet processes
 */
export function pooledSampler(tallies: readonly Tally[], warmup: number): Sampler<PooledPlace> {
  const K = tallies[0].categories
  const order = [...tallies.keys()].filter(g => hasAnswers(tallies[g]))
  const answered = order.map(g => tallies[g])
  const G = answered.length
  for (const g of tallies.keys()) if (!hasAnswers(tallies[g])) order.push(g)
  const together = createTally(K)
  for (const tally of answered) together.merge(tally)
  const mode = maximize(together, new Float64Array(K).fill(1), 1e-2).theta
  const augmentations = answered.map(tally => new Augmentation(tally))
  const shapes = new Float64Array(K)
  const pseudo = mode.map(value => PSEUDO * value)
  const groups = answered.map(tally => groupLikelihood(tally, pseudo))
  const sweeps = groups.map(group => (group.sweeps ? createGroupSweep(group, shapes) : undefined))
  const moveTogether = createJointMoves(K, groups, new PooledTarget(G, K))
  const totals = answered.map(() => new Float64Array(K))
  const movePrior = createCollapsedMoves(
    K,
    totals,
    answered.map(({ size }) => size),
  )
  const theta = new Float64Array(K)
  const setShapes = ({ logAlpha, logMean }: PooledPlace) => {
    const alpha = exp(logAlpha)
    for (let x = 0; x < K; x++) shapes[x] = shapeOf(alpha, logMean[x])
  }
  return {
    init(rng) {
      const place = {
        logAlpha: log(POOLING.median) + drawNormal(rng),
        logMean: mode.map(log),
        logTheta: tallies.map(() => new Float64Array(K)),
        widths: answered.map(() => firstWidths(K)),
        tuning: answered.map(() => (warmup > 0 ? startTuning(K, warmup) : null)),
      }
      setShapes(place)
      for (const row of place.logTheta) drawLogDirichlet(rng, shapes, row)
      return place
    },
    step(rng, place) {
      const { logTheta } = place
      for (let g = 0; g < G; g++) {
        for (let x = 0; x < K; x++) theta[x] = exp(logTheta[g][x])
        augmentations[g].draw(rng, theta, totals[g])
      }
      movePrior(rng, place)
      setShapes(place)
      for (let g = 0; g < G; g++) {
        for (let x = 0; x < K; x++) totals[g][x] += shapes[x]
        drawLogDirichlet(rng, totals[g], logTheta[g])
        if (sweeps[g]?.(rng, logTheta[g], place.widths[g], place.tuning[g])) place.tuning[g] = null
      }
      if (G > 0) moveTogether(rng, place)
      setShapes(place)
      for (let g = G; g < logTheta.length; g++) drawLogDirichlet(rng, shapes, logTheta[g])
      return { state: place, info: undefined }
    },
    theta({ logTheta, logAlpha }, out) {
      for (let i = 0; i < order.length; i++) {
        for (let x = 0; x < K; x++) out[order[i] * K + x] = exp(logTheta[i][x])
      }
      out[order.length * K] = logAlpha
      return out
    },
  }
}

/** Number of columns of a dense matrix that take as long as one visit. */
const MATRIX_COLUMNS_PER_VISIT = 4
/** Work of a pooled step, in steps of a chain for each group. */
const WORK = 8
/** Number of steps in which the widths of the sweeps are tuned and chains converge from different starts. */
const WARMUP = 200

/** The sampler of pooled groups. */
export function chainedPooled(tallies: readonly Tally[]): Chained {
  return {
    name: 'pooled',
    width: tallies.length * tallies[0].categories + 1,
    warmup: WARMUP,
    visits: WORK * sum(tallies.map(tally => workOfStep(tally) + matrixWork(tally))),
    create: warmup => pooledSampler(tallies, warmup),
    recipe: { law: 'pooled', data: () => tallies.map(toTallyCopy) },
  }
}

/** The work for the dense matrix of a group's answers, whose columns every move of a category goes through. */
function matrixWork({ categories, distinct }: Tally): number {
  return Math.min(distinct, FEW_VALUES / categories) / MATRIX_COLUMNS_PER_VISIT
}

export const rebuildPooled: Rebuild<readonly TallyCopy[]> = (tallies, warmup) =>
  pooledSampler(tallies.map(fromTallyCopy), warmup)

function hasAnswers({ size }: Tally): boolean {
  return size > 0
}
