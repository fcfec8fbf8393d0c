import { dot, type Markish, type PlotOptions, ruleY } from '@observablehq/plot'
import { logScale } from '../log-scale.ts'
import type { MeanWithError } from '../mean-with-error.ts'
import { number } from './chart.ts'
import { TINT } from './strategy-style.ts'

/** Half the length of error bars, in standard errors. */
const REACH = 2

/** How to read the marks, for a caption. */
export const PEOPLE_CAPTION = [
  `Dot: mean over runs, hollow if some were not settled; those count with all their people. Line: ±${REACH} standard errors.`,
  'Fewer is better. Each panel has its own logarithmic scale.',
]

/** Number of people until one strategy settled a goal. */
export interface StrategyPeople {
  readonly strategy: string
  readonly runs: number
  readonly people: MeanWithError
  /** The share of the runs in which the goal was settled. */
  readonly settled: number
}

/** A strategy's mark: the position of its dot, and the ends of its line. */
export interface PeoplePoint {
  readonly strategy: string
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly isSettled: boolean
  readonly title: string
}

export function peoplePoint({ strategy, runs, people, settled }: StrategyPeople): PeoplePoint {
  const { mean, standardError } = people
  const reach = REACH * (standardError ?? 0)
  return {
    strategy,
    mean,
    // Positive, because a logarithmic scale has no zero.
    low: Math.max(mean - reach, mean / 10),
    high: mean + reach,
    isSettled: settled === 1,
    title: `${strategy}: mean ${number(mean)} ± ${number(reach)}, ${number(runs)} runs, ${number(100 * settled)} % settled`,
  }
}

/** The scale of one panel. */
export function peopleScale(points: readonly PeoplePoint[]): PlotOptions['x'] & object {
  return logScale(
    points.flatMap(({ low, high }) => [low, high]),
    'People (log scale)',
  )
}

/** The marks of one panel, with one row for each strategy. */
export function peopleMarks(points: readonly PeoplePoint[]): Markish[] {
  const place = { x: 'mean', y: 'strategy', r: 3.5, stroke: 'currentColor', title: 'title' } as const
  return [
    ruleY(points, { x1: 'low', x2: 'high', y: 'strategy', stroke: 'currentColor' }),
    dot(
      points.filter(({ isSettled }) => isSettled),
      { ...place, fill: TINT },
    ),
    dot(
      points.filter(({ isSettled }) => !isSettled),
      { ...place, fill: 'none', strokeWidth: 1.5 },
    ),
  ]
}
