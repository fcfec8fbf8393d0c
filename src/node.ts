/** What `adobest/node` exports: tables in files, comparisons and sweeps, and the figures and pages made from them. */

export { MissingPackages } from './check/packages.ts'
export { Failure } from './data/failure.ts'
export type { Format } from './data/file-format.ts'
export { InputError } from './data/input-error.ts'
export type { TableFile } from './data/plain-file.ts'
export {
  type HeldColumn,
  type MissingRule,
  type People,
  type ReadPeopleOptions,
  readPeople,
} from './data/read-people.ts'
export { type CategoryWeights, readWeights, weightsFor } from './data/read-weights.ts'
export { type Schema, type TableForm, writeTable } from './data/write-table.ts'
export { boxPlot } from './report/box-plot.ts'
export type { StreamPicture } from './report/charts/stream-chart.ts'
export { streamPlot } from './report/lazy-plots.ts'
export { type SweepPage, sweepPage } from './report/page-file.ts'
export { renderPng } from './report/png.ts'
export { type SweepFigure, type SweepFigures, sweepFigures } from './report/sweep-figures.ts'
export {
  ALL_STRATEGIES,
  type ComparisonOptions,
  type ComparisonRow,
  compareStrategies,
  type Settlement,
} from './sweep/comparison.ts'
export type { Run, Shard } from './sweep/expansion.ts'
export { localPlayer } from './sweep/local-player.ts'
export { loadMethods, type ModuleId, type OwnMethods, type OwnModule } from './sweep/own-methods.ts'
export { type Plan, readPlan, requirePlan } from './sweep/plan.ts'
export type { QueueOptions } from './sweep/queue.ts'
export { queuePlayer } from './sweep/queue-player.ts'
export { type QueueWorkerOptions, serveQueue } from './sweep/queue-worker.ts'
export { type Answer, type QueryOptions, queryResults } from './sweep/results.ts'
export type { RunRow } from './sweep/run-row.ts'
export {
  type Player,
  type RunFailure,
  type SweepOptions,
  type SweepOutcome,
  sweep,
  type Work,
} from './sweep/sweep.ts'
export type { Truth } from './sweep/truth.ts'
