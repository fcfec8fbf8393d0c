import type { Figure } from '../panel.ts'
import type { Facet } from '../strategy-panels.ts'
import type { Cell, CellSetting } from './cell.ts'
import { truthLabel } from './truth-label.ts'

/**
 * A figure that can be drawn by `drawFigure`, or in a browser panel by panel with `Plot.plot(panel.plot)`. `columns` panels
 * stand side by side, because only the first panel of a row has the names of the strategies on its left. Everything is
 * drawn in `currentColor` and in colours that read on light and on dark paper.
 */
export interface Chart extends Figure {
  /** Name for the chart's file: its subject, and the settings that distinguish it from other charts of the same cells. */
  readonly name: string
  readonly columns: number
}

/** Largest number of panels side by side, with one for each level. */
const MOST_COLUMNS = 5
/** Number of panels side by side, with one for each truth. */
export const TRUTH_COLUMNS = 3
/** Largest length of a truth's name in a heading. */
const LONG_NAME = 26

interface SettingText {
  /** Words for a caption; empty for a default that needs no mention. */
  words(cell: Cell): string
  /** Text for a file's name. */
  slug(cell: Cell): string
}

/** All settings; ρ is part of the truth's name. */
const SETTINGS = {
  truthName: { words: truthWords, slug: cell => slug(cell.truthName) },
  categories: {
    words: cell => `K = ${number(cell.categories)} categories`,
    slug: cell => `k${cell.categories}`,
  },
  users: { words: cell => `n = ${number(cell.users)} people`, slug: cell => `n${cell.users}` },
  epsilon: { words: epsilonWords, slug: cell => `epsilon-${cell.epsilon}` },
  sampler: { words: cell => `sampler ${cell.sampler}`, slug: cell => slug(cell.sampler) },
  prior: { words: cell => `prior ${cell.prior}`, slug: cell => `prior-${slug(cell.prior)}` },
  groupSize: {
    words: cell => `group size ${number(cell.groupSize)}`,
    slug: cell => `group-${cell.groupSize}`,
  },
  memory: {
    words: cell => (cell.memory === 'all' ? '' : `memory ${cell.memory}`),
    slug: cell => `memory-${slug(cell.memory)}`,
  },
  goal: { words: goalWords, slug: cell => slug(cell.goal) },
} satisfies Partial<Record<keyof Cell, SettingText>>

type SettingName = keyof typeof SETTINGS
const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** The values of a cell's settings. Cells with the same values differ in the strategy alone. */
export function settingOf(cell: CellSetting): readonly unknown[] {
  return SETTING_NAMES.map(name => cell[name])
}

/** Cells that differ only in the strategy and in the settings that their chart distinguishes. */
export interface CellGroup {
  readonly cells: readonly Cell[]
  /** The settings that the cells share, and the number of runs of each cell, in words. */
  readonly words: string
  /** The settings that distinguish the group from others, each after a hyphen; empty if there is one group. */
  readonly suffix: string
}

/**
 * Divides cells into groups, one for each chart, so that no chart mixes settings that it does not distinguish.
 *
 * @param apart the settings that are on the axes of the chart, or have panels of their own
 */
export function groupCells(cells: readonly Cell[], apart: readonly SettingName[]): CellGroup[] {
  const shared = SETTING_NAMES.filter(name => !apart.includes(name))
  const varying = shared.filter(name => new Set(cells.map(cell => cell[name])).size > 1)
  const groups = divide(cells, cell => shared.map(name => cell[name])).map(group => ({
    cells: group,
    words: `${shared
      .map(name => SETTINGS[name].words(group[0]))
      .filter(words => words !== '')
      .join(', ')}; ${runsWords(group)}`,
    suffix: varying.map(name => `-${SETTINGS[name].slug(group[0])}`).join(''),
  }))
  // Numbers are appended, because goals may differ only in characters that a file's name cannot have.
  return groups.map((group, i) => {
    const before = groups.slice(0, i).filter(({ suffix }) => suffix === group.suffix).length
    return before === 0 ? group : { ...group, suffix: `${group.suffix}-${before + 1}` }
  })
}

/** A facet for each truth and level. If there are several levels, and they fit side by side, each truth has a row of its own. */
export function truthAndEpsilonFacets(cells: readonly Cell[]): { facets: Facet<Cell>[]; columns: number } {
  const levels = new Set(cells.map(cell => cell.epsilon)).size
  const sorted = [...cells].sort((a, b) => compareTruths(a, b) || a.epsilon - b.epsilon)
  return {
    facets: divide(sorted, cell => [cell.truthName, cell.epsilon]).map(rows => ({
      heading: `${truthWords(rows[0])}, ${epsilonWords(rows[0])}`,
      rows,
    })),
    columns: levels === 1 ? TRUTH_COLUMNS : Math.min(levels, MOST_COLUMNS),
  }
}

/** A facet for each truth. */
export function truthFacets(cells: readonly Cell[]): Facet<Cell>[] {
  return divide([...cells].sort(compareTruths), cell => [cell.truthName]).map(rows => ({
    heading: truthWords(rows[0]),
    rows,
  }))
}

/** The strategies in the order of the cells. */
export function strategiesOf(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(cell => cell.strategy))]
}

/** The rows with the same key, in the order in which keys first appear. */
export function divide<Row>(rows: readonly Row[], key: (row: Row) => readonly unknown[]): Row[][] {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const name = JSON.stringify(key(row))
    const group = found.get(name)
    if (group) group.push(row)
    else found.set(name, [row])
  }
  return [...found.values()]
}

/** A whole number with commas, or any other number to three digits. */
export function number(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(3)))
}

/** The goal in words; empty if there was none. */
export function goalWords({ goal }: Cell): string {
  return goal === 'none' ? '' : `goal ${goal}`
}

export function epsilonWords({ epsilon }: Cell): string {
  return `ε = ${epsilon}`
}

/** The name of the truth, cut to its beginning if it is long. */
function truthWords(cell: Cell): string {
  const label = truthLabel(cell)
  return label.length > LONG_NAME ? `${label.slice(0, LONG_NAME - 1)}…` : label
}

/** Orders truths: first those that are drawn, by their concentration, then the others, by name. */
function compareTruths(a: Cell, b: Cell): number {
  if (a.rho !== null && b.rho !== null) return a.rho - b.rho
  if (a.rho !== null || b.rho !== null) return a.rho === null ? 1 : -1
  return a.truthName < b.truthName ? -1 : Number(a.truthName > b.truthName)
}

function runsWords(cells: readonly Cell[]): string {
  const runs = cells.map(cell => cell.runs)
  const [least, most] = [Math.min(...runs), Math.max(...runs)]
  return least === most
    ? `${number(most)} ${most === 1 ? 'run' : 'runs'} each`
    : `${number(least)} to ${number(most)} runs each`
}

/** Turns a text into a part of a file's name. A long text loses its beginning, so that a digest at its end stays. */
function slug(text: string): string {
  return text.replace(/[^\w.]+/g, '-').slice(-60)
}
