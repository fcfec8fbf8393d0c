import { type LinePoint, lineFigure } from './line-figure.ts'
import type { Row } from './write-rows.ts'

/** The fields of a row of the ablation that the figure needs. */
export interface AblationRow extends Row {
  readonly rho: number
  readonly epsilon: number
  readonly posterior: string
  readonly strategy: string
  readonly runs: number
  readonly totalVariation: number
  readonly 'standard error': number
}

/** Draws the error by posterior, with a line for each channel and a panel for each setting. Returns an SVG document. */
export function ablationFigure(rows: readonly AblationRow[]): Promise<string> {
  const posteriors = [...new Set(rows.map(row => row.posterior))]
  const settings = [...new Set(rows.map(({ rho, epsilon }) => `truth Dirichlet(${rho}), ε = ${epsilon}`))]
  const panels = settings.map(heading => ({
    heading,
    points: rows
      .filter(({ rho, epsilon }) => `truth Dirichlet(${rho}), ε = ${epsilon}` === heading)
      .map(
        (row): LinePoint => ({
          line: row.strategy,
          x: posteriors.indexOf(row.posterior),
          value: row.totalVariation,
          low: row.totalVariation - row['standard error'],
          high: row.totalVariation + row['standard error'],
        }),
      ),
  }))
  const labels = ['published', 'exact', 'learnt prior']
  return lineFigure(
    {
      title: 'How much each improvement helps',
      subtitle: `Total variation distance to the truth; K = 20, 10,000 people, ${rows[0].runs} paired runs`,
      caption: [
        `Posterior, from left to right: ${posteriors.join('; ')}. Lines: the channel.`,
        'Bands: one standard error of the mean to either side. Vertical scales differ.',
      ],
      columns: 3,
    },
    panels,
    {
      x: { label: null, ticks: [0, 1, 2], tickFormat: (x: number) => labels[x], inset: 12 },
      y: 'total variation distance',
      names: 100,
    },
  )
}
