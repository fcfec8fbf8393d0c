import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Schema, writeTable } from '../data/write-table.ts'
import type { ComparisonRow, Settlement } from '../sweep/comparison.ts'
import { boxPlot } from './box-plot.ts'
import { renderPng } from './png.ts'

const RUN_COLUMNS: Schema<Omit<ComparisonRow, 'settlement'>> = {
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

/** The further columns of runs with a goal. */
const SETTLEMENT_COLUMNS: Schema<Settlement> = {
  answers: 'INTEGER',
  settled: 'BOOLEAN',
  decision: 'VARCHAR',
  correct: 'BOOLEAN',
}

/** Writes a comparison into a folder: `runs.parquet`, `runs.csv`, `total-variation.svg` and `.png`. */
export async function writeComparison(
  folder: string,
  rows: readonly ComparisonRow[],
  heading: { title: string; subtitle: string },
): Promise<void> {
  const plain = rows.map(({ settlement, ...row }) => ({ ...row, ...settlement }))
  const hasGoal = rows.some(({ settlement }) => settlement !== undefined)
  await writeTable<object>(
    folder,
    'runs',
    hasGoal ? { ...RUN_COLUMNS, ...SETTLEMENT_COLUMNS } : RUN_COLUMNS,
    plain,
  )
  await writePlot(folder, 'total-variation', await boxPlot(rows, heading))
}

/** Writes a figure as `name.svg` and `name.png`. */
export async function writePlot(folder: string, name: string, svg: string): Promise<void> {
  await writeFile(join(folder, `${name}.svg`), svg)
  await writeFile(join(folder, `${name}.png`), await renderPng(svg))
}
