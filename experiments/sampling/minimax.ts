import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import { DIVERGENCES, type DivergenceName } from '../../src/simplex/divergence.ts'

export const CATEGORIES = [10, 20, 100]
/** The values of ε, and of ν. */
export const LEVELS = [0.1, 0.5, 1, 2]
export const PRIVACY = ['pure', 'Gaussian'] as const

export type Privacy = (typeof PRIVACY)[number]

export interface WorstCases extends Record<DivergenceName, number> {
  readonly privacy: Privacy
  readonly categories: number
  readonly level: number
  /** All laws on the categories, or those within a factor k/2 − 1 of the uniform one. */
  readonly class: 'global' | 'local'
  /** The share of the user's own law in the linear sampler, which has the same worst case as the nonlinear one. */
  readonly lambda: number
}

/**
 * The worst cases of the minimax samplers, in closed form: no data, and nothing is drawn.
 *
 * @see Ghoukasian, Asoodeh (2025), figures 3 and 5 to 9; Park, Asoodeh, Lee (2024)
 */
export function worstCases(privacy: Privacy, categories: number, level: number): WorstCases[] {
  const guarantee = privacy === 'pure' ? { epsilon: level } : { gaussian: level }
  const uniform = new Float64Array(categories).fill(1)
  const samplers = {
    global: minimaxSampler({ form: 'linear', ...guarantee, categories }),
    local: localMinimaxSampler({
      form: 'linear',
      ...guarantee,
      reference: uniform,
      gamma: categories / 2 - 1,
    }),
  }
  return (['global', 'local'] as const).map(name => {
    const { lambda, worstCase } = samplers[name]
    const divergences = DIVERGENCES.map(each => [each, worstCase(each)])
    return { privacy, categories, level, class: name, lambda, ...Object.fromEntries(divergences) }
  })
}
