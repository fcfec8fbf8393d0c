import { truthLabel } from '../charts/truth-label.ts'
import type { CellKey } from './data.ts'

/** A property by which cells can be filtered. */
export interface Dimension {
  readonly key: DimensionKey
  readonly label: string
  /** Prefix of a value. */
  readonly sign: string
  /** Numbers in increasing order, strings in the order of the cells. */
  readonly values: readonly Choice[]
}

export interface Choice {
  readonly value: string | number
  readonly label: string
}

export type DimensionKey = (typeof DIMENSIONS)[number]['key']

/** The selected values by dimension. In other dimensions, every value is shown. */
export type Chosen = ReadonlyMap<DimensionKey, ReadonlySet<string | number>>

/** ρ is left out because it is part of the truth's name. */
const DIMENSIONS = [
  { key: 'strategy', label: 'Strategy', sign: '' },
  { key: 'epsilon', label: 'Privacy level ε', sign: 'ε = ' },
  { key: 'truthName', label: 'Truth', sign: '' },
  { key: 'categories', label: 'Categories K', sign: 'K = ' },
  { key: 'users', label: 'People n', sign: 'n = ' },
  { key: 'sampler', label: 'Sampler', sign: '' },
  { key: 'prior', label: 'Prior', sign: 'prior ' },
  { key: 'groupSize', label: 'Group size', sign: 'group size ' },
  { key: 'memory', label: 'Memory', sign: 'memory ' },
  { key: 'goal', label: 'Goal', sign: 'goal ' },
] as const

/** The dimensions in which cells differ, with their values. */
export function varyingDimensions(cells: readonly CellKey[]): Dimension[] {
  return dimensions(cells).filter(({ values }) => values.length > 1)
}

/** The settings that all cells share, in words. */
export function sharedWords(cells: readonly CellKey[]): string {
  return dimensions(cells)
    .filter(
      ({ key, values: [{ value }, ...others] }) =>
        others.length === 0 && !(key === 'goal' && value === 'none'),
    )
    .map(({ label, values }) => `${label}: ${values[0].label}`)
    .join(', ')
}

/** The cells with selected values in every dimension. */
export function chooseCells<T extends CellKey>(cells: readonly T[], chosen: Chosen): T[] {
  return cells.filter(cell => [...chosen].every(([key, values]) => values.has(cell[key])))
}

/** The selection in words; empty if everything is selected. */
export function chosenWords(dimensions: readonly Dimension[], chosen: Chosen): string {
  return dimensions
    .map(dimension => ({
      ...dimension,
      shown: dimension.values.filter(({ value }) => chosen.get(dimension.key)?.has(value) ?? true),
    }))
    .filter(({ values, shown }) => shown.length < values.length)
    .map(({ label, shown }) => `${label}: ${shown.map(choice => choice.label).join(', ')}`)
    .join('; ')
}

/** A name that distinguishes a cell from others that differ in these dimensions. */
export function cellName(cell: CellKey, dimensions: readonly Dimension[]): string {
  return dimensions.map(({ key, sign }) => `${sign}${valueLabel(cell, key)}`).join(', ')
}

/** The text of a value of a cell. */
export function valueLabel(cell: CellKey, key: DimensionKey): string {
  if (key === 'truthName') return truthLabel(cell)
  const value = cell[key]
  return typeof value === 'number' ? value.toLocaleString('en', { maximumSignificantDigits: 15 }) : value
}

function dimensions(cells: readonly CellKey[]): Dimension[] {
  return DIMENSIONS.map(dimension => {
    const { key } = dimension
    const found = new Map(cells.map(cell => [cell[key], { value: cell[key], label: valueLabel(cell, key) }]))
    const values = [...found.values()]
    if (typeof values[0]?.value === 'number') values.sort((a, b) => Number(a.value) - Number(b.value))
    return { ...dimension, values }
  })
}
