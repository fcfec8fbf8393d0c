import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Schema, writeTable } from '../data/write-table.ts'
import type { ComparisonRow, Settlement } from '../sweep/comparison.ts'
import { measuresIn } from '../sweep/measures.ts'
import { boxPlot } from './box-plot.ts'
import { peoplePlot } from './people-plot.ts'
import { renderPng } from './png.ts'

const RUN_COLUMNS: Schema<Omit<ComparisonRow, 'settlement' | 'wasserstein' | 'separate' | 'queries'>> = {
  run: 'INTEGER',
  epsilon: 'DOUBLE',
  strategy: 'VARCHAR',
  categories: 'INTEGER',
  users: 'INTEGER',
  totalVariation: 'DOUBLE',
  meanSubsetSize: 'DOUBLE',
  auditedEpsilon: 'DOUBLE',
  seconds: 'DOUBLE',
}

/** Additional columns of runs with a goal. */
const SETTLEMENT_COLUMNS: Schema<Settlement> = {
  answers: 'INTEGER',
  settled: 'BOOLEAN',
  decision: 'VARCHAR',
  correct: 'BOOLEAN',
}

/** Three additional columns for each query. */
function queryColumns({ queries = [] }: ComparisonRow): Record<string, number> {
  const columns = queries.flatMap(({ query, mean, sd, truth }) => [
    [query, mean],
    [`${query}, sd`, sd],
    [`${query}, truth`, truth!],
  ])
  return Object.fromEntries(columns)
}

/**
 * Writes a comparison into a folder: `runs.parquet`, `runs.csv`, and a figure, as SVG and PNG. The figure is `total-variation`; for
 * numbers, `wasserstein`; with a goal, `people`, because a run that ends early is not worse for its larger error.
 *
 * @param conditions the conditions of the runs, in words
 */
export async function writeComparison(
  folder: string,
  rows: readonly ComparisonRow[],
  conditions: string,
): Promise<void> {
  const plain = rows.map(({ settlement, ...row }) => ({ ...row, ...settlement, ...queryColumns(row) }))
  const hasGoal = rows.some(({ settlement }) => settlement !== undefined)
  const measures = measuresIn(rows)
  const columns = {
    ...RUN_COLUMNS,
    ...Object.fromEntries(measures.map(name => [name, 'DOUBLE' as const])),
    ...(hasGoal && SETTLEMENT_COLUMNS),
    ...Object.fromEntries(Object.keys(queryColumns(rows[0])).map(name => [name, 'DOUBLE' as const])),
  }
  await writeTable<object>(folder, 'runs', columns, plain)
  const heading = (title: string) => ({ title, subtitle: conditions })
  if (hasGoal) {
    const { summarizeRuns } = await import('./strategy-summary.ts')
    const svg = await peoplePlot(
      summarizeRuns(rows),
      heading('People until the goal is settled, by strategy'),
    )
    await writePlot(folder, 'people', svg)
  } else {
    const svg = await boxPlot(rows, heading('Error of the estimate by strategy'))
    await writePlot(folder, measures.includes('wasserstein') ? 'wasserstein' : 'total-variation', svg)
  }
}

/** Writes a figure as `name.svg` and `name.png`. */
export async function writePlot(folder: string, name: string, svg: string): Promise<void> {
  await writeFile(join(folder, `${name}.svg`), svg)
  await writeFile(join(folder, `${name}.png`), await renderPng(svg))
}
