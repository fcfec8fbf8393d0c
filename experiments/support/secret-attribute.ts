/**
 * Channels over whole records in which a person answers about one attribute, drawn in secret, and makes up the others. The answer has the
 * level that is claimed to become ε by drawing in secret: `ε′ = ln(d (e^ε − 1) + 1)`.
 *
 * @see Arcolezi, Couchot, Al Bouna, Xiao (2021), Random sampling plus fake data (RS+FD); Arcolezi et al. (2023), RS+RFD
 */

/** ε′, the level of the answer for d attributes. */
export function amplifiedLevel(attributes: number, epsilon: number): number {
  return Math.log(attributes * (Math.exp(epsilon) - 1) + 1)
}

/** All records over attributes of these sizes. */
export function recordsOf(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (records, size) => records.flatMap(record => Array.from({ length: size }, (_, x) => [...record, x])),
    [[]],
  )
}

/**
 * With randomized response: `Pr(y | x) = Σ_s 1/d Pr(y_s | x_s) Π_{j ≠ s} f_j(y_j)`, one row for each y, one column for each record.
 *
 * @param fakes the laws f_j of made-up answers: uniform for RS+FD, near the true frequencies for RS+RFD
 */
export function withFakeCategories(fakes: readonly (readonly number[])[], level: number): number[][] {
  const sizes = fakes.map(law => law.length)
  const records = recordsOf(sizes)
  const share = (x: number, y: number, size: number) =>
    (x === y ? Math.exp(level) : 1) / (Math.exp(level) + size - 1)
  return rowsOf(records, records, sizes.length, (y, x, j, isSampled) =>
    isSampled ? share(x[j], y[j], sizes[j]) : fakes[j][y[j]],
  )
}

/** Random sampling with fake data by unary encoding (OUE), where a fake answer encodes the zero vector (OUE-z). */
export function withFakeZeros(sizes: readonly number[], level: number): number[][] {
  const flipped = 1 / (Math.exp(level) + 1)
  const bits = recordsOf(new Array<number>(sizes.reduce((total, size) => total + size, 0)).fill(2))
  const starts = sizes.map((_, j) => sizes.slice(0, j).reduce((total, size) => total + size, 0))
  return rowsOf(bits, recordsOf(sizes), sizes.length, (y, x, j, isSampled) => {
    let product = 1
    for (let k = 0; k < sizes[j]; k++) {
      const one = isSampled && x[j] === k ? 1 / 2 : flipped
      product *= y[starts[j] + k] === 1 ? one : 1 - one
    }
    return product
  })
}

function rowsOf(
  responses: readonly number[][],
  records: readonly number[][],
  attributes: number,
  factor: (y: number[], x: number[], j: number, isSampled: boolean) => number,
): number[][] {
  return responses.map(y =>
    records.map(x => {
      let total = 0
      for (let sampled = 0; sampled < attributes; sampled++) {
        let product = 1 / attributes
        for (let j = 0; j < attributes; j++) product *= factor(y, x, j, j === sampled)
        total += product
      }
      return total
    }),
  )
}
