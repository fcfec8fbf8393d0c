import { dot, ruleY } from '@observablehq/plot'
import { linearScale } from '../linear-scale.ts'
import type { Figure } from '../panel.ts'
import { shortName, widthOfNames } from '../short-name.ts'
import { INK } from '../strategy-panels.ts'

/** What is known of a category's share in a group. */
export interface GroupShare {
  /** The name of the group. */
  readonly group: string
  /** The pooled estimate, and its interval. */
  readonly mean: number
  readonly lower: number
  readonly upper: number
  /** The interval from the group's answers alone. */
  readonly lowerAlone: number
  readonly upperAlone: number
  /** The true share, where it is known. */
  readonly truth?: number
}

const [ROW_HEIGHT, PLOT_WIDTH] = [20, 170]

/** The shares of one category in all groups. */
export interface CategoryShares {
  readonly category: string
  readonly shares: readonly GroupShare[]
}

/**
 * One panel a category, with a row a group. All panels have the same rows, in the order of `groups`.
 *
 * @param level the probability of the intervals
 */
export function groupChart(
  panels: readonly CategoryShares[],
  groups: readonly string[],
  heading: { readonly title: string; readonly subtitle: string },
  level: number,
): Figure {
  const marginLeft = 16 + widthOfNames(groups)
  const hasTruth = panels.some(({ shares }) => shares.some(({ truth }) => truth !== undefined))
  return {
    ...heading,
    caption: [
      `Dot and thick line: pooled estimate, and its central ${100 * level} % interval. Thin line: the interval from the answers of the group alone.` +
        (hasTruth ? ' Cross: the true share.' : ''),
    ],
    panels: panels.map(({ category, shares }) => ({
      heading: category || '(missing)',
      plot: {
        width: marginLeft + PLOT_WIDTH,
        height: ROW_HEIGHT * groups.length + 48,
        marginLeft,
        marginBottom: 40,
        marginTop: 8,
        x: {
          grid: true,
          labelAnchor: 'center',
          labelArrow: 'none',
          ...linearScale(
            shares.flatMap(({ lower, upper, lowerAlone, upperAlone }) => [
              lower,
              upper,
              lowerAlone,
              upperAlone,
            ]),
            'Share',
          ),
          // A panel is narrower than most charts.
          ticks: 4,
        },
        y: { domain: groups, label: null, tickSize: 0, padding: 0.3, type: 'point', tickFormat: shortName },
        marks: [
          ruleY(shares, { x1: 'lowerAlone', x2: 'upperAlone', y: 'group', stroke: INK, strokeWidth: 1 }),
          ruleY(shares, { x1: 'lower', x2: 'upper', y: 'group', stroke: INK, strokeWidth: 3 }),
          dot(shares, { x: 'mean', y: 'group', r: 3.5, fill: INK }),
          ...(hasTruth
            ? [dot(shares, { x: 'truth', y: 'group', symbol: 'times', r: 4, stroke: INK, strokeWidth: 1.5 })]
            : []),
        ],
      },
    })),
  }
}
