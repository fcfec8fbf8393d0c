import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { softplus } from '../elementary/softplus.ts'
import { HYPERPRIOR } from '../posterior/kind/prior.ts'
import type { Tally } from '../posterior/tally/tally.ts'

/** Mean and variance of each θ_x. */
export interface PosteriorMoments {
  readonly mean: Float64Array
  readonly variance: Float64Array
}

/** One cell of a grid: a probability a, and the logarithms of a, of 1 − a, and of the cell's length in ln(a/(1 − a)). */
interface Node {
  readonly a: number
  readonly notA: number
  readonly logA: number
  readonly logNotA: number
  readonly logLength: number
}

/**
 * A learnt concentration is summed over values of ln ρ: how far they reach to either side, in standard deviations of the
 * hyperprior, and how many there are.
 */
const REACH = 6
const CONCENTRATIONS = 61

/**
 * The posterior of θ given a tally over two or three categories, by the trapezoidal rule over the logits of a = θ_0 and, of
 * three, of b = θ_1/(1 − θ_0), where the density has no poles whatever the prior. The logits are `sinh t` for equidistant t:
 * dense around 0, and far out wide enough for priors that are nearly 0 or 1.
 *
 * @param prior Dirichlet parameters; or `'learned'`, over two categories, with a sum over the hyperprior's `ln ρ`
 */
export function posteriorMoments(tally: Tally, prior: readonly number[] | 'learned'): PosteriorMoments {
  if (prior === 'learned') return learnedMoments(tally)
  return tally.categories === 2 ? momentsOfTwo(tally, prior) : momentsOfThree(tally, prior)
}

function momentsOfTwo(tally: Tally, [rho0, rho1]: readonly number[]): PosteriorMoments {
  const sum = new MomentSum(2)
  for (const node of grid(2000, 1e4)) {
    const theta = [node.a, node.notA]
    sum.add(theta, tally.logLikelihood(theta) + rho0 * node.logA + rho1 * node.logNotA + node.logLength)
  }
  return sum.moments()
}

function momentsOfThree(tally: Tally, [rho0, rho1, rho2]: readonly number[]): PosteriorMoments {
  const sum = new MomentSum(3)
  const nodes = grid(200, 200)
  for (const one of nodes) {
    for (const two of nodes) {
      const theta = [one.a, one.notA * two.a, one.notA * two.notA]
      const prior = rho0 * one.logA + (rho1 + rho2) * one.logNotA + rho1 * two.logA + rho2 * two.logNotA
      sum.add(theta, tally.logLikelihood(theta) + prior + one.logLength + two.logLength)
    }
  }
  return sum.moments()
}

function learnedMoments(tally: Tally): PosteriorMoments {
  // The grid reaches so far out that it holds the Dirichlet law of the smallest ρ.
  const nodes = grid(3000, 1e9).map(node => ({
    ...node,
    logLikelihood: tally.logLikelihood([node.a, node.notA]),
  }))
  const sum = new MomentSum(2)
  for (let i = 0; i < CONCENTRATIONS; i++) {
    const z = ((2 * i) / (CONCENTRATIONS - 1) - 1) * REACH
    const rho = HYPERPRIOR.median * exp(HYPERPRIOR.sd * z)
    const logs = nodes.map(({ logA, logNotA, logLength }) => rho * (logA + logNotA) + logLength)
    // The Dirichlet density's constant, by the same rule.
    const top = Math.max(...logs)
    const logMass = top + log(logs.reduce((mass, value) => mass + exp(value - top), 0))
    nodes.forEach(({ a, notA, logLikelihood }, j) => {
      sum.add([a, notA], logs[j] - logMass + logLikelihood - (z * z) / 2)
    })
  }
  return sum.moments()
}

/** Cells whose logits reach from −`most` to `most`. */
function grid(cells: number, most: number): Node[] {
  const end = log(most + Math.sqrt(most * most + 1))
  return Array.from({ length: cells }, (_, i) => {
    const t = ((2 * i + 1) / cells - 1) * end
    const [up, down] = [exp(t), exp(-t)]
    const logit = (up - down) / 2
    const [logA, logNotA] = [-softplus(-logit), -softplus(logit)]
    return { a: exp(logA), notA: exp(logNotA), logA, logNotA, logLength: log((up + down) / 2) }
  })
}

/** Sums of weights, of θ, and of its squares. The weights are given as logarithms, and scaled so that the largest is 1. */
class MomentSum {
  private top = -Infinity
  private mass = 0
  private readonly first: Float64Array
  private readonly second: Float64Array

  constructor(categories: number) {
    this.first = new Float64Array(categories)
    this.second = new Float64Array(categories)
  }

  add(theta: readonly number[], logWeight: number): void {
    if (logWeight > this.top) {
      const shrink = exp(this.top - logWeight)
      this.mass *= shrink
      for (let x = 0; x < theta.length; x++) {
        this.first[x] *= shrink
        this.second[x] *= shrink
      }
      this.top = logWeight
    }
    const weight = exp(logWeight - this.top)
    this.mass += weight
    for (let x = 0; x < theta.length; x++) {
      this.first[x] += weight * theta[x]
      this.second[x] += weight * theta[x] * theta[x]
    }
  }

  moments(): PosteriorMoments {
    const mean = this.first.map(value => value / this.mass)
    return { mean, variance: this.second.map((value, x) => value / this.mass - mean[x] * mean[x]) }
  }
}
