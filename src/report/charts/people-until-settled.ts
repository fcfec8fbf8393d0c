import { strategyPanels } from '../strategy-panels.ts'
import type { Cell, People } from './cell.ts'
import { type Chart, divide, epsilonWords, goalWords, groupCells, strategiesOf } from './chart.ts'
import { PEOPLE_CAPTION, peopleMarks, peoplePoint, peopleScale } from './people-marks.ts'

const COLUMNS = 3

/**
 * The mean number of people until a goal is settled, by strategy. There is a panel for each goal and level, and a chart for each
 * combination of the other settings; none without a goal.
 */
export function peopleUntilSettled(all: readonly Cell[]): Chart[] {
  const withGoal = all.filter(hasPeople)
  if (withGoal.length === 0) return []
  return groupCells(withGoal, ['goal', 'epsilon']).map(({ cells, words, suffix }) => ({
    name: `people${suffix}`,
    title: 'People until the goal is settled, by strategy',
    subtitle: words,
    caption: PEOPLE_CAPTION,
    columns: COLUMNS,
    panels: strategyPanels(
      divide(cells, cell => [cell.goal, cell.epsilon]).map(rows => ({
        heading: `${goalWords(rows[0])}, ${epsilonWords(rows[0])}`,
        rows: rows
          .filter(hasPeople)
          .map(({ people, ...cell }) => peoplePoint({ ...cell, people, settled: people.settled })),
      })),
      { strategies: strategiesOf(cells), columns: COLUMNS, x: peopleScale, marks: peopleMarks },
    ),
  }))
}

function hasPeople(cell: Cell): cell is Cell & { readonly people: People } {
  return cell.people !== null
}
