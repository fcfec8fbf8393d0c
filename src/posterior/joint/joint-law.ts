import { square } from '../../elementary/square.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { pullDeviation, readDeviations, SHIFT, setNorm, setSpreads } from './deviations.ts'
import { pullGroup, readGroup } from './group-shares.ts'
import { HYPER_SD, JointLayout, PAIR_SD, TAU_SD, type TablePlace } from './joint-layout.ts'
import { FACTORS, NODES } from './kernel/nodes.ts'
import { rake } from './rake.ts'

/**
 * The joint law of several questions, with fixed nodes h = 1 … M of r normal factors f_h, each of weight 1/M. Given the node, questions are
 * independent:
 *
 *     p_j(·|h) = softmax(B_j β_j + σ_j B_j Z_j f_h),      m_ab = Σ_h w_h p_a(·|h) p_b(·|h)ᵀ.
 *
 * Here `β_j ~ N(0, s_j² I)`, Z is standard normal, B_j is the basis of the question's logits, and s_j and σ_j are log-normal. As σ_j goes
 * to 0, question j becomes independent of the others. Tables of categories and scales deviate from m:
 *
 *     θ_ab ∝ m_ab c softplus(0.54132 + τ_ab Π(s∘ξ)).
 *
 * Here ξ has a standard normal number for each cell, Π subtracts weighted means of rows and columns, and c makes the mean of the softplus
 * one. s is larger for cells with less mass in a reference table. These deviations are skewed, as those of real tables are: small cells may
 * nearly vanish.
 *
 * Groups of people, if there are any, move the factors, the margins and the effects of the factors: `w_h(g) ∝ exp(τ μ_g·f_h)`, `β_jg = β_j +
 * s_j τ_j δ_jg` and `Z_jg = Z_j + κ_j Y_jg`. Without their own effects, intervals of differences between groups are too narrow where answers
 * say much (experiments/results/tables/groups.csv).
 *
 * All parameters but β are stored as standard normal numbers. Answers say much about β; if it were stored so too, it and its scale would
 * lie on a narrow ridge. Set the reference before tables are written.
 *
 * @see Bartholomew, Knott, Moustaki (2011), Latent Variable Models and Factor Analysis
 */
export class JointLaw extends JointLayout {
  /** The shares of all questions in the output, and the total weight of each. */
  private readonly shown = new Float64Array(this.cells)
  private readonly weighed = new Float64Array(this.questions.length)

  /** @see JointLayout for the parameters */
  constructor(...given: ConstructorParameters<typeof JointLayout>) {
    super(...given)
    for (const place of this.tables) setNorm(this, place)
  }

  /**
   * Sets the reference of the deviations to the tables at z: the weights of the projection Π, and the size of each cell's deviation, `s =
   * (ρ/0.003 + 0.1)^−½`, with ρ the mean of the cell's share and its share under independence.
   */
  setReference(z: Float64Array): void {
    const { numbers } = this.kernel
    const groups = Math.max(1, this.groups.length)
    const means = this.tables.map(({ cells }) => new Float64Array(cells))
    for (let g = 0; g < groups; g++) {
      this.readGroup(z, g)
      this.tables.forEach((place, i) => {
        this.writeMeans(place)
        for (let x = 0; x < place.cells; x++) means[i][x] += numbers[this.at.table + x] / groups
      })
    }
    this.tables.forEach((place, i) => {
      if (place.xi >= 0) setSpreads(this, place, means[i])
    })
  }

  /** Draws the parameters from the prior. */
  drawPrior(rng: Rng): Float64Array {
    const z = Float64Array.from({ length: this.dimension }, () => drawNormal(rng))
    this.questions.forEach(({ basis, beta }, j) => {
      for (let c = 0; c < basis.columns; c++) z[beta + c] *= this.scaleOf(z, j)
    })
    return z
  }

  /** The log density of the prior, up to a constant; adds its gradient. */
  addPrior(z: Float64Array, gradient: Float64Array): number {
    const { questions } = this
    const first = questions[0].beta
    let value = 0
    for (let i = 0; i < z.length; i++) {
      if (i >= first && i < this.spread) continue
      value -= (z[i] * z[i]) / 2
      gradient[i] -= z[i]
    }
    for (let j = 0; j < questions.length; j++) {
      const { basis, beta } = questions[j]
      const precision = 1 / square(this.scaleOf(z, j))
      let squares = 0
      for (let i = beta; i < beta + basis.columns; i++) {
        squares += precision * z[i] * z[i]
        gradient[i] -= precision * z[i]
      }
      value -= squares / 2 + basis.columns * HYPER_SD * z[this.scale + j]
      gradient[this.scale + j] += HYPER_SD * (squares - basis.columns)
    }
    return value
  }

  /** Computes the deviations of tables, which all groups share. */
  readDeviations(z: Float64Array): void {
    readDeviations(this, z)
  }

  /** Computes the shares of all questions at the nodes for one group of people, or for all people if there are no groups. */
  readGroup(z: Float64Array, group = 0): void {
    readGroup(this, z, group)
  }

  /** Writes the table m of the latest group; returns its position in memory. */
  writeMeans(place: TablePlace): number {
    const { kernel, at, questions } = this
    const second = place.b < 0 ? at.ones : at.shares + questions[place.b].cell * NODES
    kernel.table(at.weighted + questions[place.a].cell * NODES, place.sizeA, second, place.sizeB, at.table)
    return at.table
  }

  /** Writes the table θ of the latest group, with its deviations; returns its position in memory. */
  writeTable(place: TablePlace, z: Float64Array): number {
    const { kernel, at } = this
    this.writeMeans(place)
    if (place.xi < 0) return at.table
    kernel.bend(
      place.cells,
      SHIFT,
      this.tauOf(place, z),
      at.table,
      place.deviation,
      place.norm,
      at.theta,
      at.ratio,
      at.slope,
    )
    return at.theta
  }

  /** Position in memory of a table's score, which `pullTable` reads. */
  get score(): number {
    return this.at.score
  }

  /** Position in memory of scratch for a vector of a table's cells. */
  get difference(): number {
    return this.at.difference
  }

  /** Sets the derivatives of a group to zero. */
  startPull(): void {
    const { at, cells } = this
    this.kernel.numbers.fill(0, at.byShares, at.byShares + cells * NODES)
    this.kernel.numbers.fill(0, at.byWeights, at.byWeights + NODES)
  }

  /** Collects the derivatives of the table that was written last, given its score; adds those by the deviations to the gradient. */
  pullTable(place: TablePlace, z: Float64Array, gradient: Float64Array): void {
    const { kernel, at, questions } = this
    const { a, b, sizeA, sizeB } = place
    if (place.xi >= 0) {
      const tau = this.tauOf(place, z)
      const by = kernel.pullBend(
        place.cells,
        at.theta,
        at.ratio,
        at.slope,
        place.deviation,
        at.score,
        at.difference,
      )
      gradient[place.tau] += PAIR_SD * tau * by
      gradient[this.tau] += TAU_SD * tau * by
      pullDeviation(this, place, tau, gradient)
    }
    const second = b < 0 ? at.ones : at.shares + questions[b].cell * NODES
    kernel.pullTable(
      at.score,
      at.shares + questions[a].cell * NODES,
      sizeA,
      second,
      sizeB,
      at.byShares + questions[a].cell * NODES,
      b < 0 ? at.spare : at.byShares + questions[b].cell * NODES,
    )
    if (b >= 0) return
    // A table of a single question adds the other half of its derivatives by the weights here.
    const { numbers } = kernel
    for (let h = 0; h < NODES; h++) numbers[at.byWeights + h] += numbers[at.spare + h]
    numbers.fill(0, at.spare, at.spare + NODES)
  }

  /** Adds the derivatives that the tables of a group have collected to the gradient. */
  pullGroup(z: Float64Array, gradient: Float64Array, group = 0): void {
    pullGroup(this, z, gradient, group)
  }

  /** Writes the logits of the latest group: FACTORS + 1 numbers for each cell, its base and its coefficients. */
  writeLogits(out: Float64Array, start: number): void {
    const { at, cells, kernel } = this
    for (let u = 0; u < cells; u++) {
      out[start + u * (FACTORS + 1)] = kernel.numbers[at.base + u]
      for (let r = 0; r < FACTORS; r++) {
        out[start + u * (FACTORS + 1) + 1 + r] = kernel.numbers[at.coef + u * FACTORS + r]
      }
    }
  }

  /** Writes the weights of the nodes in the latest group. */
  writeWeights(out: Float64Array, start: number): void {
    const { at, kernel } = this
    for (let h = 0; h < NODES; h++) out[start + h] = kernel.numbers[at.weights + h]
  }

  /**
   * Writes the output tables of the latest group, one behind the other. Two tables with a common question differ a little in its shares,
   * because their deviations differ. The output shares of a question are the mean over all its tables, and each table is raked to them. The
   * shares of m would not do: answers are about θ, and say little of m where θ is far from it.
   *
   * @param people number of answers about each table, which is its weight in the mean
   */
  writeShown(z: Float64Array, people: Float64Array, out: Float64Array, start: number): void {
    const { tables, shown, weighed, questions } = this
    const { numbers } = this.kernel
    shown.fill(0)
    weighed.fill(0)
    let at = start
    for (let i = 0; i < tables.length; i++) {
      const { a, b, sizeA, sizeB, cells } = tables[i]
      const theta = this.writeTable(tables[i], z)
      // The added 1 gives tables equal weights if there are no answers. The table of a single question without answers has weight 0.
      const weight = b < 0 ? people[i] : people[i] + 1
      const rows = questions[a].cell
      const columns = b < 0 ? -1 : questions[b].cell
      for (let v = 0, x = 0; v < sizeB; v++) {
        for (let u = 0; u < sizeA; u++, x++) {
          const share = numbers[theta + x]
          out[at + x] = share
          shown[rows + u] += weight * share
          if (columns >= 0) shown[columns + v] += weight * share
        }
      }
      weighed[a] += weight
      if (b >= 0) weighed[b] += weight
      at += cells
    }
    for (let j = 0; j < questions.length; j++) {
      const { basis, cell } = questions[j]
      for (let u = 0; u < basis.cells; u++) shown[cell + u] /= weighed[j]
    }
    at = start
    for (let i = 0; i < tables.length; i++) {
      const { a, b, cells } = tables[i]
      rake(out, at, tables[i], shown, questions[a].cell, b < 0 ? -1 : questions[b].cell, this.sums)
      at += cells
    }
  }
}
