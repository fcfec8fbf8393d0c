import { areaY, line, type Markish, ruleX, text } from '@observablehq/plot'
import { CENTRED, type Figure, type Panel } from '../panel.ts'
import { TINT } from './strategy-style.ts'

/** A stream after some number of answers, category by category. */
export interface StreamPoint {
  readonly answers: number
  /** The estimate, and its 95 % interval. */
  readonly mean: ArrayLike<number>
  readonly lower: ArrayLike<number>
  readonly upper: ArrayLike<number>
  /** The truth of the last person so far. */
  readonly truthNow: ArrayLike<number>
  /** The mean of the truths of all people so far. */
  readonly truthMean: ArrayLike<number>
  /** The band that holds at every look. */
  readonly anytime?: { readonly lower: ArrayLike<number>; readonly upper: ArrayLike<number> }
}

/** A stream to be drawn. */
export interface StreamPicture {
  /** The title: the subject of the picture. */
  readonly title: string
  /** The subtitle: the conditions. */
  readonly subtitle: string
  /** A run along its answers, as `simulate({ checkpoints, anytime })` records it. */
  readonly trajectory: readonly StreamPoint[]
  /** Names of the categories; default: their numbers. */
  readonly names?: readonly string[]
  /** The alarms: the number of answers, and the changed categories. */
  readonly alarms?: readonly { readonly at: number; readonly categories: readonly number[] }[]
  /** Number of drawn categories, the likeliest ones; default 4. */
  readonly most?: number
}

const WIDTH = 330
const HEIGHT = 190
const MARGINS = { marginTop: 14, marginBottom: 42, marginLeft: 52, marginRight: 26 }
const ALARM = '#d55e00'
const TRUTH = '#009e73'

/** A point on the curves of one category. */
interface Point {
  readonly answers: number
  readonly estimate: number
  readonly lower: number
  readonly upper: number
  readonly truth: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/**
 * Draws a stream against the number of its answers. Each of the likeliest categories has a panel with the truth and its running mean, the
 * estimate with its 95 % interval, the band that holds at every look, and alarms.
 */
export function streamChart({
  title,
  subtitle,
  trajectory,
  names,
  alarms = [],
  most = 4,
}: StreamPicture): Figure {
  const order = likeliest(trajectory, most)
  const hasBand = trajectory.some(({ anytime }) => anytime !== undefined)
  return {
    title,
    subtitle,
    columns: 2,
    panels: order.map(x => panel(x, names?.[x] ?? `category ${x}`, trajectory, alarms)),
    caption: [
      'Line: the estimate. Dark band: its 95 % interval, valid at a single look. Green: the truth; dashed, its running mean.',
      ...(hasBand
        ? [
            'Light band: contains the running mean at every look, with a probability of 95 % for each category.',
          ]
        : []),
      ...(alarms.length > 0
        ? ['Orange: an alarm of the change detector, with a label where it names the category.']
        : []),
    ],
  }
}

/** The categories with the largest peaks of their true frequency. */
function likeliest(trajectory: readonly StreamPoint[], most: number): number[] {
  const peaks = Float64Array.from(trajectory[0].mean, (_, x) =>
    Math.max(...trajectory.map(({ truthNow }) => truthNow[x])),
  )
  return Array.from(peaks.keys())
    .sort((a, b) => peaks[b] - peaks[a])
    .slice(0, most)
}

function panel(
  x: number,
  heading: string,
  trajectory: readonly StreamPoint[],
  alarms: NonNullable<StreamPicture['alarms']>,
): Panel {
  const points = trajectory.map(
    (checkpoint): Point => ({
      answers: checkpoint.answers,
      estimate: checkpoint.mean[x],
      lower: checkpoint.lower[x],
      upper: checkpoint.upper[x],
      truth: checkpoint.truthNow[x],
      mean: checkpoint.truthMean[x],
      low: checkpoint.anytime?.lower[x] ?? checkpoint.lower[x],
      high: checkpoint.anytime?.upper[x] ?? checkpoint.upper[x],
    }),
  )
  // Without early estimates, whose bands are so wide that they would flatten everything else.
  const settled = points.filter(({ answers }) => answers >= points[points.length - 1].answers / 20)
  const top = Math.max(...settled.map(point => Math.max(point.high, point.upper, point.truth)))
  const across = { x: 'answers' } as const
  const curve = (y: keyof Point, stroke: string, more = {}): Markish =>
    line(points, { ...across, y, stroke, clip: true, ...more })
  return {
    heading,
    plot: {
      ...MARGINS,
      width: MARGINS.marginLeft + WIDTH + MARGINS.marginRight,
      height: MARGINS.marginTop + HEIGHT + MARGINS.marginBottom,
      x: {
        label: 'Answers',
        nice: true,
        ticks: 5,
        ...CENTRED,
        labelOffset: 34,
      },
      y: {
        label: 'Frequency',
        domain: [0, Math.min(1, 1.05 * top)],
        grid: true,
        ...CENTRED,
        labelOffset: 44,
      },
      marks: [
        areaY(points, { ...across, y1: 'low', y2: 'high', fill: TINT, fillOpacity: 0.13, clip: true }),
        areaY(points, { ...across, y1: 'lower', y2: 'upper', fill: TINT, fillOpacity: 0.32, clip: true }),
        curve('mean', TRUTH, { strokeDasharray: '4,3' }),
        curve('truth', TRUTH, { strokeWidth: 1.8, curve: 'step-before' }),
        curve('estimate', 'currentColor', { strokeWidth: 1.5 }),
        ruleX(alarms, { x: 'at', stroke: ALARM, strokeWidth: 1.5 }),
        text(
          alarms.filter(({ categories }) => categories.includes(x)),
          {
            x: 'at',
            text: () => 'moved',
            // At the top, where no curve crosses it.
            frameAnchor: 'top',
            lineAnchor: 'bottom',
            dy: -2,
            fill: ALARM,
          },
        ),
      ],
    },
  }
}
