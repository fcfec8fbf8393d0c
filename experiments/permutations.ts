/**
 * The loss of a block design with one permutation of its points, and the part of it that several permutations recover. Answers are shared
 * out evenly among the permutations. Printed are ratios to subset selection of the mean standard error of unbiased estimates and of the
 * expected total variation distance with 10,000 people; means over truths drawn from Dirichlet(ρ).
 *
 *     npx tsx experiments/permutations.ts [--categories 20] [--truths 40]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { rotatePoints } from '../src/design/rotate-points.ts'
import { blockDesign } from '../src/mechanism/block-design/block-design.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { checkedInverse } from '../src/sequence/checked-inverse.ts'
import { addInformation } from './support/channel-information.ts'
import { ExpectedDistance } from './support/expected-distance.ts'
import { drawTruth } from './support/play-auto.ts'
import { runScript } from './support/run-script.ts'
import { symmetric } from './support/softmax-covariance.ts'
import { printRows, writeRows } from './support/write-rows.ts'

const USERS = 10_000
const EPSILONS = [0.5, 1, 2]
const RHOS = [0.01, 0.1, 1]
const PERMUTATIONS = [1, 2, 4, 8]

/** The information of so many people at θ, whose answers are shared out evenly among the mechanisms. */
function informationOf(mechanisms: readonly Mechanism[], theta: Float64Array): Float64Array {
  const information = new Float64Array(theta.length ** 2)
  for (const mechanism of mechanisms) {
    addInformation(mechanism, USERS / mechanisms.length, theta, information)
  }
  return information
}

/**
 * The mean over the categories of the standard errors of unbiased estimates. `addInformation` leaves out multiples of `v 1ᵀ + 1 vᵀ`, so a large
 * multiple of `1 1ᵀ` is added: it fixes the sum of the estimates, and changes nothing else.
 */
function meanError(information: Float64Array, K: number): number {
  const { rows } = checkedInverse(
    symmetric(information).map(value => value + USERS),
    K,
  )
  return (
    Array.from({ length: K }, (_, x) => Math.sqrt(rows[x * (K + 1)])).reduce((sum, error) => sum + error) / K
  )
}

await runScript(async () => {
  const { values } = parseArgs({
    options: { categories: { type: 'string', default: '20' }, truths: { type: 'string', default: '40' } },
  })
  const categories = requireInteger('categories', Number(values.categories), 2)
  const truths = requireInteger('truths', Number(values.truths), 1)
  const distance = new ExpectedDistance(categories)
  const rows = EPSILONS.flatMap(epsilon => {
    const designs: Mechanism[] = [blockDesign({ categories, epsilon })]
    while (designs.length < Math.max(...PERMUTATIONS)) designs.push(rotatePoints(designs.at(-1)!))
    return RHOS.map(rho => {
      const errors = PERMUTATIONS.map(() => 0)
      const distances = PERMUTATIONS.map(() => 0)
      let [setError, setDistance] = [0, 0]
      for (let run = 1; run <= truths; run++) {
        const theta = drawTruth(categories, rho, `permutations ${rho} ${run}`)
        const sets = informationOf([subsetSelection({ categories, epsilon })], theta)
        setError += meanError(sets, categories)
        setDistance += distance.at(theta, sets)
        PERMUTATIONS.forEach((count, i) => {
          const information = informationOf(designs.slice(0, count), theta)
          errors[i] += meanError(information, categories)
          distances[i] += distance.at(theta, information)
        })
      }
      const columns = (name: string, sums: number[], base: number) =>
        PERMUTATIONS.map((count, i) => [`${name}, ${count}`, sums[i] / base])
      return {
        epsilon,
        rho,
        points: designs[0].responseCount,
        ...Object.fromEntries([
          ...columns('error', errors, setError),
          ...columns('distance', distances, setDistance),
        ]),
      }
    })
  })
  printRows(`Block designs in 1, 2, 4 and 8 permutations against subset selection, K = ${categories}`, rows)
  writeRows('permutations', `${categories}`, rows)
})
