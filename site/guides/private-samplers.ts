// %% [markdown]
// # Private samplers
//
// Sometimes a person's data are not one category but a whole distribution: the shares of her listening time, or the frequencies of the
// words she types. She can release **one draw** from a distribution near her own, so that the draw reveals little about her own. A _private
// sampler_ does this. It turns her distribution $P$ into a distribution $Q(P)$, and draws from $Q(P)$. Every outcome is at most $e^{\varepsilon}$ times as likely
// from one person as from any other.
//
// The error of a sampler is a divergence between $P$ and $Q(P)$, in the worst case over all distributions that people may have. The
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
// For the class of all distributions over $n$ categories, the linear form is randomized response applied to a draw from $P$: $Q(P) = \lambda P + (1-\lambda)\,u$ with
// the uniform distribution $u$.
//
// ## With a public reference
//
// Much less noise is needed if a public distribution $p_0$, the _reference_, is near everybody's distribution, within a factor $\gamma$. The **clipped** form of
// the local sampler keeps $Q(P)$ between
//
// $$\frac{\gamma+1}{\gamma+e^{\varepsilon}}\,p_0 \quad\text{and}\quad \frac{(\gamma+1)\,e^{\varepsilon}}{\gamma+e^{\varepsilon}}\,p_0 ,$$
//
// and is private for every $P$. The reference and $\gamma$ must come from public data: a reference made from the people's own
// data would reveal these data.

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
// Each worst case is over the sampler's own class of distributions, so worst cases can be compared only within one class. The worst case is an upper
// bound. Some distribution of the class attains it if a set of categories has exactly the right mass under $p_0$; the documentation of `worstCase` gives this mass.
//
// Without an `rng`, `sample` uses the operating system's generator and draws in whole numbers. The draws then follow $Q(P)$ up to the last bit that
// privacy permits.
//
// On the command line, `adobest sample` releases a draw for each row of a file ([the command line](command-line.md)).
