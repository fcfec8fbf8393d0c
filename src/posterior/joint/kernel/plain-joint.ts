import { exp } from '../../../elementary/exp.ts'
import { log } from '../../../elementary/log.ts'
import type { JointKernel } from './joint-loops.ts'
import { COLUMN, FACTORS, LEAST_EXPONENT, LEAST_PRODUCT, MOST_PRODUCT, NODES } from './nodes.ts'

/**
 * The kernel in TypeScript. Sums over nodes have two parts, for even and for odd nodes, like the two lanes of a vector, so the kernel gives
 * the same bits as `assembly/joint.ts`.
 */
export function plainJoint(length: number): JointKernel {
  const buffer = new ArrayBuffer(8 * length)
  const x = new Float64Array(buffer)
  const wholes = new Int32Array(buffer)
  const top = new Float64Array(NODES)
  const total = new Float64Array(NODES)

  /** Adds `Σ_v s(u, v) p(v|h)` to the rows of one question. */
  const pullOne = (
    score: number,
    step: number,
    size: number,
    shares: number,
    others: number,
    otherStep: number,
    by: number,
  ) => {
    for (let u = 0; u < size; u++) {
      total.fill(0)
      for (let v = 0; v < others; v++) {
        const s = x[score + u * step + v * otherStep]
        const row = shares + v * NODES
        for (let h = 0; h < NODES; h++) total[h] += s * x[row + h]
      }
      for (let h = 0; h < NODES; h++) x[by + u * NODES + h] += total[h]
    }
  }

  return {
    numbers: x,
    wholes,
    shares(K, base, coef, nodes, weights, out, weighted) {
      top.fill(-Infinity)
      total.fill(0)
      for (let u = 0; u < K; u++) {
        const row = out + u * NODES
        const at = coef + u * FACTORS
        for (let h = 0; h < NODES; h++) {
          let logit = x[base + u]
          for (let r = 0; r < FACTORS; r++) logit += x[at + r] * x[nodes + r * NODES + h]
          x[row + h] = logit
          if (logit > top[h]) top[h] = logit
        }
      }
      for (let u = 0; u < K; u++) {
        const row = out + u * NODES
        for (let h = 0; h < NODES; h++) {
          const share = exp(Math.max(x[row + h] - top[h], LEAST_EXPONENT))
          x[row + h] = share
          total[h] += share
        }
      }
      for (let h = 0; h < NODES; h++) total[h] = 1 / total[h]
      for (let u = 0; u < K; u++) {
        for (let h = 0; h < NODES; h++) {
          const share = x[out + u * NODES + h] * total[h]
          x[out + u * NODES + h] = share
          x[weighted + u * NODES + h] = share * x[weights + h]
        }
      }
    },

    table(weightedA, sizeA, sharesB, sizeB, out) {
      for (let v = 0; v < sizeB; v++) {
        const b = sharesB + v * NODES
        for (let u = 0; u < sizeA; u++) {
          const a = weightedA + u * NODES
          let [even, odd] = [0, 0]
          for (let h = 0; h < NODES; h += 2) {
            even += x[a + h] * x[b + h]
            odd += x[a + h + 1] * x[b + h + 1]
          }
          x[out + u + sizeA * v] = even + odd
        }
      }
    },

    pullTable(score, sharesA, sizeA, sharesB, sizeB, byA, byB) {
      pullOne(score, 1, sizeA, sharesB, sizeB, sizeA, byA)
      pullOne(score, sizeA, sizeB, sharesA, sizeA, 1, byB)
    },

    pullShares(K, shares, by, nodes, weights, mean, byBase, byCoef) {
      total.fill(0)
      for (let u = 0; u < K; u++) {
        const row = u * NODES
        for (let h = 0; h < NODES; h++) total[h] += x[shares + row + h] * x[by + row + h]
      }
      for (let h = 0; h < NODES; h++) x[mean + h] += total[h]
      for (let u = 0; u < K; u++) {
        const row = u * NODES
        let [even, odd] = [0, 0]
        for (let h = 0; h < NODES; h++) {
          x[by + row + h] = x[shares + row + h] * x[weights + h] * (x[by + row + h] - total[h])
        }
        for (let h = 0; h < NODES; h += 2) {
          even += x[by + row + h]
          odd += x[by + row + h + 1]
        }
        x[byBase + u] = even + odd
        for (let r = 0; r < FACTORS; r++) {
          const f = nodes + r * NODES
          let [first, second] = [0, 0]
          for (let h = 0; h < NODES; h += 2) {
            first += x[by + row + h] * x[f + h]
            second += x[by + row + h + 1] * x[f + h + 1]
          }
          x[byCoef + u * FACTORS + r] = first + second
        }
      }
    },

    bend(n, shift, tau, table, deviation, c, out, ratio, slope) {
      const sums = [0, 0]
      for (let i = 0; i < n; i++) {
        const argument = shift + tau * x[deviation + i]
        const q = exp(Math.max(-Math.abs(argument), LEAST_EXPONENT))
        const plus = Math.max(argument, 0) + log1pOfShare(q)
        const logistic = (argument < 0 ? q : 1) / (1 + q)
        const rho = plus * x[c + i]
        x[slope + i] = logistic / plus
        x[ratio + i] = rho
        x[out + i] = x[table + i] * rho
        sums[i & 1] += x[out + i]
      }
      const scale = 1 / (sums[0] + sums[1])
      for (let i = 0; i < n; i++) {
        x[out + i] *= scale
        x[ratio + i] *= scale
      }
    },

    pullBend(n, theta, ratio, slope, deviation, score, byArgument) {
      const sums = [0, 0]
      for (let i = 0; i < n; i++) sums[i & 1] += x[theta + i] * x[score + i]
      const mean = sums[0] + sums[1]
      sums.fill(0)
      for (let i = 0; i < n; i++) {
        const off = x[score + i] - mean
        const by = x[theta + i] * off * x[slope + i]
        x[score + i] = x[ratio + i] * off
        x[byArgument + i] = by
        sums[i & 1] += by * x[deviation + i]
      }
      return sums[0] + sums[1]
    },

    sets(n, theta, score, count, columns, ends, members) {
      x.fill(0, score, score + n)
      let value = 0
      let product = 1
      for (let i = 0; i < count; i++) {
        const column = columns + COLUMN * i
        const start = members + wholes[ends + i]
        const end = members + wholes[ends + i + 1]
        let [even, odd] = [0, 0]
        let member = start
        for (; member + 1 < end; member += 2) {
          even += x[theta + wholes[member]]
          odd += x[theta + wholes[member + 1]]
        }
        if (member < end) even += x[theta + wholes[member]]
        const more = x[column + 1]
        const times = x[column + 2]
        const g = x[column] + more * (even + odd)
        if (times === 1) {
          product *= g
          if (!(product > LEAST_PRODUCT && product < MOST_PRODUCT)) {
            value += log(product)
            product = 1
          }
        } else value += times * log(g)
        const weight = (times * more) / g
        for (member = start; member < end; member++) x[score + wholes[member]] += weight
      }
      return value + log(product)
    },

    quadratic(n, theta, score, anchor, slope, information, difference) {
      const stride = n + (n & 1)
      for (let i = 0; i < n; i++) x[difference + i] = x[theta + i] - x[anchor + i]
      if (n < stride) x[difference + n] = 0
      let value = 0
      for (let i = 0; i < n; i++) {
        const row = information + i * stride
        let [even, odd] = [0, 0]
        for (let j = 0; j < stride; j += 2) {
          even += x[row + j] * x[difference + j]
          odd += x[row + j + 1] * x[difference + j + 1]
        }
        const bend = even + odd
        x[score + i] = x[slope + i] - bend
        value += x[difference + i] * (x[slope + i] - bend / 2)
      }
      return value
    },
  }
}

/** The terms 2/(2k + 1) of `ln((1 + s)/(1 − s)) = s Σ_k 2/(2k + 1) s^2k`, in decreasing order of k. */
const ATANH = Float64Array.from({ length: 16 }, (_, i) => 2 / (2 * (15 - i) + 1))

/** `ln(1 + q)` for q from 0 to 1, by `2 artanh(q/(2 + q))`, without a branch that depends on q. */
function log1pOfShare(q: number): number {
  const s = q / (2 + q)
  const square = s * s
  let series = ATANH[0]
  for (let i = 1; i < ATANH.length; i++) series = series * square + ATANH[i]
  return s * series
}
