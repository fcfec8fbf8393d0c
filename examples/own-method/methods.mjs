// A mechanism, a utility, a strategy and a sampler of your own, for `adobest compare --use examples/own-method/methods.mjs …`.
import { channelMatrix, levelColumn, srr } from 'adobest'

/** Response y stands for the neighbours y and y + 1 on a ring: they give it e^ε times as often as the others. K is odd. */
function ring({ categories: K, epsilon }) {
  const inside = 2 / (2 + (K - 2) * Math.exp(-epsilon))
  const isResponse = y => Number.isInteger(y) && y >= 0 && y < K
  return {
    name: 'ring',
    categories: K,
    respond: (x, rng) =>
      rng.uniform() < inside ? (x + K - rng.integer(2)) % K : (x + 1 + rng.integer(K - 2)) % K,
    column(y) {
      if (!isResponse(y)) throw new RangeError(`response must be a whole number below ${K}`)
      const set = [y, (y + 1) % K].sort((i, j) => i - j)
      return levelColumn({
        categories: K,
        logScale: Math.log(inside / 2),
        logBase: -epsilon,
        set,
        logLevel: 0,
      })
    },
    responses: () => Array(K).keys(),
    toRequest: () => ({ mechanism: 'ring', categories: K, epsilon }),
  }
}

export const mechanisms = [{ name: 'ring', fromRequest: ring, strategy: ring }]

/** How likely two people with the same response hold the same category. */
export const utilities = [
  {
    name: 'collision',
    evaluate: (theta, mechanism) =>
      channelMatrix(mechanism).reduce((sum, row) => {
        const joint = row.map((probability, x) => probability * theta[x])
        const h = joint.reduce((total, p) => total + p, 0)
        return h > 0 ? sum + joint.reduce((squares, p) => squares + p * p, 0) / h : sum
      }, 0),
  },
]

/** Randomized response and the ring, in turn. */
export const strategies = [
  {
    name: 'alternate',
    create({ categories, epsilon }, memory = 0) {
      const channels = [srr({ categories, epsilon }), ring({ categories, epsilon })]
      let answers = memory
      return { adaptive: true, choose: () => channels[answers++ % 2], memory: () => answers }
    },
  },
]

/** Metropolis steps that redistribute the mass of two categories. */
export const samplers = [
  {
    name: 'pairwise',
    priors: 'fixed',
    create({ tally, prior: rho }) {
      const K = tally.categories
      const logDensity = theta =>
        tally.logLikelihood(theta) + theta.reduce((sum, p, x) => sum + (rho[x] - 1) * Math.log(p), 0)
      return {
        init: () => ({ theta: Array(K).fill(1 / K) }),
        step(rng, state) {
          const i = rng.integer(K)
          const j = (i + 1 + rng.integer(K - 1)) % K
          const moved = [...state.theta]
          moved[i] = rng.uniform() * (state.theta[i] + state.theta[j])
          moved[j] = state.theta[i] + state.theta[j] - moved[i]
          if (Math.log(rng.uniform()) < logDensity(moved) - logDensity(state.theta)) state.theta = moved
          return { state, info: undefined }
        },
        theta: (state, out) => out.set(state.theta) ?? out,
      }
    },
  },
]
