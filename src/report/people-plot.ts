import { requirePackages } from '../data/node-packages.ts'
import { drawFigure } from './figure.ts'
import { epsilonFacets, strategyPanels } from './strategy-panels.ts'
import type { StrategySummary } from './strategy-summary.ts'

/**
 * Draws the number of people until a goal was settled, by strategy: means over runs, with one panel for each level ε. Returns an SVG
 * document.
 *
 * @param summaries from `summarizeRuns`; those without a goal are left out
 * @throws MissingPackages without `@observablehq/plot`
 */
export async function peoplePlot(
  summaries: readonly StrategySummary[],
  heading: { title: string; subtitle: string },
): Promise<string> {
  await requirePackages('@observablehq/plot')
  const { PEOPLE_CAPTION, peopleMarks, peoplePoint, peopleScale } = await import('./charts/people-marks.ts')
  const rows = summaries.flatMap(({ epsilon, strategy, runs, goal }) =>
    goal === undefined
      ? []
      : { epsilon, ...peoplePoint({ strategy, runs, people: goal.people, settled: goal.settled / runs }) },
  )
  return drawFigure({
    ...heading,
    caption: PEOPLE_CAPTION,
    panels: strategyPanels(epsilonFacets(rows), { x: peopleScale, marks: peopleMarks }),
  })
}
