import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { columnLogValues } from '../mechanism/column.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { ChannelFigures, LossAtom } from './channel-figures.ts'

/** Largest number of probabilities in memory, and of products summed over pairs of categories, which take some seconds. */
const MOST_CELLS = 1e7
const MOST_PRODUCTS = 2e9

/** Whether a channel has few enough responses to enumerate for its figures. */
export function isListable({ responseCount, categories }: Mechanism): boolean {
  const cells = responseCount * categories
  return cells <= MOST_CELLS && cells * categories <= MOST_PRODUCTS
}

/** The figures of a channel, by enumerating its responses. */
export function listedFigures(mechanism: Mechanism, prior: Float64Array): ChannelFigures {
  if (!isListable(mechanism)) {
    refuse(
      'mechanism',
      mechanism.toRequest(),
      `one whose responses can be listed, ${MOST_PRODUCTS} products in all, or, with a uniform prior, of a law that is the same for all categories`,
    )
  }
  const logs = logColumns(mechanism)
  return { ...priorFigures(logs, prior), ...pairFigures(logs, mechanism.categories) }
}

/** `ln Pr(y | x)`: for each response one vector over the categories. */
export function logColumns(mechanism: Mechanism): Float64Array[] {
  return Array.from(mechanism.responses(), response => {
    const column = mechanism.column(response)
    return columnLogValues(column).map(value => value + column.logScale)
  })
}

function priorFigures(logs: readonly Float64Array[], prior: Float64Array) {
  let guess = 0
  let information = 0
  for (const column of logs) {
    let [most, mean] = [0, 0]
    prior.forEach((weight, x) => {
      const joint = weight * exp(column[x])
      mean += joint
      if (joint > most) most = joint
    })
    guess += most
    if (mean === 0) continue
    const logMean = log(mean)
    prior.forEach((weight, x) => {
      if (weight > 0) information += weight * exp(column[x]) * (column[x] - logMean)
    })
  }
  return { guess, mutualInformation: Math.max(0, information) }
}

function pairFigures(logs: readonly Float64Array[], K: number) {
  // Row x of `cross` has the means of ln Pr(y | x′) for answers of x.
  const cross = new Float64Array(K * K)
  const distance = new Float64Array(K * K)
  for (const column of logs) {
    const values = column.map(exp)
    for (let x = 0, at = 0; x < K; x++) {
      const value = values[x]
      for (let other = 0; other < K; other++, at++) {
        cross[at] += value * column[other]
        distance[at] += Math.abs(value - values[other])
      }
    }
  }
  let [worst, largestMean] = [1, -Infinity]
  let variation = 0
  for (let x = 0, at = 0; x < K; x++) {
    for (let other = 0; other < K; other++, at++) {
      const meanLoss = cross[x * K + x] - cross[at]
      if (other !== x && meanLoss > largestMean) [worst, largestMean] = [at, meanLoss]
      if (distance[at] > variation) variation = distance[at]
    }
  }
  const [x, other] = [Math.floor(worst / K), worst % K]
  const loss: LossAtom[] = logs.map(column => ({
    loss: column[x] - column[other],
    probability: exp(column[x]),
  }))
  return { worstTotalVariation: variation / 2, loss }
}
