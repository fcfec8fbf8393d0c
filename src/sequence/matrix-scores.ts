import { refuse } from '../check/check.ts'
import { square } from '../elementary/square.ts'
import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Scores } from './answer-scores.ts'
import { checkedInverse } from './checked-inverse.ts'

/** Size of the largest channel whose scores are solved for, in cells: responses times categories. */
const MOST_CELLS = 2 ** 18
/** Relative difference of probabilities below which two categories answer alike. */
const ALIKE = 1e-12

/**
 * The scores of any channel whose responses can be listed, `F⁻¹ P_y / (P_y·θ)` at the uniform θ. Categories that answer alike
 * form one group. The means of its scores show whether a group is identified.
 */
export function matrixScores(mechanism: Mechanism): Scores {
  const { categories: K, responseCount } = mechanism
  if (!(responseCount * K <= MOST_CELLS)) {
    refuse(
      'mechanism',
      mechanism.toRequest(),
      `one of at most ${MOST_CELLS} cells, responses times categories`,
    )
  }
  const responses = Array.from(mechanism.responses())
  const rows = responses.map(response => likelihood(mechanism, response))
  const { groups, firsts, sizes } = groupsOf(rows, K)
  const G = firsts.length
  const law = rows.map(row => Float64Array.from(firsts, x => row[x]))
  // Pr(y) where all categories are equally likely.
  const total = law.map(row => row.reduce((sum, value, u) => sum + (value * sizes[u]) / K, 0))
  // The mean scores of a group are its row of the inverse times F, which has to be the row of the identity.
  const { rows: inverse, isGood } = checkedInverse(informationOf(law, total, G), G)
  const table = law.map((row, y) =>
    Float64Array.from(firsts, (_, u) => {
      let score = 0
      for (let v = 0; v < G; v++) score += inverse[u * G + v] * row[v]
      return total[y] > 0 ? score / total[y] : 0
    }),
  )
  const isIdentified = Uint8Array.from(groups, u => Number(isGood[u] === 1 && sizes[u] === 1))
  const indexOfKey = new Map(responses.map((response, y) => [keyOf(response), y]))
  const extreme = (u: number, choose: (a: number, b: number) => number) =>
    table.reduce((bound, scores) => choose(bound, scores[u]), table[0][u])
  let variance = 0
  table.forEach((scores, y) => {
    for (const u of groups) if (isGood[u] === 1) variance += (total[y] * square(scores[u])) / K
  })
  return {
    categories: K,
    isIdentified,
    least: Float64Array.from(groups, (u, x) => (isIdentified[x] === 1 ? extreme(u, Math.min) : 0)),
    most: Float64Array.from(groups, u => (isGood[u] === 1 ? extreme(u, Math.max) : 1)),
    variance: variance > 0 ? variance : 1,
    write(response, lower, upper) {
      const y = indexOfKey.get(keyOf(response))
      if (y === undefined) refuse('response', response, 'one that the mechanism can give')
      const scores = table[y]
      for (let x = 0; x < K; x++) {
        const u = groups[x]
        upper[x] = isGood[u] === 1 ? scores[u] : 1
        lower[x] = isIdentified[x] === 1 ? scores[u] : 0
      }
    },
  }
}

const keyOf = (response: Response) => (typeof response === 'number' ? response : response?.join())

/** `Σ_y P_y P_yᵀ / (P_y·θ)` over the groups. */
function informationOf(law: readonly Float64Array[], total: readonly number[], G: number): Float64Array {
  const information = new Float64Array(G * G)
  law.forEach((row, y) => {
    if (!(total[y] > 0)) return
    for (let u = 0; u < G; u++) {
      for (let v = 0; v < G; v++) information[u * G + v] += (row[u] * row[v]) / total[y]
    }
  })
  return information
}

/** Groups the categories that answer alike. Returns the group of each category, and the first category and the size of each group. */
function groupsOf(rows: readonly Float64Array[], categories: number) {
  const firsts: number[] = []
  const sizes: number[] = []
  const groups = new Int32Array(categories)
  for (let x = 0; x < categories; x++) {
    let group = firsts.findIndex(first => rows.every(row => Math.abs(row[x] - row[first]) <= ALIKE * row[x]))
    if (group < 0) {
      group = firsts.length
      firsts.push(x)
      sizes.push(0)
    }
    groups[x] = group
    sizes[group]++
  }
  return { groups, firsts, sizes }
}
