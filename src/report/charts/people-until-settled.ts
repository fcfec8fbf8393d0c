import { dot, ruleY } from '@observablehq/plot'
import { logScale } from '../log-scale.ts'
import { strategyPanels } from '../strategy-panels.ts'
import type { Cell, People } from './cell.ts'
import { type Chart, divide, epsilonWords, goalWords, groupCells, number, strategiesOf } from './chart.ts'
import { TINT } from './strategy-style.ts'

/** How many standard errors are shown on either side of a mean. */
const REACH = 2
const COLUMNS = 3

/**
 * The mean number of people until a goal is settled, by strategy. There is a panel for each goal and level, and a chart for
 * each combination of the other settings; none if there was no goal.
 */
export function peopleUntilSettled(all: readonly Cell[]): Chart[] {
  const withGoal = all.filter(hasPeople)
  if (withGoal.length === 0) return []
  return groupCells(withGoal, ['goal', 'epsilon']).map(({ cells, words, suffix }) => ({
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
        x: points =>
          logScale(
            points.flatMap(({ low, high }) => [low, high]),
            'People (log scale)',
          ),
        marks: points => [
          ruleY(points, { x1: 'low', x2: 'high', y: 'strategy', stroke: 'currentColor' }),
          dot(points, {
            x: 'mean',
            y: 'strategy',
            r: 3.5,
            fill: TINT,
            stroke: 'currentColor',
            title: 'title',
          }),
        ],
      },
    ),
  }))
}

type CellWithGoal = Cell & { readonly people: People }

function hasPeople(cell: Cell): cell is CellWithGoal {
  return cell.people !== null
}

function toPoint({ strategy, runs, people: { mean, standardError, settled } }: CellWithGoal) {
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
