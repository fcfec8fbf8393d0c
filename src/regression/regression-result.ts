import { Refusal } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import {
  type Drawn,
  diagnoseOnce,
  type Posterior,
  warningsOf,
  withDiagnostics,
} from '../posterior/chains/posterior.ts'
import { askable, scalarOfQuery } from '../query/of-query.ts'
import { type Scalar, scalarOf } from '../query/scalar.ts'
import { groupNumber, readCovariates } from './covariates.ts'
import { averageLaw, marginalEffects } from './marginal-effects.ts'
import type { Model } from './model.ts'
import { writeLaw } from './pattern-likelihood.ts'
import { fromFront } from './reference.ts'
import type { CoefficientJSON, NamedScalar, Regression, RegressionJSON } from './regression.ts'
import { regressionInferenceData } from './regression-inference.ts'
import { PRIOR } from './regression-target.ts'
import { regressionText } from './regression-text.ts'

/** What a regression is summarized from. */
interface Found {
  readonly model: Model
  readonly drawn: Drawn
  /** The mode of the coefficients, if there is no random intercept. */
  readonly mode: Float64Array | undefined
  /** Steps of each chain that were thrown away. */
  readonly warmup: number
}

/** The regression that these draws are of. */
export function regressionOf({ model, drawn, mode, warmup }: Found): Regression {
  const { records, target, labels, reference, covariates, formula } = model
  const { draws, chains, stopped = 'draws' } = drawn
  const parameters = namesOf(model)
  const P = parameters.length
  const column = (j: number) => Float64Array.from({ length: draws.length / P }, (_, i) => draws[i * P + j])
  const named = (from: number, to: number): NamedScalar[] =>
    parameters.slice(from, to).map((name, j) => ({ name, ...scalarOf(column(from + j)) }))
  const coefficients = named(0, target.fixed)
  const { group } = formula
  const random = group !== undefined && {
    group,
    sd: scalarOf(column(P - 1)),
    effects: named(target.fixed, P - 1),
  }
  const diagnostics = diagnoseOnce(drawn)
  return {
    formula: formula.text,
    people: records.people,
    patterns: records.patterns.length,
    labels,
    reference: labels[reference],
    epsilon: records.epsilon,
    mechanisms: records.mechanisms,
    covariates,
    coefficients,
    ...(random && { random }),
    mode,
    parameters,
    draws,
    chains,
    warmup,
    stopped,
    get diagnostics() {
      return diagnostics()
    },
    get warnings() {
      return [...warningsOf(this.diagnostics, stopped, drawn.target), ...warningsAbout(model, coefficients)]
    },
    predict: given => predict(model, drawn, given),
    of(query, given) {
      if (given) return predict(model, drawn, given).of(query)
      return scalarOfQuery(query, { domain: Domain.one(labels) }, () => averageLaw(model, draws))
    },
    marginalEffects: () => marginalEffects(model, draws),
    toString() {
      return regressionText(this)
    },
    toJSON() {
      return regressionJSON(this)
    },
    toInferenceData() {
      return regressionInferenceData(model, drawn, parameters)
    },
  }
}

/** The names of all parameters, in the order of the draws. */
function namesOf(model: Model): string[] {
  const { formula, covariates, design, records, labels, reference } = model
  const { group } = formula
  const isBinary = records.categories === 2
  const others = labels.filter((_, k) => k !== reference)
  const nameOf = (label: string, name: string) => (isBinary ? name : `${label}: ${name}`)
  const coefficients = others.flatMap(label => design.names.map(name => nameOf(label, name)))
  if (group === undefined) return coefficients
  const grouping = covariates.find(({ name }) => name === group)
  const levels = grouping?.kind === 'factor' ? grouping.levels : []
  const effects = levels.flatMap(level => others.map(label => nameOf(label, `${group}[${level}]`)))
  return [...coefficients, ...effects, `sd(${group})`]
}

/** A posterior that is wider than this share of the prior has learnt next to nothing. */
const UNLEARNT = 0.9

function warningsAbout(
  { design, prior, target, records }: Model,
  coefficients: readonly NamedScalar[],
): string[] {
  const warnings: string[] = []
  if (design.constant.length > 0) {
    warnings.push(`Left out, as they are the same for everybody: ${design.constant.join(', ')}.`)
  }
  if (design.dependent.length > 0) {
    warnings.push(
      `Combinations of other columns: ${design.dependent.join(', ')}. Only the prior tells their coefficients apart.`,
    )
  }
  if (prior === 'flat') return warnings
  const D = target.law.columns
  const unlearnt = coefficients.filter(
    ({ sd }, i) => i % D > 0 && sd * design.sdOf(i % D) > UNLEARNT * PRIOR.slope,
  )
  if (unlearnt.length > 0) {
    const names = unlearnt.map(({ name }) => name).join(', ')
    warnings.push(
      `${records.people} answers say next to nothing about ${names}: the posterior is nearly the prior.`,
    )
  }
  return warnings
}

function predict(
  { records, reference, covariates, design, target, labels, formula: { group } }: Model,
  drawn: Drawn,
  given: { readonly [covariate: string]: unknown },
): Posterior {
  const { draws, categories: P } = drawn
  const K = records.categories
  const values = readCovariates(given, covariates, group)
  const row = design.writeRawRow(values, new Float64Array(target.law.columns))
  const g = groupNumber(covariates, values, group)
  const eta = new Float64Array(K - 1)
  const laws = new Float64Array((draws.length / P) * K)
  for (let i = 0; i < draws.length / P; i++) {
    target.writePredictors(draws.subarray(i * P, (i + 1) * P), row, 0, g, eta)
    const law = laws.subarray(i * K, (i + 1) * K)
    writeLaw(eta, 0, law)
    fromFront(law, reference)
  }
  if (!laws.every(Number.isFinite)) {
    throw new Refusal('covariates', 'so that the probabilities are within the doubles', { value: given })
  }
  const { diagnosed: _, ...rest } = drawn
  const posterior = withDiagnostics({ ...rest, draws: laws, categories: K })
  return askable(posterior, { domain: Domain.one(labels) }, () => laws)
}

/** The level of the intervals in a regression as plain data and as text. */
const LEVEL = 0.95

function regressionJSON(regression: Regression): RegressionJSON {
  const { formula, people, patterns, labels, reference, mechanisms, epsilon } = regression
  const { chains, warmup, stopped, diagnostics } = regression
  const { coefficients, random, parameters, draws, warnings } = regression
  const describe = (name: string, scalar: Scalar): CoefficientJSON => {
    const [lower, upper] = scalar.interval(LEVEL)
    const j = parameters.indexOf(name)
    const { rhat, essBulk, essTail } = diagnostics
    return {
      name,
      mean: scalar.mean,
      sd: scalar.sd,
      lower,
      upper,
      rhat: rhat[j],
      essBulk: essBulk[j],
      essTail: essTail[j],
    }
  }
  const describeAll = (list: readonly NamedScalar[]) => list.map(one => describe(one.name, one))
  return {
    formula,
    people,
    patterns,
    labels,
    reference,
    mechanisms,
    epsilon,
    chains,
    warmup,
    draws: draws.length / parameters.length / chains,
    stopped,
    divergences: diagnostics.divergences,
    coefficients: describeAll(coefficients),
    ...(random && {
      random: {
        group: random.group,
        sd: describe(`sd(${random.group})`, random.sd),
        effects: describeAll(random.effects),
      },
    }),
    warnings,
  }
}
