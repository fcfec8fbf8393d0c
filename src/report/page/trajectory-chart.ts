import { areaY, dot, line, type Markish, ruleX, ruleY, text, tickY } from '@observablehq/plot'
import { type Chart, number } from '../charts/chart.ts'
import { keepApart } from '../charts/keep-apart.ts'
import { strategyStyle } from '../charts/strategy-style.ts'
import { compact } from '../linear-scale.ts'
import { logScale } from '../log-scale.ts'
import { CENTRED, type Panel } from '../panel.ts'
import { categoryName, shortCategoryName } from './category-name.ts'
import type { PageCheckpoint, PageTrajectory } from './data.ts'

/** Number of categories drawn as lines. */
const LINES = 4
const WIDTH = 440
const MARGINS = { marginTop: 10, marginBottom: 44, marginLeft: 58, marginRight: 20 }
/** Room right of the lines, for their names. */
const NAME_ROOM = 112
const NAME_HEIGHT = 14
const TALL = 270
const LOW = 180
/** The page's accent colour, which differs between light and dark. */
const ACCENT = 'var(--accent)'
/** Largest number of categories with every number on the axis. */
const MOST_NUMBERS = 25

/** Height of category names below an axis, at this angle in degrees. */
const [BELOW, ANGLE] = [84, -40]

/** A category at a checkpoint. */
interface Point {
  readonly category: number
  readonly name: string
  readonly answers: number
  readonly truth: number
  readonly mean: number
  readonly lower: number
  readonly upper: number
  readonly title: string
}

/**
 * A run, answer by answer: all categories at one checkpoint; and, against the number of answers, the largest categories, the
 * distance to the truth and the sizes of the subsets, with a line at the checkpoint.
 *
 * @param at the checkpoint, from 0
 */
export function trajectoryChart(trajectory: PageTrajectory, at: number): Chart {
  const { strategy, checkpoints, shown, categories } = trajectory
  const { answers } = checkpoints[at]
  const truthWords = checkpoints[at].truthNow ? 'the truth that the final estimate is meant for' : 'the truth'
  const shownWords = categories > shown.length ? ` Of ${number(categories)} categories, the largest.` : ''
  return {
    name: 'trajectory',
    title: `A run of ${strategy}, answer by answer`,
    subtitle: `after ${number(answers)} answers`,
    caption: [
      `Dots: posterior means. Bars and bands: 95 % intervals. Black or white ticks, and dashed lines: ${truthWords}.${shownWords}`,
      'Vertical lines: the chosen number of answers.',
    ],
    columns: 2,
    panels: [
      categoriesPanel(trajectory, at),
      linesPanel(trajectory, answers),
      curvePanel(trajectory, answers, {
        heading: 'Distance of the estimate to the truth',
        label: 'Total variation distance',
        value: checkpoint => checkpoint.totalVariation,
        curve: 'linear',
      }),
      curvePanel(trajectory, answers, {
        heading: 'Size of the subsets since the checkpoint before',
        label: 'Mean |S|',
        value: checkpoint => checkpoint.subsetSize,
        curve: 'step-before',
      }),
    ],
  }
}

function categoriesPanel(trajectory: PageTrajectory, at: number): Panel {
  const { shown, names } = trajectory
  const below = names === undefined ? 0 : BELOW - 14
  const points = shown.map((_, i) => pointOf(trajectory, i, at))
  const every = Math.ceil(shown.length / MOST_NUMBERS)
  const x = 'category'
  return {
    heading: `Categories after ${number(points[0].answers)} answers`,
    plot: {
      ...MARGINS,
      marginBottom: MARGINS.marginBottom + below,
      width: WIDTH,
      height: TALL + below,
      x: {
        type: 'band',
        domain: shown,
        label: 'Category, from the most to the least frequent',
        ticks: shown.filter((_, i) => i % every === 0),
        ...(names === undefined
          ? { tickFormat: String }
          : { tickFormat: (_, i) => shortCategoryName(trajectory, i * every), tickRotate: ANGLE }),
        tickSize: 0,
        padding: 0.2,
        ...CENTRED,
        labelOffset: 36 + below,
      },
      y: frequencyScale(trajectory),
      marks: [
        ruleX(points, { x, y1: 'lower', y2: 'upper', stroke: ACCENT, strokeOpacity: 0.5, strokeWidth: 5 }),
        tickY(points, { x, y: 'truth', stroke: 'currentColor', strokeWidth: 2 }),
        dot(points, { x, y: 'mean', r: 3.2, fill: ACCENT, stroke: 'var(--paper)', title: 'title' }),
      ],
    },
  }
}

function linesPanel(trajectory: PageTrajectory, answers: number): Panel {
  const { checkpoints } = trajectory
  const y = frequencyScale(trajectory)
  const lines = trajectory.shown
    .slice(0, LINES)
    .map((_, i) => checkpoints.map((_, at) => pointOf(trajectory, i, at)))
  return {
    heading: `The ${lines.length} most frequent categories`,
    plot: {
      ...MARGINS,
      marginRight: NAME_ROOM,
      width: WIDTH,
      height: TALL,
      x: answersScale(checkpoints),
      y,
      marks: [
        chosenRule(answers),
        ...lines.flatMap((points, i) => lineMarks(points, i)),
        ...nameMarks(lines, y.domain[1]),
      ],
    },
  }
}

function lineMarks(points: readonly Point[], index: number): Markish[] {
  const { colour, symbol, filled } = strategyStyle(index)
  const x = 'answers'
  return [
    areaY(points, { x, y1: 'lower', y2: 'upper', fill: colour, fillOpacity: 0.13 }),
    ruleY([points[0].truth], { stroke: colour, strokeDasharray: '4,3' }),
    line(points, { x, y: 'mean', stroke: colour, strokeWidth: 1.75 }),
    dot(points, {
      x,
      y: 'mean',
      symbol,
      r: 2.5,
      fill: filled ? colour : 'none',
      stroke: colour,
      title: 'title',
    }),
  ]
}

/** The names of the categories, right of the frame and as near to the ends of their lines as the other names allow. */
function nameMarks(lines: readonly Point[][], end: number): Markish[] {
  const height = TALL - MARGINS.marginTop - MARGINS.marginBottom
  const last = lines.map((points, i) => ({ ...points.at(-1)!, colour: strategyStyle(i).colour }))
  last.sort((a, b) => a.mean - b.mean)
  const places = keepApart(
    last.map(({ mean }) => (mean / end) * height),
    NAME_HEIGHT,
    height,
  )
  return last.map(({ name, colour }, i) =>
    text([name], {
      y: [(places[i] / height) * end],
      text: [name],
      frameAnchor: 'right',
      textAnchor: 'start',
      dx: 8,
      fill: colour,
    }),
  )
}

function curvePanel(
  { checkpoints }: PageTrajectory,
  answers: number,
  shown: {
    heading: string
    label: string
    value: (checkpoint: PageCheckpoint) => number
    curve: 'linear' | 'step-before'
  },
): Panel {
  const { heading, label, value, curve } = shown
  const x = (checkpoint: PageCheckpoint) => checkpoint.answers
  const title = (checkpoint: PageCheckpoint) =>
    `after ${number(checkpoint.answers)} answers: ${number(value(checkpoint))}`
  return {
    heading,
    plot: {
      ...MARGINS,
      width: WIDTH,
      height: LOW,
      x: answersScale(checkpoints),
      y: {
        label,
        domain: [0, Math.max(...checkpoints.map(value)) || 1],
        nice: true,
        grid: true,
        ticks: 4,
        tickFormat: String,
        ...CENTRED,
        labelOffset: 48,
      },
      marks: [
        chosenRule(answers),
        line(checkpoints, { x, y: value, curve, stroke: ACCENT, strokeWidth: 1.75 }),
        dot(checkpoints, { x, y: value, r: 2.5, fill: ACCENT, title }),
      ],
    },
  }
}

function chosenRule(answers: number): Markish {
  return ruleX([answers], { stroke: 'currentColor', strokeWidth: 1.5, strokeOpacity: 0.6 })
}

/** A scale that is the same at all checkpoints, so that only the data move. */
function frequencyScale({ checkpoints, truth }: PageTrajectory) {
  const end = Math.max(...truth, ...checkpoints.flatMap(checkpoint => checkpoint.upper))
  return {
    label: 'Frequency',
    domain: [0, end] as const,
    grid: true,
    ticks: 5,
    tickFormat: String,
    ...CENTRED,
    labelOffset: 48,
  }
}

function answersScale(checkpoints: readonly PageCheckpoint[]) {
  const scale = logScale(
    checkpoints.map(checkpoint => checkpoint.answers),
    'Number of answers (log scale)',
  )
  return { ...scale, tickFormat: compact, ...CENTRED, labelOffset: 36 }
}

function pointOf(trajectory: PageTrajectory, i: number, at: number): Point {
  const { shown, truth, checkpoints } = trajectory
  const { answers, mean, lower, upper } = checkpoints[at]
  const title =
    `${categoryName(trajectory, i)} after ${number(answers)} answers: ${number(mean[i])}, ` +
    `95 % interval ${number(lower[i])} to ${number(upper[i])}; truth ${number(truth[i])}`
  return {
    category: shown[i],
    name: shortCategoryName(trajectory, i),
    answers,
    truth: truth[i],
    mean: mean[i],
    lower: lower[i],
    upper: upper[i],
    title,
  }
}
