import { square } from '../elementary/square.ts'
import { describeOnce, type Posterior, TARGET } from '../posterior/chains/posterior.ts'
import { summarize } from '../posterior/draws/summary.ts'

/** A posterior, and its weight in a mixture. */
export interface Share {
  readonly posterior: Posterior
  readonly weight: number
}

/**
 * The mixture of posteriors of one sampler. Each contributes draws in proportion to its weight, evenly spaced over its own draws. The
 * diagnostics combine those of the parts: the worst R̂; mcse² = Σ w² mcse²; and the numbers of effective draws that correspond to it.
 */
export function mixPosteriors(shares: readonly Share[], categories: number): Posterior {
  if (shares.length === 1) return shares[0].posterior
  const [{ posterior: first }] = shares
  const rows = first.draws.length / categories
  const draws: Float64Array[] = []
  const concentrations: number[] = []
  let covered = 0
  let drawsTaken = 0
  for (const { posterior, weight } of shares) {
    covered += weight
    const count = Math.min(rows, Math.round(covered * rows)) - drawsTaken
    drawsTaken += count
    const available = posterior.draws.length / categories
    for (let i = 0; i < count; i++) {
      const row = Math.floor(((i + 0.5) * available) / count)
      draws.push(posterior.draws.subarray(row * categories, (row + 1) * categories))
      if (posterior.concentration) concentrations.push(posterior.concentration[row])
    }
  }
  const all = new Float64Array(draws.length * categories)
  draws.forEach((draw, i) => {
    all.set(draw, i * categories)
  })
  const { sampler, stopped } = first
  const concentration = first.concentration && Float64Array.from(concentrations)
  return describeOnce(
    { ...summarize(all, categories), sampler, chains: 1, stopped, concentration },
    TARGET,
    () => mixDiagnostics(shares, categories),
  )
}

function mixDiagnostics(shares: readonly Share[], categories: number): Posterior['diagnostics'] {
  const over = (combine: (x: number) => number) =>
    Float64Array.from({ length: categories }, (_, x) => combine(x))
  const sum = (term: (share: Share) => number) => shares.reduce((total, share) => total + term(share), 0)
  const ess = (name: 'essBulk' | 'essTail') =>
    over(x => 1 / sum(({ posterior, weight }) => square(weight) / posterior.diagnostics[name][x]))
  return {
    rhat: over(x =>
      shares.reduce((worst, { posterior }) => Math.max(worst, posterior.diagnostics.rhat[x]), 0),
    ),
    essBulk: ess('essBulk'),
    essTail: ess('essTail'),
    mcse: over(x =>
      Math.sqrt(sum(({ posterior, weight }) => square(weight * posterior.diagnostics.mcse[x]))),
    ),
    transitions: sum(({ posterior }) => posterior.diagnostics.transitions),
    divergences: sum(({ posterior }) => posterior.diagnostics.divergences),
    saturated: sum(({ posterior }) => posterior.diagnostics.saturated),
    ebfmi: Float64Array.from(shares.flatMap(({ posterior }) => Array.from(posterior.diagnostics.ebfmi))),
  }
}
