import { dot, line, rect, ruleY } from '@observablehq/plot'
import { CENTRED, type Panel } from '../panel.ts'
import { type Cell, MOST_DOTS, type TruthBin } from './cell.ts'
import { type Chart, epsilonWords, groupCells, number, strategiesOf } from './chart.ts'
import { TINT } from './strategy-style.ts'

const SIDE = 190
const MARGINS = { marginTop: 6, marginBottom: 44, marginLeft: 56, marginRight: 14 }
const MOST_COLUMNS = 6
/** The ratio of the width of a figure to its height, in panels. */
const SHAPE = 1.2
/** Smallest number of estimates in a bin with quantiles. */
const ENOUGH = 20
/** The least distance between ticks, as a share of the axis. */
const GAP = 0.17

/**
 * Estimated against true frequencies, over all categories and runs. There is a row of panels for each strategy, with a
 * panel for each level, and a chart for each truth and each combination of the other settings. A bin of the true frequency
 * with enough estimates shows the middle 90 % of them and their median. Square-root scales give small frequencies room.
 */
export function estimateAgainstTruth(cells: readonly Cell[]): Chart[] {
  const binned = cells.filter(cell => cell.bins.length > 0)
  return groupCells(binned, ['epsilon']).map(({ cells, words, suffix }) => {
    const order = strategiesOf(cells)
    const sorted = [...cells].sort(
      (a, b) => order.indexOf(a.strategy) - order.indexOf(b.strategy) || a.epsilon - b.epsilon,
    )
    const end = Math.max(...cells.flatMap(cell => cell.bins.flatMap(ends)))
    return {
      name: `estimate-against-truth${suffix}`,
      title: 'Estimated against true frequencies',
      subtitle: words,
      caption: [
        `Box: 5 % to 95 % quantile of the estimates in a bin of the true frequency, over categories and ${binnedRuns(cells)}. Bar: their median. Bins of fewer than ${ENOUGH} estimates have neither.`,
        `Dots: single estimates, at most ${MOST_DOTS} per bin. Dashed line: estimate = truth. All panels have the same square-root scales.`,
      ],
      columns: columnsFor(cells),
      panels: sorted.map(cell => agreementPanel(cell, end)),
    }
  })
}

function agreementPanel(cell: Cell, end: number): Panel {
  const boxes = cell.bins.filter(bin => bin.count >= ENOUGH).map(bin => ({ ...bin, title: describe(bin) }))
  const across = { x1: 'from', x2: 'to', title: 'title' } as const
  const axis = {
    type: 'sqrt',
    domain: [0, end],
    ticks: rootTicks(end),
    tickFormat: String,
    ...CENTRED,
  } as const
  return {
    heading: `${cell.strategy}, ${epsilonWords(cell)}`,
    plot: {
      ...MARGINS,
      width: MARGINS.marginLeft + SIDE + MARGINS.marginRight,
      height: MARGINS.marginTop + SIDE + MARGINS.marginBottom,
      x: { ...axis, label: 'True frequency', labelOffset: 36 },
      y: { ...axis, grid: true, label: 'Estimated frequency', labelOffset: 48 },
      marks: [
        rect(boxes, { ...across, y1: 'low', y2: 'high', fill: TINT, fillOpacity: 0.35 }),
        line([0, end], {
          x: value => value,
          y: value => value,
          stroke: 'currentColor',
          strokeDasharray: '4,3',
        }),
        dot(
          cell.bins.flatMap(bin => bin.dots),
          { x: '0', y: '1', r: 1.4, stroke: 'currentColor', strokeWidth: 0.7, strokeOpacity: 0.7 },
        ),
        ruleY(boxes, { ...across, y: 'median', stroke: 'currentColor', strokeWidth: 2 }),
      ],
    },
  }
}

/** A multiple of the number of levels that makes the figure somewhat wider than high. */
function columnsFor(cells: readonly Cell[]): number {
  const levels = new Set(cells.map(cell => cell.epsilon)).size
  return Math.min(levels * Math.max(1, Math.round((SHAPE * Math.sqrt(cells.length)) / levels)), MOST_COLUMNS)
}

/** Words about the runs in the bins. */
function binnedRuns(cells: readonly Cell[]): string {
  if (cells.every(cell => cell.binnedRuns === cell.runs)) return 'runs'
  return `the first ${number(Math.max(...cells.map(cell => cell.binnedRuns)))} runs`
}

/** The largest drawn values of a bin. */
function ends({ to, high, dots }: TruthBin): number[] {
  return [to, high, ...dots.map(([, estimate]) => estimate)]
}

/** Zero, and round numbers from `end` down, far enough apart on a square-root scale for their labels. */
function rootTicks(end: number): number[] {
  const ticks: number[] = []
  for (let decade = Math.floor(Math.log10(end)); decade >= Math.floor(Math.log10(end)) - 2; decade--) {
    for (const step of [5, 2, 1]) {
      const tick = Number(`${step}e${decade}`)
      const above = ticks.at(-1)
      const isFree = above === undefined || Math.sqrt(above / end) - Math.sqrt(tick / end) >= GAP
      if (tick <= end && isFree && Math.sqrt(tick / end) >= GAP) ticks.push(tick)
    }
  }
  return [0, ...ticks.reverse()]
}

function describe({ from, to, count, low, median, high }: TruthBin): string {
  return (
    `truth ${number(from)} to ${number(to)}: median ${number(median)}, ` +
    `90 % within ${number(low)} and ${number(high)}, of ${number(count)}`
  )
}
