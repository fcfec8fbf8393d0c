import { BESIDE_FRAME, type LinePoint, linePanel } from '../../src/report/charts/line-panel.ts'
import { compact } from '../../src/report/linear-scale.ts'
import { logScale } from '../../src/report/log-scale.ts'
import { drawPanel } from '../../src/report/page/draw-chart.ts'
import { widthOfNames } from '../../src/report/short-name.ts'
import { curveStyle } from './curve-style.ts'

/** The mean error of a strategy with some number of answers, and half the width of its interval, with several crowds. */
export interface ErrorPoint {
  readonly strategy: string
  readonly answers: number
  readonly error: number
  readonly half?: number
}

const HEIGHT = 210
/** The smallest drawn error, and the largest reach of an interval below the smallest mean, as a factor. */
const [LEAST, REACH] = [1e-4, 0.5]

/**
 * Errors against the number of answers, both logarithmic, with a name at the end of each curve and its interval as a band.
 *
 * @param width of the picture, in pixels
 */
export function errorChart(
  given: readonly ErrorPoint[],
  strategies: readonly string[],
  users: number,
  width: number,
): SVGSVGElement {
  const errors = given.map(({ error }) => Math.max(LEAST, error))
  const lowest = REACH * Math.min(0.1, ...errors)
  const highest = Math.max(0.1, ...given.map(({ error, half = 0 }) => error + half))
  const points = given.map((point): LinePoint => {
    const { strategy, answers, error, half = 0 } = point
    return {
      ...{ strategy, users: answers, mean: Math.max(LEAST, error), title: describe(point) },
      low: Math.max(lowest, error - half),
      high: Math.max(lowest, error + half),
    }
  })
  const first = Math.max(1, Math.min(users / 10, ...given.map(({ answers }) => answers)))
  const options = logScale([lowest, highest], 'Total variation distance (log scale)')
  const room = widthOfNames(strategies)
  const panel = linePanel('Error', points, {
    ...{ width: width - BESIDE_FRAME - room, height: HEIGHT, room },
    people: { ...logScale([first, users], 'Answers (log scale)'), tickFormat: compact, grid: true },
    scale: { log: true, options, domain: options.domain as unknown as [number, number] },
    styles: new Map(strategies.map((strategy, i) => [strategy, curveStyle(i)])),
  })
  const last = strategies.flatMap(strategy => given.findLast(point => point.strategy === strategy) ?? [])
  const words = last.map(describe).join('; ') || 'none yet'
  return drawPanel(panel, `Total variation distance by number of answers, logarithmic. Last: ${words}.`)
}

function describe({ strategy, answers, error, half }: ErrorPoint): string {
  const reach = half === undefined ? '' : ` ± ${half.toFixed(4)}`
  return `${strategy} ${error.toFixed(4)}${reach} after ${answers.toLocaleString('en')} answers`
}
