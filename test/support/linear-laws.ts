import { srr } from '../../src/mechanism/srr.ts'
import { drain, drawChains } from '../../src/posterior/draw-posterior.ts'
import { diagnose } from '../../src/posterior/draws/diagnostics.ts'
import type { LinearSetting } from '../../src/posterior/smooth/linear-layout.ts'
import { SoftmaxLinear } from '../../src/posterior/smooth/softmax-linear.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { drawIndex } from '../../src/random/categorical.ts'
import { stream } from '../../src/random/stream.ts'

/** A few answers of people with these covariates and levels, over three bins and two cells outside, or over three steps. */
function fewAnswers(
  kind: 'number' | 'scale',
  public_: readonly { readonly covariates: readonly number[]; readonly levels: readonly number[] }[],
) {
  const first = kind === 'number' ? 1 : 0
  const cells = 3 + 2 * first
  // Few enough for draws from the prior to meet the posterior.
  const people = first === 1 ? 40 : 36 / public_.length
  const mechanism = srr({ categories: cells, epsilon: 1.5 })
  const rng = stream('few answers', kind)
  return public_.map(({ covariates, levels }, p) => {
    const inside = p % 2 === 0 ? [0.2, 0.6, 0.2] : [0.6, 0.1, 0.3]
    const truth = Float64Array.from(first === 1 ? [0.04, ...inside, 0.1] : inside)
    const tally = createTally(cells)
    for (let i = 0; i < people; i++) tally.add(mechanism, mechanism.respond(drawIndex(rng, truth), rng))
    return { tally, covariates, levels }
  })
}

/** A number with cells outside; two groups of a scale; and a scale given a covariate and two random terms, one with a slope. */
export const LAWS: Readonly<Record<string, LinearSetting>> = {
  number: {
    shape: { kind: 'number', bins: 3, first: 1 },
    patterns: fewAnswers('number', [{ covariates: [], levels: [] }]),
    covariates: 0,
    terms: [],
  },
  'a scale by group': {
    shape: { kind: 'scale', bins: 3, first: 0 },
    patterns: fewAnswers('scale', [
      { covariates: [], levels: [0] },
      { covariates: [], levels: [1] },
    ]),
    covariates: 0,
    terms: [{ levels: 2, slopes: [] }],
  },
  'a scale given a covariate and terms': {
    shape: { kind: 'scale', bins: 3, first: 0 },
    patterns: fewAnswers('scale', [
      { covariates: [-0.5], levels: [0, 2] },
      { covariates: [0.5], levels: [1, 0] },
      { covariates: [0.5], levels: [1, 1] },
    ]),
    covariates: 1,
    terms: [
      { levels: 2, slopes: [] },
      { levels: 3, slopes: [0] },
    ],
  },
}

/** What is compared: the law of each pattern, the hyperparameters, and the logarithms of the scales. */
function watch(law: SoftmaxLinear, { patterns }: LinearSetting) {
  const { cells } = law.likelihood.law
  const { hyperparameters, scales } = law.layout
  const width = patterns.length * cells + hyperparameters + scales
  const write = (place: { x: Float64Array; h: Float64Array; scales: Float64Array }, out: Float64Array) => {
    patterns.forEach(({ covariates, levels }, p) => {
      law.write(covariates, levels, place.x, out.subarray(p * cells, (p + 1) * cells))
    })
    out.set(place.h, patterns.length * cells)
    out.set(place.scales.map(Math.log), patterns.length * cells + hyperparameters)
  }
  return { width, write, cells }
}

/** The posterior means of what is watched by draws from the prior, weighted by their likelihood, with standard errors. */
export function weightedPrior(setting: LinearSetting, draws: number) {
  const law = new SoftmaxLinear(setting)
  const { width, write, cells } = watch(law, setting)
  const rng = stream('prior')
  const values = new Float64Array(draws * width)
  const logs = new Float64Array(draws)
  for (let i = 0; i < draws; i++) {
    const out = values.subarray(i * width, (i + 1) * width)
    write(law.prior.draw(rng), out)
    setting.patterns.forEach(({ tally }, p) => {
      logs[i] += tally.logLikelihood(out.subarray(p * cells, (p + 1) * cells))
    })
  }
  const top = logs.reduce((most, value) => Math.max(most, value), -Infinity)
  const weights = logs.map(value => Math.exp(value - top))
  const total = weights.reduce((sum, value) => sum + value, 0)
  const mean = new Float64Array(width)
  for (let i = 0; i < values.length; i++)
    mean[i % width] += (weights[Math.floor(i / width)] / total) * values[i]
  const variance = new Float64Array(width)
  for (let i = 0; i < values.length; i++) {
    const weight = weights[Math.floor(i / width)] / total
    variance[i % width] += (weight * (values[i] - mean[i % width])) ** 2
  }
  return {
    mean,
    error: variance.map(Math.sqrt),
    worth: total ** 2 / weights.reduce((sum, w) => sum + w * w, 0),
  }
}

/** How many standard errors of both together the chains' means are from those. */
export function strayFrom(
  setting: LinearSetting,
  { mean, error }: { readonly mean: Float64Array; readonly error: Float64Array },
  draws: number,
): number[] {
  const chains = 4
  const law = new SoftmaxLinear(setting)
  const { width, write } = watch(law, setting)
  const chained = {
    name: 'linear',
    width,
    warmup: 60,
    visits: 1,
    create: (warmup: number) => law.sampler(warmup, write),
  }
  const { draws: drawn } = drain(drawChains(chained, { seed: 'linear', chains, draws, warmup: 60 }))
  const watched = Array.from({ length: width }, (_, j) =>
    Float64Array.from({ length: chains * draws }, (__, i) => drawn[i * width + j]),
  )
  return watched.map((values, j) => {
    const own = values.reduce((sum, value) => sum + value, 0) / values.length
    return Math.abs(own - mean[j]) / Math.hypot(diagnose(values, chains).mcse, error[j])
  })
}
