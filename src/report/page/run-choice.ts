import type { CellKey, PageData } from './data.ts'
import { element } from './element.ts'
import { cellName, type Dimension, varyingDimensions } from './filters.ts'

/** A choice of one of some runs; the chosen one stays, as long as it is among them. */
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

  /** What distinguishes a run from the others of its sweep. */
  nameOf(run: Run): string {
    return cellName(run, this.dimensions) || run.strategy
  }

  /** Changes the runs that can be chosen from; returns whether another one is chosen now. */
  offer(runs: readonly Run[]): boolean {
    const before = this.chosen
    this.runs = runs
    this.select.replaceChildren(...runs.map(run => element('option', {}, this.nameOf(run))))
    const place = runs.indexOf(before)
    this.select.selectedIndex = Math.max(0, place)
    return place < 0 && runs.length > 0
  }
}
