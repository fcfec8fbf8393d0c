import type { Cell } from './cell.ts'
import type { Chart } from './chart.ts'
import { errorByPeople } from './error-by-people.ts'
import { estimateAgainstTruth } from './estimate-against-truth.ts'
import { peopleUntilSettled } from './people-until-settled.ts'
import { subsetSizes } from './subset-sizes.ts'
import { totalVariationBoxes } from './total-variation-boxes.ts'

/**
 * All charts of a sweep, each with a name of its own. Given only some of its cells, for example those of one sampler, it makes only their
 * charts.
 *
 * @param cells as `readCells` returns them; they determine the order of strategies
 */
export function sweepCharts(cells: readonly Cell[]): Chart[] {
  const kinds = [peopleUntilSettled, totalVariationBoxes, errorByPeople, subsetSizes, estimateAgainstTruth]
  const charts = kinds.flatMap(draw => draw(cells))
  const used = new Map<string, number>()
  return charts.map(chart => {
    const times = (used.get(chart.name) ?? 0) + 1
    used.set(chart.name, times)
    // Numbers are appended, because truths may differ only in characters that a file's name cannot have.
    return times === 1 ? chart : { ...chart, name: `${chart.name}-${times}` }
  })
}
