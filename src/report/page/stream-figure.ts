import { number } from '../charts/chart.ts'
import { type StreamPoint, streamChart } from '../charts/stream-chart.ts'
import type { Figure } from '../panel.ts'
import { categoryName } from './category-name.ts'
import type { PageTrajectory } from './data.ts'

/** Whether a run has a moving truth, detected changes or a band for every look. */
export function isStream({ changes, checkpoints: [first] }: PageTrajectory): boolean {
  return changes !== undefined || first.truthNow !== undefined || first.anytimeLower !== undefined
}

/** Draws a run as a stream: the truth, the estimate with both bands, and alarms, for each of the likeliest categories. */
export function streamFigure(trajectory: PageTrajectory): Figure {
  const { strategy, shown, truth, checkpoints, changes = [], memory } = trajectory
  const last = checkpoints[checkpoints.length - 1]
  return streamChart({
    title: `The stream of ${strategy}`,
    subtitle: `${number(last.answers)} answers, memory ${memory}`,
    trajectory: checkpoints.map(
      ({ anytimeLower, anytimeUpper, truthNow, truthMean, ...point }): StreamPoint => ({
        ...point,
        truthNow: truthNow ?? truth,
        truthMean: truthMean ?? truth,
        ...(anytimeLower && anytimeUpper && { anytime: { lower: anytimeLower, upper: anytimeUpper } }),
      }),
    ),
    names: shown.map((_, i) => categoryName(trajectory, i)),
    alarms: changes.map(({ at, categories }) => ({ at, categories: categories.map(x => shown.indexOf(x)) })),
  })
}
