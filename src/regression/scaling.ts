import type { RegressionTarget } from './regression-target.ts'

/**
 * Means and standard deviations by which the columns of a design were standardised, `(value − mean) / sd`: 0 and 1 for the intercept, which
 * comes first.
 */
export interface Scaling {
  readonly means: Float64Array
  readonly sds: Float64Array
}

/** Turns coefficients of standardised columns into coefficients per unit of each column, in place, from index `start`. */
export function unstandardise({ means, sds }: Scaling, coefficients: Float64Array, start: number): void {
  for (let j = 1; j < sds.length; j++) {
    coefficients[start + j] /= sds[j]
    coefficients[start] -= coefficients[start + j] * means[j]
  }
}

/**
 * Turns parameters, followed by the τ of each random term, into a draw: coefficients and random slopes become per unit of each column.
 * Random intercepts stay those of people at the means of the columns, which keeps them independent of the slopes a priori.
 */
export function toUnits(target: RegressionTarget, scaling: Scaling, draw: Float64Array): void {
  for (let at = 0; at < target.fixed; at += target.law.columns) unstandardise(scaling, draw, at)
  scaleEffects(target, scaling, draw, sd => 1 / sd)
}

/** Turns a draw into parameters: the inverse of `toUnits`. */
export function fromUnits(target: RegressionTarget, scaling: Scaling, draw: Float64Array): void {
  const { means, sds } = scaling
  for (let at = 0; at < target.fixed; at += target.law.columns) {
    for (let j = 1; j < sds.length; j++) {
      draw[at] += draw[at + j] * means[j]
      draw[at + j] *= sds[j]
    }
  }
  scaleEffects(target, scaling, draw, sd => sd)
}

function scaleEffects(
  target: RegressionTarget,
  { sds }: Scaling,
  draw: Float64Array,
  factorOf: (sd: number) => number,
): void {
  for (const [t, { column }] of target.law.terms.entries()) {
    const factor = factorOf(sds[column])
    const start = target.starts[t]
    for (let j = start; j < start + target.effectsOf(t); j++) draw[j] *= factor
    draw[target.dimension + t] *= factor
  }
}

/**
 * Writes the linear predictors of one person into `out`.
 *
 * @param draw as `toUnits` makes it
 * @param rows design rows before standardisation
 * @param at position of this person's row in `rows`
 * @param groups the person's group in each random term, −1 for none
 */
export function writePredictors(
  target: RegressionTarget,
  { means }: Scaling,
  draw: Float64Array,
  rows: Float64Array,
  at: number,
  groups: ArrayLike<number>,
  out: Float64Array,
): void {
  const { columns: D, terms } = target.law
  for (let k = 0, block = 0; k < out.length; k++, block += D) {
    out[k] = 0
    for (let j = 0; j < D; j++) out[k] += draw[block + j] * rows[at + j]
  }
  for (let t = 0; t < terms.length; t++) {
    if (groups[t] < 0) continue
    const { column } = terms[t]
    const x = rows[at + column] - means[column]
    const effect = target.starts[t] + groups[t] * out.length
    for (let k = 0; k < out.length; k++) out[k] += draw[effect + k] * x
  }
}
