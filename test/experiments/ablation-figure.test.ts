import { expect, test } from 'vitest'
import { type AblationRow, ablationFigure } from '../../experiments/support/ablation-figure.ts'

const POSTERIORS = ['published', 'exact', 'learnt']
const STRATEGIES = ['srr', 'auto']

function rowsOf(epsilons: readonly number[]): AblationRow[] {
  return epsilons.flatMap(epsilon =>
    POSTERIORS.flatMap((posterior, i) =>
      STRATEGIES.map((strategy, j) => ({
        rho: 0.1,
        epsilon,
        posterior,
        strategy,
        runs: 3,
        totalVariation: 0.3 / (1 + i + j),
        'standard error': 0.01,
      })),
    ),
  )
}

test('a panel for each setting, with a dot for each posterior and strategy', async () => {
  const svg = await ablationFigure(rowsOf([0.5, 1]))
  expect(svg.match(/truth Dirichlet\(0\.1\), ε = /g)).toHaveLength(2)
  expect(svg.match(/<circle/g)).toHaveLength(2 * POSTERIORS.length * STRATEGIES.length)
  for (const strategy of STRATEGIES) expect(svg.match(new RegExp(`>${strategy}<`, 'g'))).toHaveLength(2)
  expect(svg).toContain('published; exact; learnt')
})
