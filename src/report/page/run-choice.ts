import type { CellKey, PageData } from './data.ts'
import { element } from './element.ts'
import { cellName, type Dimension, varyingDimensions } from './filters.ts'

/** A control to select one of several runs. The selection stays as long as its run is one of them. */
export class RunChoice<Run extends CellKey> {
  readonly select: HTMLSelectElement
  private readonly dimensions: readonly Dimension[]
  private runs: readonly Run[] = []

  constructor(id: string, { summary }: PageData) {
    this.select = element('select', { id })
    this.dimensions = varyingDimensions(summary)
  }

  get chosen(): Run {
    return this.runs[this.select.selectedIndex]
  }

  /** The settings in which a run differs from the others of its sweep. */
  nameOf(run: Run): string {
    return cellName(run, this.dimensions) || run.strategy
  }

  /** Changes the selectable runs; returns whether the selection has changed. */
  offer(runs: readonly Run[]): boolean {
    const before = this.chosen
    this.runs = runs
    this.select.replaceChildren(...runs.map(run => element('option', {}, this.nameOf(run))))
    const place = runs.indexOf(before)
    this.select.selectedIndex = Math.max(0, place)
    return place < 0 && runs.length > 0
  }
}
