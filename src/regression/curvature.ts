import { mirrorLower } from '../arrays/cholesky.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import { writeLaw } from './pattern-likelihood.ts'
import { PRIOR, type RegressionTarget } from './regression-target.ts'

/** The least precision of ln τ in a mass matrix: below it, steps in ln τ would be too long. */
const LEAST_PRECISION = 0.5

/**
 * The precision of the normal approximation at z of the first `size` parameters, row-major `[size × size]`: that of the prior, and the
 * Gauss–Newton information `Σ N ∇g ∇gᵀ / g²`, where g is the probability of a cell's answer.
 */
export function precisionAt(
  target: RegressionTarget,
  z: Float64Array,
  size: number = target.dimension,
): Float64Array {
  const matrix = new Float64Array(size * size)
  const slopes = new Slopes(target, z)
  for (let p = 0; p < slopes.patterns; p++) {
    slopes.read(p)
    const { length, places, values, information, count } = slopes
    for (let k = 0; k < count; k++) {
      for (let l = 0; l < count; l++) {
        const weight = information[k * count + l]
        for (let i = k * length; i < (k + 1) * length; i++) {
          if (places[i] >= size) continue
          const scaled = weight * values[i]
          for (let j = l * length; j < (l + 1) * length; j++) {
            if (places[j] <= places[i]) matrix[places[i] * size + places[j]] += scaled * values[j]
          }
        }
      }
    }
  }
  for (let j = 0; j < size; j++) matrix[j * size + j] += priorPrecision(target, z, j)
  return mirrorLower(matrix, size)
}

/** The diagonal of the same, of all parameters. */
export function diagonalAt(target: RegressionTarget, z: Float64Array): Float64Array {
  const diagonal = new Float64Array(target.dimension)
  const slopes = new Slopes(target, z)
  for (let p = 0; p < slopes.patterns; p++) {
    slopes.read(p)
    const { length, places, values, information, count } = slopes
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < length; i++) {
        const at = k * length + i
        diagonal[places[at]] += information[k * count + k] * square(values[at])
      }
      // All categories share τ, the last of the parameters.
      for (let l = 0; l < k && target.law.groups > 0; l++) {
        const product = values[(k + 1) * length - 1] * values[(l + 1) * length - 1]
        diagonal[target.dimension - 1] += 2 * information[k * count + l] * product
      }
    }
  }
  return diagonal.map((value, j) => value + priorPrecision(target, z, j))
}

function priorPrecision(target: RegressionTarget, z: Float64Array, j: number): number {
  const { fixed, dimension, law } = target
  if (j < fixed) return target.precisionOf(j)
  const logTau = z[dimension - 1]
  const predictors = law.records.categories - 1
  if (j === dimension - 1) {
    // That of ln N(v; 0, τ^{2c}) is 2c² on average.
    const ofEffects = law.centring.reduce((sum, c) => sum + 2 * predictors * square(c), 0)
    return ofEffects + Math.max(LEAST_PRECISION, 2 * square(exp(logTau) / PRIOR.tau))
  }
  const g = Math.floor((j - fixed) / predictors)
  return exp(-2 * law.centring[g] * logTau)
}

/** For which `I/(I + 1/τ²)`, with τ = ½, is the centring of a group. */
const TYPICAL_PRECISION = 4

/**
 * The centring of each group's effects, `I/(I + 4)`, where I is the information of its answers about its intercept, at the mode without
 * groups.
 *
 * @param group the number of each pattern's group
 */
export function centringOf(
  target: RegressionTarget,
  mode: Float64Array,
  group: Int32Array,
  groups: number,
): Float64Array {
  const centring = new Float64Array(groups)
  const slopes = new Slopes(target, mode)
  const { count, information } = slopes
  for (let p = 0; p < slopes.patterns; p++) {
    slopes.read(p)
    for (let k = 0; k < count; k++) centring[group[p]] += information[k * count + k] / count
  }
  return centring.map(value => value / (value + TYPICAL_PRECISION))
}

/** How the linear predictors of one pattern after the other depend on the parameters, and how much its answers say about them. */
class Slopes {
  readonly patterns: number
  /** K − 1, the number of linear predictors. */
  readonly count: number
  /** The number of parameters that one of them depends on. */
  readonly length: number
  /** These parameters, predictor by predictor, and the derivatives by them. */
  readonly places: Int32Array
  readonly values: Float64Array
  /** `Σ N ∂g/∂η_k ∂g/∂η_l / g²`, `[K − 1 × K − 1]`. */
  readonly information: Float64Array
  private readonly target: RegressionTarget
  /** The parameters after `toEffects`. */
  private readonly effects: Float64Array
  private readonly eta: Float64Array
  private readonly law: Float64Array

  constructor(target: RegressionTarget, z: Float64Array) {
    const { records, columns, groups } = target.law
    this.target = target
    this.effects = z.slice()
    target.toEffects(this.effects)
    this.patterns = records.starts.length - 1
    this.count = records.categories - 1
    this.length = columns + (groups > 0 ? 2 : 0)
    this.places = new Int32Array(this.count * this.length)
    this.values = new Float64Array(this.count * this.length)
    this.information = new Float64Array(this.count * this.count)
    this.eta = new Float64Array(this.count)
    this.law = new Float64Array(records.categories)
  }

  read(p: number): void {
    const { target, effects, law, length, places, values } = this
    const { rows, columns: D, group } = target.law
    const g = group === undefined ? -1 : group[p]
    target.writePredictors(effects, rows, p * D, g, this.eta)
    writeLaw(this.eta, 0, law)
    for (let k = 0; k < this.count; k++) {
      const at = k * length
      for (let j = 0; j < D; j++) {
        places[at + j] = k * D + j
        values[at + j] = rows[p * D + j]
      }
      if (g < 0) continue
      const effect = target.fixed + g * this.count + k
      places[at + D] = effect
      values[at + D] = target.scales[g]
      places[at + D + 1] = target.dimension - 1
      values[at + D + 1] = effects[effect] * (1 - target.law.centring[g])
    }
    this.readInformation(p)
  }

  private readInformation(p: number): void {
    const { information, law, count: size } = this
    const { starts, column, count, columns, categories: K } = this.target.law.records
    information.fill(0)
    for (let cell = starts[p]; cell < starts[p + 1]; cell++) {
      const at = column[cell] * K
      let g = 0
      for (let x = 0; x < K; x++) g += columns[at + x] * law[x]
      if (!(g > 0)) continue
      for (let k = 0; k < size; k++) {
        const left = (law[k + 1] * (columns[at + k + 1] - g)) / g
        for (let l = 0; l < size; l++) {
          information[k * size + l] += (count[cell] * left * law[l + 1] * (columns[at + l + 1] - g)) / g
        }
      }
    }
  }
}
