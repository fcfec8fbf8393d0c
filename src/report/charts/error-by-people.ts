import { logScale } from '../log-scale.ts'
import type { Panel } from '../panel.ts'
import type { Facet } from '../strategy-panels.ts'
import { type Cell, errorName } from './cell.ts'
import { type Chart, groupCells, number, strategiesOf, truthAndEpsilonFacets } from './chart.ts'
import { type ErrorScale, errorScales } from './error-scale.ts'
import { type LinePoint, linePanel } from './line-panel.ts'
import { type StrategyStyle, strategyStyle } from './strategy-style.ts'

/** Half the length of error bars, in standard errors. */
const REACH = 2
const FRAME = { width: 210, height: 230 }
const CHARACTER_WIDTH = 6.2
/** Largest number of ticks with one for each number of people. */
const FEW = 4
/** Smallest number that is abbreviated: 100K, 1M, … */
const LONG = 100_000

/**
 * The mean error against the number of people, with a line for each strategy and a band of two standard errors on either side. There is a
 * panel for each truth and level, and a chart for each combination of the other settings with several numbers of people.
 */
export function errorByPeople(cells: readonly Cell[]): Chart[] {
  const styles = new Map(strategiesOf(cells).map((strategy, i) => [strategy, strategyStyle(i)]))
  return groupCells(cells, ['truthName', 'epsilon', 'users'])
    .filter(({ cells }) => cells.some(cell => cell.users !== cells[0].users))
    .map(({ cells, words, suffix }) => {
      const { facets, columns } = truthAndEpsilonFacets(cells)
      const scales = errorScales(
        facets.map(({ rows }) => rows.map(toPoint).flatMap(({ low, high }) => [low, high])),
        cells[0].areNumbers ? 'Mean Wasserstein distance' : 'Mean total variation distance',
      )
      return {
        name: `error-by-people${suffix}`,
        title: `${errorName(cells)} to the truth, by number of people`,
        subtitle: words,
        caption: [
          `Line: mean over runs. Band: mean ± ${REACH} standard errors, none for a single run. Lower is better.`,
          'Names are in the order in which the lines end. Each panel has its own scale.',
        ],
        columns,
        panels: facets.map((facet, i) => peoplePanel(facet, scales[i], styles)),
      }
    })
}

function peoplePanel(
  { heading, rows }: Facet<Cell>,
  scale: ErrorScale,
  styles: ReadonlyMap<string, StrategyStyle>,
): Panel {
  const points = rows.map(toPoint).sort((a, b) => a.users - b.users)
  const room = CHARACTER_WIDTH * Math.max(...[...styles.keys()].map(name => name.length))
  return linePanel(heading, points, { ...FRAME, room, people: peopleScale(points), scale, styles })
}

function toPoint({ strategy, users, runs, error: { mean, standardError } }: Cell): LinePoint {
  const reach = REACH * (standardError ?? 0)
  const title = `${strategy}, n = ${number(users)}: mean ${number(mean)} ± ${number(reach)}, ${number(runs)} runs`
  return { strategy, users, mean, low: mean - reach, high: mean + reach, title }
}

function peopleScale(points: readonly LinePoint[]) {
  const users = [...new Set(points.map(point => point.users))]
  const scale = logScale(users, 'Number of people n (log scale)')
  const short = (n: number) => n.toLocaleString('en', n < LONG ? {} : { notation: 'compact' })
  return { ...scale, tickFormat: short, ...(users.length <= FEW && { ticks: users }) }
}
