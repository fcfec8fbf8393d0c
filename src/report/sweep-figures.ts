import { requirePackages } from '../data/node-packages.ts'
import { withResults } from '../sweep/results.ts'
import { drawFigure } from './figure.ts'
import { readCells } from './sweep-cells.ts'

/** The figures of a sweep. */
export interface SweepFigures {
  /** Number of stored runs. */
  readonly runs: number
  /** Number of runs of the plan. */
  readonly planned: number
  /** Warnings about parts and rows that were left out, one line each. */
  readonly warnings: readonly string[]
  /** The figures, with different names; none without runs. */
  readonly figures: readonly SweepFigure[]
}

/** One figure. */
export interface SweepFigure {
  /** A name for its file, without an extension. */
  readonly name: string
  /** Draws the figure, as an SVG document. */
  draw(): Promise<string>
}

/**
 * The figures of a sweep, finished or not: errors as box plots, errors by number of people, sizes of subsets, estimates against the truth.
 * Settings that fit neither on the axes nor into the panels of one figure have separate figures.
 *
 * @throws InputError if the folder is not that of a sweep
 * @example
 * const { figures } = await sweepFigures('out/paper-grid')
 * for (const { name, draw } of figures) await writeFile(`${name}.svg`, await draw())
 */
export async function sweepFigures(folder: string): Promise<SweepFigures> {
  await requirePackages('@duckdb/node-api', '@observablehq/plot', 'linkedom')
  const { cells, ...counts } = await withResults(folder, async results => ({
    runs: results.runs,
    planned: results.manifest.runs,
    warnings: results.warnings,
    cells: results.runs > 0 ? await readCells(results) : [],
  }))
  const { sweepCharts } = await import('./charts/sweep-charts.ts')
  const charts = cells.length > 0 ? sweepCharts(cells) : []
  return { ...counts, figures: charts.map(chart => ({ name: chart.name, draw: () => drawFigure(chart) })) }
}
