import { areaY, dot, line, type Markish, text } from '@observablehq/plot'
import { logScale } from '../log-scale.ts'
import type { Panel } from '../panel.ts'
import type { Facet } from '../strategy-panels.ts'
import { type Cell, errorName } from './cell.ts'
import { type Chart, divide, groupCells, number, strategiesOf, truthAndEpsilonFacets } from './chart.ts'
import { type ErrorScale, errorScales } from './error-scale.ts'
import { keepApart } from './keep-apart.ts'
import { type StrategyStyle, strategyStyle } from './strategy-style.ts'

/** Half the length of error bars, in standard errors. */
const REACH = 2
const WIDTH = 210
const HEIGHT = 230
const MARGINS = { marginTop: 8, marginBottom: 44, marginLeft: 68 }
const CHARACTER_WIDTH = 6.2
/** Distance between two names, in pixels. */
const NAME_HEIGHT = 14
/** Positions of a name's symbol and of the name, in pixels right of the frame. */
const [SYMBOL_AT, NAME_AT] = [12, 20]
/** Largest number of ticks with one for each number of people. */
const FEW = 4
/** Smallest number that is abbreviated: 100K, 1M, … */
const LONG = 100_000

interface Point {
  readonly strategy: string
  readonly users: number
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly title: string
}

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
        panels: facets.map((facet, i) => linePanel(facet, scales[i], styles)),
      }
    })
}

function linePanel(
  { heading, rows }: Facet<Cell>,
  scale: ErrorScale,
  styles: ReadonlyMap<string, StrategyStyle>,
): Panel {
  const points = rows.map(toPoint).sort((a, b) => a.users - b.users)
  const lines = divide(points, point => [point.strategy])
  const marginRight = NAME_AT + CHARACTER_WIDTH * Math.max(...[...styles.keys()].map(name => name.length))
  return {
    heading,
    plot: {
      ...MARGINS,
      marginRight,
      width: MARGINS.marginLeft + WIDTH + marginRight,
      height: MARGINS.marginTop + HEIGHT + MARGINS.marginBottom,
      x: { ...peopleScale(points), labelAnchor: 'center', labelArrow: 'none', labelOffset: 36 },
      y: { ...scale.options, grid: true, labelAnchor: 'center', labelArrow: 'none', labelOffset: 60 },
      marks: [
        ...lines.map(line => bandMark(line, styles.get(line[0].strategy)!)),
        ...lines.flatMap(line => lineMarks(line, styles.get(line[0].strategy)!)),
        ...nameMarks(lines, scale, styles),
      ],
    },
  }
}

function toPoint({ strategy, users, runs, error: { mean, standardError } }: Cell): Point {
  const reach = REACH * (standardError ?? 0)
  const title = `${strategy}, n = ${number(users)}: mean ${number(mean)} ± ${number(reach)}, ${number(runs)} runs`
  return { strategy, users, mean, low: mean - reach, high: mean + reach, title }
}

function peopleScale(points: readonly Point[]) {
  const users = [...new Set(points.map(point => point.users))]
  const scale = logScale(users, 'Number of people n (log scale)')
  const short = (n: number) => n.toLocaleString('en', n < LONG ? {} : { notation: 'compact' })
  return { ...scale, tickFormat: short, ...(users.length <= FEW && { ticks: users }) }
}

function bandMark(points: readonly Point[], { colour }: StrategyStyle): Markish {
  return areaY(points, { x: 'users', y1: 'low', y2: 'high', fill: colour, fillOpacity: 0.12 })
}

function lineMarks(points: readonly Point[], { colour, dash, symbol, filled }: StrategyStyle): Markish[] {
  const channels = { x: 'users', y: 'mean', stroke: colour } as const
  return [
    line(points, { ...channels, strokeWidth: 1.5, strokeDasharray: dash }),
    dot(points, { ...channels, symbol, r: 3.5, fill: filled ? colour : 'none', title: 'title' }),
  ]
}

/** Each line's symbol and name, right of the frame and as near to the end of the line as the other names allow. */
function nameMarks(
  lines: readonly Point[][],
  { log, domain: [low, high] }: ErrorScale,
  styles: ReadonlyMap<string, StrategyStyle>,
): Markish[] {
  const [toScale, fromScale] = log ? [Math.log, Math.exp] : [Number, Number]
  const pixels = HEIGHT / (toScale(high) - toScale(low))
  const last = lines.map(points => points.at(-1)!).sort((a, b) => a.mean - b.mean)
  const wanted = last.map(({ mean }) => (toScale(mean) - toScale(low)) * pixels)
  return keepApart(wanted, NAME_HEIGHT, HEIGHT).flatMap((at, i) => {
    const { strategy } = last[i]
    const { colour, symbol, filled } = styles.get(strategy)!
    const place = { y: [fromScale(toScale(low) + at / pixels)], frameAnchor: 'right' } as const
    return [
      dot([strategy], {
        ...place,
        dx: SYMBOL_AT,
        symbol,
        r: 3.5,
        stroke: colour,
        fill: filled ? colour : 'none',
      }),
      text([strategy], {
        ...place,
        dx: NAME_AT,
        text: [strategy],
        textAnchor: 'start',
        fill: 'currentColor',
      }),
    ]
  })
}
