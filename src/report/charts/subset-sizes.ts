import { cell, text } from '@observablehq/plot'
import { strategyPanels } from '../strategy-panels.ts'
import type { Cell } from './cell.ts'
import {
  type CellGroup,
  type Chart,
  groupCells,
  number,
  strategiesOf,
  TRUTH_COLUMNS,
  truthFacets,
} from './chart.ts'
import { TINT } from './strategy-style.ts'

/** The deepest tint on which text can still be read, on light and on dark paper. */
const DEEPEST = 0.55

/**
 * Mean sizes of the subsets S as a table of strategy by level ε, with the numbers in its cells and a deeper colour for a larger size. There
 * is a panel for each truth, and a chart for each combination of the other settings in which some strategy uses subsets.
 */
export function subsetSizes(cells: readonly Cell[]): Chart[] {
  return groupCells(cells, ['truthName', 'epsilon'])
    .filter(({ cells }) => cells.some(({ meanSubsetSize }) => meanSubsetSize > 0))
    .map(chart)
}

function chart({ cells, words, suffix }: CellGroup): Chart {
  const levels = [...new Set(cells.map(cell => cell.epsilon))].sort((a, b) => a - b)
  const largest = Math.max(...cells.map(cell => cell.meanSubsetSize))
  return {
    name: `subset-size${suffix}`,
    title: 'Mean size of the subset S by strategy and level',
    subtitle: words,
    caption: [
      'Number: mean of |S| over people and runs; 0 where a channel has no subset.',
      `The deeper the colour, the larger, on one scale for all panels, from 0 to ${number(largest)}.`,
    ],
    columns: TRUTH_COLUMNS,
    panels: strategyPanels(truthFacets(cells), {
      strategies: strategiesOf(cells),
      columns: TRUTH_COLUMNS,
      plot: { opacity: { type: 'linear', domain: [0, largest], range: [0, DEEPEST] } },
      x: () => ({
        type: 'band',
        domain: levels,
        label: 'Privacy level ε',
        grid: false,
        padding: 0.03,
        tickSize: 0,
      }),
      marks: panelCells => {
        const place = { x: 'epsilon', y: 'strategy' } as const
        return [
          cell(panelCells, {
            ...place,
            insetTop: -2,
            insetBottom: -2,
            fill: TINT,
            fillOpacity: 'meanSubsetSize',
            stroke: 'currentColor',
            strokeOpacity: 0.35,
            title: describe,
          }),
          text(panelCells, { ...place, text: row => row.meanSubsetSize.toFixed(2), fill: 'currentColor' }),
        ]
      },
    }),
  }
}

function describe({ strategy, epsilon, meanSubsetSize, runs }: Cell): string {
  return `${strategy} at ε = ${epsilon}: mean |S| ${number(meanSubsetSize)}, ${number(runs)} runs`
}
