import { factorize, solveLower } from '../../arrays/cholesky.ts'
import { probit } from '../../special/probit.ts'
import { FACTORS, NODES } from './kernel/nodes.ts'

const HALF = NODES / 2

/**
 * The values of the factors at the nodes, FACTORS × NODES. They are points of a Kronecker sequence, `u_hq = frac(½ + h g^−q)` with `g^(r+1)
 * = g + 1`, transformed by Φ⁻¹, each with its opposite, and rotated and scaled until their mean square is the identity. All nodes weigh
 * 1/M. The nodes belong to the prior: other nodes would define another one.
 *
 * @see Roberts (2018), The unreasonable effectiveness of quasirandom sequences
 */
export function factorNodes(): Float64Array {
  const step = 1 / growth()
  const nodes = new Float64Array(FACTORS * NODES)
  for (let q = 0, power = step; q < FACTORS; q++, power *= step) {
    for (let h = 0; h < HALF; h++) {
      const point = 0.5 + (h + 1) * power
      const value = probit(point - Math.floor(point))
      nodes[q * NODES + h] = value
      nodes[q * NODES + HALF + h] = -value
    }
  }
  return whitened(nodes)
}

/** The root g of `g^(r+1) = g + 1`. */
function growth(): number {
  let g = 1.5
  for (let i = 0; i < 60; i++) {
    let power = g
    for (let k = 0; k < FACTORS; k++) power *= g
    g -= (power - g - 1) / (((FACTORS + 1) * power) / g - 1)
  }
  return g
}

function whitened(nodes: Float64Array): Float64Array {
  const square = new Float64Array(FACTORS * FACTORS)
  for (let i = 0; i < FACTORS; i++) {
    for (let j = 0; j <= i; j++) {
      for (let h = 0; h < NODES; h++) {
        square[i * FACTORS + j] += (nodes[i * NODES + h] * nodes[j * NODES + h]) / NODES
      }
    }
  }
  factorize(square, FACTORS)
  const node = new Float64Array(FACTORS)
  for (let h = 0; h < NODES; h++) {
    for (let q = 0; q < FACTORS; q++) node[q] = nodes[q * NODES + h]
    solveLower(square, node)
    for (let q = 0; q < FACTORS; q++) nodes[q * NODES + h] = node[q]
  }
  return nodes
}
