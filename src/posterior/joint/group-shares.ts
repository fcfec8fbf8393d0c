import { exp } from '../../elementary/exp.ts'
import { softmax } from '../moves/softmax-target.ts'
import {
  EFFECT_SCALE,
  GROUP_SD,
  type GroupPlace,
  HYPER_SD,
  type JointLayout,
  MARGIN_SCALE,
} from './joint-layout.ts'
import { FACTORS, NODES } from './kernel/nodes.ts'

/** Computes the shares of all questions at the nodes for one group of people, or for all people if there are no groups. */
export function readGroup(layout: JointLayout, z: Float64Array, group = 0): void {
  const { questions, scales, spreads, kernel, at, groups } = layout
  const { numbers } = kernel
  const own = groups[group]
  if (own) {
    const tau = exp(GROUP_SD * z[layout.groupTau])
    const weights = numbers.subarray(at.weights, at.weights + NODES)
    for (let h = 0; h < NODES; h++) {
      let logit = 0
      for (let r = 0; r < FACTORS; r++) logit += z[own.mean + r] * numbers[at.nodes + r * NODES + h]
      weights[h] = tau * logit
    }
    softmax(weights, weights)
  }
  for (let j = 0; j < questions.length; j++) {
    const { basis, beta, factors, cell } = questions[j]
    const { cells: K, columns, values } = basis
    scales[j] = layout.scaleOf(z, j)
    spreads[j] = exp(layout.logSpread + HYPER_SD * z[layout.spread + j])
    const shift = own ? own.shift + beta - questions[0].beta : 0
    const tau = own ? scales[j] * MARGIN_SCALE * z[layout.marginTau + j] : 0
    const coef = at.coef + cell * FACTORS
    const kappa = own ? EFFECT_SCALE * z[layout.effectTau + j] : 0
    for (let u = 0, entry = 0; u < K; u++) {
      let base = 0
      let [c0, c1, c2, c3] = [0, 0, 0, 0]
      for (let c = 0, row = factors; c < columns; c++, entry++, row += FACTORS) {
        const value = values[entry]
        if (value === 0) continue
        base += value * (own ? z[beta + c] + tau * z[shift + c] : z[beta + c])
        c0 += value * z[row]
        c1 += value * z[row + 1]
        c2 += value * z[row + 2]
        c3 += value * z[row + 3]
        if (!own) continue
        const effect = own.effects + row
        const scaled = value * kappa
        c0 += scaled * z[effect]
        c1 += scaled * z[effect + 1]
        c2 += scaled * z[effect + 2]
        c3 += scaled * z[effect + 3]
      }
      numbers[at.base + cell + u] = base
      numbers[coef + u * FACTORS] = spreads[j] * c0
      numbers[coef + u * FACTORS + 1] = spreads[j] * c1
      numbers[coef + u * FACTORS + 2] = spreads[j] * c2
      numbers[coef + u * FACTORS + 3] = spreads[j] * c3
    }
    kernel.shares(
      K,
      at.base + cell,
      coef,
      at.nodes,
      at.weights,
      at.shares + cell * NODES,
      at.weighted + cell * NODES,
    )
  }
}

/** Adds the derivatives that the tables of a group have collected to the gradient. */
export function pullGroup(layout: JointLayout, z: Float64Array, gradient: Float64Array, group = 0): void {
  const { questions, scales, spreads, kernel, at, groups } = layout
  const { numbers } = kernel
  const own = groups[group]
  for (let j = 0; j < questions.length; j++) {
    const { basis, beta, factors, cell } = questions[j]
    const { cells: K, columns, values } = basis
    const byCoef = at.byCoef + cell * FACTORS
    kernel.pullShares(
      K,
      at.shares + cell * NODES,
      at.byShares + cell * NODES,
      at.nodes,
      at.weights,
      at.byWeights,
      at.byBase + cell,
      byCoef,
    )
    const spread = spreads[j]
    const shift = own ? own.shift + beta - questions[0].beta : 0
    const tau = own ? scales[j] * MARGIN_SCALE * z[layout.marginTau + j] : 0
    const kappa = own ? EFFECT_SCALE * z[layout.effectTau + j] : 0
    let [bySpread, byShift, byKappa] = [0, 0, 0]
    for (let u = 0, entry = 0; u < K; u++) {
      const by = numbers[at.byBase + cell + u]
      const g0 = spread * numbers[byCoef + u * FACTORS]
      const g1 = spread * numbers[byCoef + u * FACTORS + 1]
      const g2 = spread * numbers[byCoef + u * FACTORS + 2]
      const g3 = spread * numbers[byCoef + u * FACTORS + 3]
      const coef = at.coef + (cell + u) * FACTORS
      bySpread +=
        (g0 * numbers[coef] + g1 * numbers[coef + 1] + g2 * numbers[coef + 2] + g3 * numbers[coef + 3]) /
        spread
      for (let c = 0, row = factors; c < columns; c++, entry++, row += FACTORS) {
        const value = values[entry]
        if (value === 0) continue
        const byBeta = value * by
        gradient[beta + c] += byBeta
        if (own) {
          gradient[shift + c] += tau * byBeta
          byShift += byBeta * z[shift + c]
        }
        gradient[row] += value * g0
        gradient[row + 1] += value * g1
        gradient[row + 2] += value * g2
        gradient[row + 3] += value * g3
        if (!own) continue
        const effect = own.effects + row
        byKappa += value * (g0 * z[effect] + g1 * z[effect + 1] + g2 * z[effect + 2] + g3 * z[effect + 3])
        const scaled = value * kappa
        gradient[effect] += scaled * g0
        gradient[effect + 1] += scaled * g1
        gradient[effect + 2] += scaled * g2
        gradient[effect + 3] += scaled * g3
      }
    }
    gradient[layout.spread + j] += HYPER_SD * bySpread
    if (!own) continue
    gradient[layout.scale + j] += HYPER_SD * tau * byShift
    gradient[layout.marginTau + j] += scales[j] * MARGIN_SCALE * byShift
    gradient[layout.effectTau + j] += EFFECT_SCALE * byKappa
  }
  if (own) pullWeights(layout, z, gradient, own)
}

/** Adds the derivatives by a group's weights. Each table contributes through both of its questions, so they are halved. */
function pullWeights(layout: JointLayout, z: Float64Array, gradient: Float64Array, own: GroupPlace): void {
  const { at } = layout
  const { numbers } = layout.kernel
  const tau = exp(GROUP_SD * z[layout.groupTau])
  let mean = 0
  for (let h = 0; h < NODES; h++) mean += numbers[at.weights + h] * numbers[at.byWeights + h]
  let byTau = 0
  for (let r = 0; r < FACTORS; r++) {
    let by = 0
    for (let h = 0; h < NODES; h++) {
      const byLogit = (numbers[at.weights + h] * (numbers[at.byWeights + h] - mean)) / 2
      by += byLogit * numbers[at.nodes + r * NODES + h]
    }
    gradient[own.mean + r] += tau * by
    byTau += tau * by * z[own.mean + r]
  }
  gradient[layout.groupTau] += GROUP_SD * byTau
}
