import { dot, ruleY } from '@observablehq/plot'
import { logScale } from '../log-scale.ts'
import { strategyPanels } from '../strategy-panels.ts'
import type { Cell, People } from './cell.ts'
import { type Chart, divide, epsilonWords, goalWords, groupCells, number, strategiesOf } from './chart.ts'
import { TINT } from './strategy-style.ts'

/** Standard errors on either side of a mean. */
const REACH = 2
const COLUMNS = 3

/**
 * Mean people until a goal is settled, by strategy: a panel for each goal and level, a chart for each combination of the other
 * settings. None where nothing was asked.
 */
export function peopleUntilSettled(all: readonly Cell[]): Chart[] {
  const asked = all.filter(hasPeople)
  if (asked.length === 0) return []
  return groupCells(asked, ['goal', 'epsilon']).map(({ cells, words, suffix }) => ({
    name: `people${suffix}`,
    title: 'People until the goal is settled, by strategy',
    subtitle: words,
    caption: [
      `Dot: mean over runs. Line: ±${REACH} standard errors. Where a run was not settled, all people count. Fewer is better.`,
      'Each panel has its own logarithmic scale.',
    ],
    columns: COLUMNS,
    panels: strategyPanels(
      divide(cells, cell => [cell.goal, cell.epsilon]).map(rows => ({
        heading: `${goalWords(rows[0])}, ${epsilonWords(rows[0])}`,
        rows: rows.filter(hasPeople).map(toPoint),
      })),
      {
        strategies: strategiesOf(cells),
        columns: COLUMNS,
        x: here =>
          logScale(
            here.flatMap(({ low, high }) => [low, high]),
            'People (log scale)',
          ),
        marks: here => [
          ruleY(here, { x1: 'low', x2: 'high', y: 'strategy', stroke: 'currentColor' }),
          dot(here, { x: 'mean', y: 'strategy', r: 3.5, fill: TINT, stroke: 'currentColor', title: 'title' }),
        ],
      },
    ),
  }))
}

type Asked = Cell & { readonly people: People }

function hasPeople(cell: Cell): cell is Asked {
  return cell.people !== null
}

function toPoint({ strategy, runs, people: { mean, standardError, settled } }: Asked) {
  const reach = REACH * (standardError ?? 0)
  return {
    strategy,
    mean,
    // A logarithmic scale has no zero.
    low: Math.max(mean - reach, mean / 10),
    high: mean + reach,
    title: `${strategy}: mean ${number(mean)} ± ${number(reach)}, ${number(runs)} runs, ${number(100 * settled)} % settled`,
  }
}
