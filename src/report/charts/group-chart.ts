import type { Figure } from '../panel.ts'
import { shortName, widthOfNames } from '../short-name.ts'
import { type IntervalRow, intervalPanel } from './interval-panel.ts'

/** The shares of one category in all groups: pooled estimates, and the intervals `low` to `high` from each group's answers alone. */
export interface CategoryShares {
  readonly category: string
  readonly shares: readonly IntervalRow[]
}

/**
 * Draws a panel for each category, with a row for each group. All panels have the same rows, in the order of `groups`.
 *
 * @param level the probability of the intervals
 */
export function groupChart(
  panels: readonly CategoryShares[],
  groups: readonly string[],
  heading: { readonly title: string; readonly subtitle: string },
  level: number,
): Figure {
  const hasTruth = panels.some(({ shares }) => shares.some(({ truth }) => truth !== undefined))
  return {
    ...heading,
    caption: [
      `Dot and thick line: pooled estimate, and its central ${100 * level} % interval. Thin line: the interval from the answers of the group alone.` +
        (hasTruth ? ' Tick: the true share.' : ''),
    ],
    panels: panels.map(({ category, shares }) =>
      intervalPanel(category || '(missing)', shares, {
        ...{ names: groups, room: widthOfNames(groups), width: 170, rowHeight: 20, label: 'Share' },
        // A panel is narrower than most charts.
        x: { ticks: 4 },
        y: { tickFormat: shortName },
      }),
    ),
  }
}
