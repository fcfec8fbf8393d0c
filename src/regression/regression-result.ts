import { sum } from '../arrays/sums.ts'
import { Refusal } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import {
  type Drawn,
  diagnoseOnce,
  once,
  type Posterior,
  warningsOf,
  withDiagnostics,
} from '../posterior/chains/posterior.ts'
import {
  cellsOf,
  estimateOf,
  type NumericEstimate,
  rangeWarnings,
} from '../posterior/functional/numeric-estimate.ts'
import { scalarJSON } from '../posterior/functional/numeric-json.ts'
import { scalarOfQuery } from '../query/of-query.ts'
import type { Query } from '../query/query.ts'
import { labelText } from '../query/reader.ts'
import { type Scalar, scalarOf } from '../query/scalar.ts'
import { averageLaws, changedLaws, effectOn, observedPatterns, type Pattern } from './average-effects.ts'
import { referenceOf } from './categorical-family.ts'
import type { Family } from './family.ts'
import { type Model, sdName } from './model.ts'
import { readPopulation } from './read-population.ts'
import type { AverageEffect, CoefficientJSON, NamedScalar, Regression, RegressionJSON } from './regression.ts'
import { regressionInferenceData } from './regression-inference.ts'
import { regressionText } from './regression-text.ts'

/** Data from which a regression is summarized. */
interface Found {
  readonly model: Model
  readonly family: Family
  readonly drawn: Drawn
}

/** Largest number of ordered cells for which the share of each is among the average changes. */
const MOST_SHARES = 12

/** Summarizes the draws of a regression. */
export function regressionOf(found: Found): Regression<Posterior | NumericEstimate> {
  const { model, family, drawn } = found
  const { records, labels, kind, covariates, formula } = model
  const { draws, chains, stopped = 'draws' } = drawn
  const { parameters } = family
  const P = parameters.length
  const column = (j: number) => Float64Array.from({ length: draws.length / P }, (_, i) => draws[i * P + j])
  const named = (j: number): NamedScalar => ({ name: parameters[j], ...scalarOf(column(j)) })
  const coefficients = Array.from({ length: family.coefficients }, (_, j) => named(j))
  const random = model.varying.map(({ group, slope }, t) => ({
    group,
    ...(slope !== undefined && { slope }),
    sd: scalarOf(column(family.random[t].sd)),
    effects: Array.from(family.random[t].effects, named),
  }))
  const vocabulary = { domain: Domain.one(kind.toJSON()), name: formula.response }
  const lawChanges = once(() => changedLaws(model, family, drawn))
  const changes = (...queries: (string | Query)[]) =>
    lawChanges().flatMap(change => queries.map(query => effectOn(query, change, vocabulary)))
  const shares = labels.map(label => `share(${labelText(label)})`)
  const ordered = ['mean', 'median', ...(kind.cells <= MOST_SHARES ? shares : [])]
  const effects = once(() => changes(...(isOrdered(kind) ? ordered : shares)))
  const diagnostics = diagnoseOnce(drawn, family.chained.watched)
  return {
    formula: formula.text,
    people: records.people,
    effective: sum(records.count),
    patterns: records.patterns.length,
    question: kind.toJSON(),
    family: family.title,
    labels,
    reference: isOrdered(kind) ? undefined : labels[referenceOf(model)],
    epsilon: records.epsilon,
    mechanisms: records.mechanisms,
    covariates,
    coefficients,
    random,
    get effects() {
      return effects()
    },
    changes: query => changes(query),
    mode: family.mode,
    parameters,
    draws,
    chains,
    warmup: drawn.warmup ?? 0,
    stopped,
    get diagnostics() {
      return diagnostics()
    },
    get warnings() {
      return [...warningsOf(this.diagnostics, stopped, drawn.target), ...warningsAbout(found, coefficients)]
    },
    predict: given => predict(found, readPopulation(model, given)),
    of(query, given) {
      const people = given === undefined ? observedPatterns(model) : readPopulation(model, given)
      return scalarOfQuery(query, vocabulary, () => averageLaws(model, family, drawn, people))
    },
    toString() {
      return regressionText(this)
    },
    toJSON() {
      return regressionJSON(this)
    },
    toInferenceData() {
      return regressionInferenceData(model, family, drawn)
    },
  }
}

/** Ratio of posterior to prior standard deviation above which a warning says that the answers say little about a coefficient. */
const UNLEARNT = 0.9

function warningsAbout(found: Found, coefficients: readonly NamedScalar[]): string[] {
  const { model, family } = found
  const { design, records, kind } = model
  const warnings: string[] = []
  if (design.constant.length > 0) {
    warnings.push(`Left out, as they are the same for everybody: ${design.constant.join(', ')}.`)
  }
  if (design.dependent.length > 0) {
    warnings.push(
      `Combinations of other columns: ${design.dependent.join(', ')}. Only the prior tells their coefficients apart.`,
    )
  }
  const D = design.names.length
  const unlearnt = coefficients.filter(({ sd }, i) => {
    const prior = family.priorSd(i)
    return prior !== undefined && i % D > 0 && sd * design.scaling.sds[i % D] > UNLEARNT * prior
  })
  if (unlearnt.length > 0) {
    const names = unlearnt.map(({ name }) => name).join(', ')
    warnings.push(
      `${records.people} answers say next to nothing about ${names}: the posterior is nearly the prior.`,
    )
  }
  if (isOrdered(kind)) warnings.push(...rangeWarnings(kind, cellsOf(predict(found, observedPatterns(model)))))
  return warnings
}

function predict({ model, family, drawn }: Found, people: readonly Pattern[]): Posterior | NumericEstimate {
  const laws = averageLaws(model, family, drawn, people)
  if (!laws.every(Number.isFinite)) {
    const value = people[0].values
    throw new Refusal('covariates', 'so that the probabilities are within the doubles', { value })
  }
  const { diagnosed: _, ...rest } = drawn
  return estimateOf(model.kind, withDiagnostics({ ...rest, draws: laws, categories: family.cells }))
}

function regressionJSON(regression: Regression<Posterior | NumericEstimate>): RegressionJSON {
  const { formula, people, effective, patterns, question, labels, reference, mechanisms, epsilon } =
    regression
  const { chains, warmup, stopped, diagnostics } = regression
  const { coefficients, random, parameters, draws, warnings } = regression
  const describe = (name: string, scalar: Scalar): CoefficientJSON => {
    const j = parameters.indexOf(name)
    const { rhat, essBulk, essTail } = diagnostics
    return { name, ...scalarJSON(scalar), rhat: rhat[j], essBulk: essBulk[j], essTail: essTail[j] }
  }
  const describeAll = (list: readonly NamedScalar[]) => list.map(one => describe(one.name, one))
  return {
    formula,
    people,
    ...(effective !== people && { effective }),
    patterns,
    question,
    labels,
    ...(reference !== undefined && { reference }),
    mechanisms,
    epsilon,
    chains,
    warmup,
    draws: draws.length / parameters.length / chains,
    stopped,
    divergences: diagnostics.divergences,
    coefficients: describeAll(coefficients),
    random: random.map(({ sd, effects, ...term }) => ({
      ...term,
      sd: describe(sdName(term), sd),
      effects: describeAll(effects),
    })),
    effects: regression.effects.map(effectJSON),
    warnings,
  }
}

/** An average change as plain data. */
export function effectJSON({ name, on, ...change }: AverageEffect): RegressionJSON['effects'][number] {
  return { name, on, ...scalarJSON(change) }
}
