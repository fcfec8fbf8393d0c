/**
 * The inner loops of the joint law, which work on one memory of doubles. Matrices are row-major and have `NODES` columns, unless another
 * number is given. Positions are counted in doubles from the begin of the memory. All vectors have room for an even number of entries. The
 * first `NODES` doubles are scratch of the kernel.
 */
export interface JointKernel {
  /** The memory, as doubles. */
  readonly numbers: Float64Array
  /** The memory as whole numbers: double i has the numbers 2i and 2i + 1. */
  readonly wholes: Int32Array
  /**
   * Writes the shares of a question's K cells at each node, `p(·|h) = softmax(base + coef f_h)`, and these shares times the nodes' weights.
   *
   * @param coef K × FACTORS
   * @param nodes FACTORS × NODES
   */
  shares(
    K: number,
    base: number,
    coef: number,
    nodes: number,
    weights: number,
    out: number,
    weighted: number,
  ): void
  /** Writes the table of two questions, `Σ_h w_h p_a(u|h) p_b(v|h)`, cell u + sizeA·v. */
  table(weightedA: number, sizeA: number, sharesB: number, sizeB: number, out: number): void
  /**
   * Adds the derivatives by the shares of both questions, without the nodes' weights, given the derivatives s by the cells of their table:
   * `Σ_v s_uv p_b(v|h)` and `Σ_u s_uv p_a(u|h)`.
   */
  pullTable(
    score: number,
    sharesA: number,
    sizeA: number,
    sharesB: number,
    sizeB: number,
    byA: number,
    byB: number,
  ): void
  /**
   * Writes the derivatives by base and coef, given the derivatives by the shares without the nodes' weights, which are overwritten. Adds
   * `Σ_u p(u|h) by(u|h)` to `mean`.
   */
  pullShares(
    K: number,
    shares: number,
    by: number,
    nodes: number,
    weights: number,
    mean: number,
    byBase: number,
    byCoef: number,
  ): void
  /**
   * Writes a table with its deviations, `θ = m ρ / Σ m ρ` with `ρ = c softplus(shift + τ x)`. Also writes `ρ / Σ m ρ` and the derivative of
   * ln ρ by its argument for each cell.
   */
  bend(
    n: number,
    shift: number,
    tau: number,
    table: number,
    deviation: number,
    c: number,
    out: number,
    ratio: number,
    slope: number,
  ): void
  /**
   * Turns the score by θ into the score by m, in place, and writes the score by the arguments `τ x`. Returns the derivative by ln τ,
   * divided by τ.
   */
  pullBend(
    n: number,
    theta: number,
    ratio: number,
    slope: number,
    deviation: number,
    score: number,
    byArgument: number,
  ): number
  /**
   * The log-likelihood of columns with two levels, `Σ count ln(low + more θ(S))`, and its score. Constants of the score are left out.
   *
   * @param columns position of the columns' numbers, `COLUMN` for each
   * @param ends position of the index of the first member of each column's set, as whole numbers, with one more entry at the end
   * @param members position of the members, as whole numbers
   */
  sets(
    n: number,
    theta: number,
    score: number,
    count: number,
    columns: number,
    ends: number,
    members: number,
  ): number
  /**
   * The value of the expansion `s·δ − ½ δᵀFδ` at `δ = θ − anchor`, and its score. A row of F takes `n` doubles, rounded up to an even
   * number.
   */
  quadratic(
    n: number,
    theta: number,
    score: number,
    anchor: number,
    slope: number,
    information: number,
    difference: number,
  ): number
}
