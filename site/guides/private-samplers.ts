// %% [markdown]
// # Private samplers
//
// Sometimes a person does not hold one category but a whole distribution: how often she listens to what, which words she types. She
// can release **one draw**, from a law near her own, so that the draw reveals little about her own law. That is a _private
// sampler_: it turns her law $P$ into a law $Q(P)$ and draws from it, and whatever comes out is at most $e^{\varepsilon}$ times as likely
// from one person as from any other.
//
// How good can that be? The error is a divergence between $P$ and $Q(P)$, in the worst case over all laws that people may have. The
// **minimax** samplers have the smallest possible worst case, for every $f$-divergence at once.

// %%
import { localMinimaxSampler, minimaxSampler, publicPriorSampler, relativeMollifier, stream } from 'adobest'

const tastes = [0.7, 0.2, 0.1, 0]
const anyLaw = minimaxSampler({ form: 'linear', categories: 4, epsilon: 1 })
console.log(
  'what is drawn from:',
  Array.from(anyLaw.distribution(tastes), p => p.toFixed(3)),
)
console.log('worst case, Kullback–Leibler:', anyLaw.worstCase('kl').toFixed(4))
console.log('one draw:', anyLaw.sample(tastes, stream(1, 'draw')))

// %% [markdown]
// For the class of all laws over $n$ categories, the linear form is randomized response applied to a draw: $Q(P) = \lambda P + (1-\lambda)\,u$ with
// the uniform law $u$.
//
// ## With something public
//
// If a public law $p_0$ is known to be near everybody's law, within a factor $\gamma$, much less noise is needed. The **clip** form of
// the local sampler keeps $Q(P)$ between
//
// $$\frac{\gamma+1}{\gamma+e^{\varepsilon}}\,p_0 \quad\text{and}\quad \frac{(\gamma+1)\,e^{\varepsilon}}{\gamma+e^{\varepsilon}}\,p_0 ,$$
//
// and is private whatever $P$ is. The reference and $\gamma$ must come from public data: a reference that is made from the users' own
// data gives them away.

// %%
const reference = [5, 3, 2, 1]
const samplers = {
  'minimax, all laws': anyLaw,
  'local, linear': localMinimaxSampler({ form: 'linear', reference, gamma: 4, epsilon: 1 }),
  'local, clipped': localMinimaxSampler({ form: 'nonlinear', reference, gamma: 4, epsilon: 1 }),
  'relative mollifier': relativeMollifier({ reference, epsilon: 1 }),
  'public prior': publicPriorSampler({ prior: reference, epsilon: 1 }),
}
console.table(
  Object.entries(samplers).map(([sampler, { distribution, worstCase }]) => ({
    sampler,
    'law that is drawn from': Array.from(distribution(tastes), p => p.toFixed(3)).join(', '),
    'worst case at most, total variation': worstCase('tv'),
  })),
)

// %% [markdown]
// Each worst case is over the sampler's own class of laws, so worst cases can be compared only within one class. It is an upper
// bound, which some law of the class attains if a set of categories has just the mass under the reference that it takes. Without an `rng`,
// `sample` uses the operating system's generator and draws in whole numbers: the draws follow the law up to the last bit that
// privacy permits.
//
// On the command line, `adobest sample` releases a draw for each row of a file: see [the command line](command-line.md).
