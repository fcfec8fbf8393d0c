import { refuse, requireOneOf } from '../check/check.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import type { Top } from '../posterior/mode/climb.ts'
import type { Family } from './family.ts'
import { effectName, type Model, sdName } from './model.ts'
import { writeLaw } from './pattern-likelihood.ts'
import { fromFront, toFront } from './reference.ts'
import { modeOf } from './regression-mode.ts'
import { regressionSampler, WARMUP } from './regression-sampler.ts'
import { FLAT_BOUND, PRIOR, RegressionTarget } from './regression-target.ts'
import { fromUnits, unstandardise, writePredictors } from './scaling.ts'

/** Largest number of coefficients for which a dense mass matrix saves more than it costs. */
const MOST_COEFFICIENTS = 400
/** Largest number of group effects; a draw has a number for each. */
const MOST_EFFECTS = 100_000
/** Largest number of patterns times draws in an average; categories are few. */
const MOST_LAWS = 4e6

/** Index of the reference category. */
export function referenceOf({ labels, reference }: Pick<Model, 'labels' | 'reference'>): number {
  return labels.indexOf(requireOneOf('reference', reference ?? labels[0], labels))
}

/** The posterior of the coefficients of categories. Its first category is the reference; the others follow in their order. */
export function categoricalTarget(model: Model): RegressionTarget {
  const { records: counted, design, varying, prior } = model
  const K = counted.categories
  const reference = referenceOf(model)
  const records = { ...counted, columns: counted.columns.slice() }
  for (let at = 0; at < records.columns.length; at += K) {
    toFront(records.columns.subarray(at, at + K), reference)
  }
  if (prior === 'flat' && design.dependent.length > 0) {
    refuse(
      'prior',
      prior,
      `'default' where a column is a combination of others, as ${design.dependent.join(', ')} is`,
    )
  }
  const columns = design.names.length
  const all = columns * (K - 1)
  if (all > MOST_COEFFICIENTS) refuse('the number of coefficients', all, `at most ${MOST_COEFFICIENTS}`)
  const terms = varying.map(({ term }) => term)
  const effects = terms.reduce((total, { levels }) => total + levels * (K - 1), 0)
  if (effects > MOST_EFFECTS) refuse('the number of effects of groups', effects, `at most ${MOST_EFFECTS}`)
  return new RegressionTarget({ records, rows: design.rows, columns, terms, prior })
}

/** Multinomial logistic regression: `Pr(category k) = softmax(x·β)_k`, with β of the reference at 0. */
export function categoricalFamily(model: Model): Family {
  const { records, design, labels, varying, prior } = model
  const reference = referenceOf(model)
  const target = categoricalTarget(model)
  const { columns, terms } = target.law
  const K = records.categories
  const top = modeOf(target)
  if (prior === 'flat' && !hasMaximum(top, target.fixed)) {
    refuse(
      'prior',
      'flat',
      `'default' for these answers: their likelihood has no maximum with coefficients up to ${FLAT_BOUND} a standard deviation`,
    )
  }
  const isGrouped = terms.length > 0
  const mode = isGrouped ? undefined : top.z.slice()
  for (let at = 0; mode && at < target.fixed; at += columns) unstandardise(design.scaling, mode, at)
  const parameters = namesOf(model, reference)
  const eta = new Float64Array(K - 1)
  const z = new Float64Array(parameters.length)
  return {
    title: `${K === 2 ? 'bernoulli' : `categorical of ${K}`}, logit against ${labels[reference]}`,
    parameters,
    coefficients: target.fixed,
    random: varying.map((_, t) => ({
      sd: target.dimension + t,
      effects: Array.from({ length: target.effectsOf(t) }, (__, j) => target.starts[t] + j),
    })),
    chained: {
      name: 'nuts',
      width: target.dimension + terms.length,
      warmup: isGrouped ? WARMUP.grouped : WARMUP.fixed,
      visits: workOf(records.patterns.length, columns, K),
      create: warmup => regressionSampler(target, top, warmup, design.scaling),
      recipe: { law: 'regression', data: () => ({ law: target.law, top, scaling: design.scaling }) },
    },
    mode,
    cells: K,
    mostLaws: MOST_LAWS,
    priorSd: () => (prior === 'flat' ? undefined : PRIOR.slope),
    writeLaw(draw, row, groups, out) {
      writePredictors(target, design.scaling, draw, row, 0, groups, eta)
      writeLaw(eta, 0, out)
      fromFront(out, reference)
    },
    logDensity(draw) {
      z.set(draw)
      fromUnits(target, design.scaling, z)
      for (let t = 0; t < target.logTaus.length; t++) target.logTaus[t] = log(z[target.dimension + t])
      return target.jointValue(z.subarray(0, target.dimension))
    },
  }
}

/** The names of all parameters, in the order of a draw. With more than two categories, each begins with the category's name. */
function namesOf({ design, labels, varying }: Model, reference: number): string[] {
  const others = labels.filter((_, k) => k !== reference)
  const nameOf = (label: string, name: string) => (labels.length === 2 ? name : `${label}: ${name}`)
  return [
    ...others.flatMap(label => design.names.map(name => nameOf(label, name))),
    ...varying.flatMap(({ group, levels, slope }) =>
      levels.flatMap(level => others.map(label => nameOf(label, effectName(group, level, slope)))),
    ),
    ...varying.map(sdName),
  ]
}

/** A climb has arrived if its next step promises a smaller gain than this, in nats. */
const ARRIVED = 1e-4

/** A pivot below this share of the largest precision is rounding. */
const SINGULAR = 1e-11

/**
 * Whether a climb has ended at a maximum of the likelihood. If the answers separate the categories, the likelihood has no maximum. The
 * climb then ends where probabilities have become 0 or 1 as doubles: far out, or at a point where the answers say nothing about some
 * combination of the coefficients.
 */
function hasMaximum({ z, factor, promised }: Top, fixed: number): boolean {
  const n = z.length
  const pivots = Array.from({ length: fixed }, (_, j) => square(factor[j * n + j]))
  const least = SINGULAR * pivots.reduce((most, pivot) => Math.max(most, pivot), 1)
  return promised < ARRIVED && pivots.every((pivot, j) => pivot > least && Math.abs(z[j]) <= FLAT_BOUND)
}

/** The cost of a transition, of some seven gradients, in visits of 0.6 µs. */
function workOf(patterns: number, columns: number, categories: number): number {
  return 7 * patterns * (categories + (columns * (categories - 1)) / 8) * (1 / 32)
}
