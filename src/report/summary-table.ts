import type { MeanWithError, StrategySummary } from './summary.ts'
import { type TableColumn, textTable } from './table.ts'

/** The table of a comparison: a line for each level and strategy. */
export function summaryTable(summaries: readonly StrategySummary[]): string {
  return textTable(SUMMARY_COLUMNS, summaries)
}

const SUMMARY_COLUMNS: readonly TableColumn<StrategySummary>[] = [
  { title: 'ε', align: 'right', cell: row => String(row.epsilon) },
  { title: 'strategy', cell: row => row.strategy },
  { title: 'mean TV', align: 'right', cell: row => row.totalVariation.mean.toFixed(4) },
  { title: 'std. error', align: 'right', cell: row => errorText(row.totalVariation) },
  { title: 'mean |S|', align: 'right', cell: row => row.meanSubsetSize.toFixed(2) },
  { title: 'audited ε', align: 'right', cell: row => row.auditedEpsilon.toFixed(4) },
  { title: 'seconds', align: 'right', cell: row => row.seconds.toFixed(2) },
]

/** A standard error for a table; a dash where a single run gives none. */
function errorText({ standardError }: MeanWithError): string {
  return standardError === null ? '–' : standardError.toFixed(4)
}
