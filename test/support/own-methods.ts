/** A module with kinds of a stranger's, as text: it imports nothing, so that it loads wherever it stands. */
export const OWN_METHODS = `
const respond = (x, rng, truth, K) => (rng.uniform() < truth ? x : (x + 1 + rng.integer(K - 1)) % K)
function own({ categories: K, epsilon }) {
  const truth = 1 / (1 + (K - 1) * Math.exp(-epsilon))
  return {
    name: 'own',
    categories: K,
    respond: (x, rng) => respond(x, rng, truth, K),
    column(y) {
      if (!Number.isInteger(y) || y < 0 || y >= K) throw new RangeError('no response')
      const logValues = Float64Array.from({ length: K }, (_, x) => (x === y ? 0 : -epsilon))
      const values = logValues.map(Math.exp)
      return { kind: 'dense', categories: K, logScale: Math.log(truth), values, logValues }
    },
    responses: () => Array.from({ length: K }, (_, y) => y),
    toRequest: () => ({ mechanism: 'own', categories: K, epsilon }),
  }
}
export const mechanisms = [{ name: 'own', fromRequest: own, strategy: own }]
export const utilities = [{ name: 'smallest', evaluate: (theta, { subset = [] }) => -subset.length }]
export const strategies = [
  {
    name: 'half',
    create: ({ categories, epsilon }) => {
      const channels = [epsilon, epsilon / 2].map(level => own({ categories, epsilon: level }))
      return { adaptive: true, choose: (_, { tally }) => channels[tally.size % 2] }
    },
  },
]
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
          return { state }
        },
        theta(state, out) {
          out.set(state.theta)
          return out
        },
      }
    },
  },
]
`

/** Settings of a small plan that use all of them. */
export const OWN_PLAN = {
  use: './methods.mjs',
  categories: 3,
  users: 40,
  epsilon: 1,
  truth: { dirichlet: 0.5 },
  strategies: ['srr', 'own', 'half', 'smallest@0.7'],
  sampler: 'pairwise',
  runs: 2,
  seed: 1,
}
